"""Who may see a table of a swapped match.

Both tables of such a match draw the same tiles, so whoever sees one of them could help at the
other. Until both games have ended, each is seen only by those who sit there.
"""

from collections.abc import Iterable

from games.play.models import Game, Room, SeatMember


def is_hidden_from_others(room: Room, game: Game) -> bool:
    """Return whether only the people at the table may see the game."""
    started = game.status not in (Game.Status.WAITING, Game.Status.OVER)
    return room.twin_id is not None and started


def is_hidden_from(room: Room, game: Game, holders: Iterable[SeatMember], viewer: object) -> bool:
    """Return whether a viewer (a player's id, ``""`` for a stranger) may not see the game yet.

    ``holders`` are the players in its seats.
    """
    if not is_hidden_from_others(room, game):
        return False
    return all(str(holder.player_id) != str(viewer) for holder in holders)
