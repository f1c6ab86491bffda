"""Opening rooms and taking seats for bots.

Moves go directly to :mod:`games.play.services.turns`.
"""

from datetime import datetime

from games.lobby.services import room_opening
from games.play.models import Game, Room
from games.play.services import seats
from games.play.services.locking import get_current_game, locked_room
from games.play.services.room_settings import RoomSettings
from games.play.terms.seating import get_seating, list_seats
from games.players.models import Player
from games.players.services.blocks import refuse_blocked
from scrabble_site.shared.refusals import Conflict, Forbidden


def open_room_for_bot(
    bot: Player, room_settings: RoomSettings, level: int | None, key: str, now: datetime
) -> Room:
    """Open an unrated room, with computer players on all other seats if ``level`` is given.

    The ``key`` makes the call idempotent: repeating it returns the same room. Raises ``Forbidden``
    for rated settings.
    """
    if room_settings.rated:
        raise Forbidden("rated.people_only")
    if level is None:
        return room_opening.open_room_and_invite(bot.pk, "", room_settings, "", key, now)
    return room_opening.open_computer_game(bot.pk, "", room_settings, level, key, now)


def take_seat_for_bot(code: str, bot: Player, number: int | None, now: datetime) -> Game:
    """Take seat ``number`` in an unrated room, or the first seat open to the bot.

    Raises ``Forbidden`` if the room is rated, or if a player in it and the bot's operator have
    blocked one another.
    """
    with locked_room(code) as room:
        game = get_current_game(room)
        if room.rated:
            raise Forbidden("rated.people_only")
        assert bot.operator_id is not None
        refuse_blocked(
            bot.operator_id, [room.host_id, *game.holders.values_list("player", flat=True)]
        )
        if game.holders.filter(player=bot).exists() and number is None:
            return game
        return seats.take_seat(
            code, bot, _find_free_seat(game, bot, now) if number is None else number, now
        )


def _find_free_seat(game: Game, bot: Player, now: datetime) -> int:
    rows = list_seats(game)
    seating = get_seating(game, rows, now)
    number = next((row.number for row in rows if seating.is_open_to(bot.pk, row.number)), None)
    if number is None:
        raise Conflict("room.full")
    return number
