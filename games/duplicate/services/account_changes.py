"""Duplicate games when a guest joins a member's account, or a player's account is deleted or
exported.
"""

from typing import Any

from django.db.models import F

from games.duplicate.models import DuplicateEntrant, DuplicateGame
from games.players.models import Player


def keep_better_entries(guest: Player, member: Player, **_signal: Any) -> None:
    """Delete the entry with fewer points wherever guest and member are in the same game.

    The guest's other entries move to the member with the rest of their data.
    """
    _bump_games(guest)
    theirs = list(DuplicateEntrant.objects.filter(player=guest))
    both = DuplicateEntrant.objects.filter(player=member, game__in=[one.game_id for one in theirs])
    own = {entrant.game_id: entrant for entrant in both}
    for entrant in theirs:
        other = own.get(entrant.game_id)
        if other is not None:
            min(entrant, other, key=lambda one: one.points).delete()


def forget_player(player: Player, **_signal: Any) -> None:
    """Remove a player whose account is being deleted from the games that have not started.

    In all others the plays stay, without the name.
    """
    waiting = DuplicateEntrant.objects.filter(
        player=player, game__stage=DuplicateGame.Stage.WAITING
    )
    _bump_games(player)
    waiting.delete()


def show_new_name(player: Player, **_signal: Any) -> None:
    """Show the new name of a player in the games that they have entered or host."""
    _bump_games(player)


def export_duplicate_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the duplicate games of a player, with the plays of turns that are over."""
    entrants = player.duplicate_entries.select_related("game").order_by("entered_at", "pk")
    return {"duplicate": [_export_entry(entrant) for entrant in entrants]}


def _export_entry(entrant: DuplicateEntrant) -> dict[str, Any]:
    game = entrant.game
    plays = entrant.submissions.order_by("turn")
    fields = ("turn", "play", "points", "bonus", "invalid_words", "arrived_at")
    if game.stage == DuplicateGame.Stage.TURN:
        plays = plays.filter(turn__lt=game.turn)  # whether its words are valid is not known yet
    return {
        "code": game.code,
        "entered_at": entrant.entered_at,
        "points": entrant.points,
        "best_plays": entrant.best_plays,
        "lone_best_plays": entrant.lone_best_plays,
        "plays": list(plays.values(*fields)),
    }


def _bump_games(player: Player) -> None:
    """Give all games that show a player's name a new stamp."""
    entered = DuplicateEntrant.objects.filter(player=player).values("game")
    games = DuplicateGame.objects.filter(pk__in=entered) | DuplicateGame.objects.filter(host=player)
    games.update(stamp=F("stamp") + 1)
