"""What becomes of somebody's attempts when they join with whom they are elsewhere, or leave."""

from typing import Any

from games.players.models import Player
from games.puzzles.models import Attempt

WORTH = {Attempt.Status.SOLVED: 2, Attempt.Status.GIVEN_UP: 1, Attempt.Status.OPEN: 0}


def settle_merged(guest: Player, member: Player, **_said: Any) -> None:
    """Where both have tried the same puzzle the better attempt stays; a puzzle somebody has given
    up is not found later. The others are handed over with all that is the guest's."""
    theirs = list(Attempt.objects.select_for_update().filter(player=guest))
    puzzles = [one.puzzle_id for one in theirs]
    both = Attempt.objects.select_for_update().filter(player=member, puzzle__in=puzzles)
    own = {one.puzzle_id: one for one in both}
    for attempt in theirs:
        other = own.get(attempt.puzzle_id)
        if other is not None:
            min(attempt, other, key=_worth).delete()


def take_away(player: Player, **_said: Any) -> None:
    """What they tried goes with them."""
    Attempt.objects.filter(player=player).delete()


def hand_out(player: Player, **_said: Any) -> dict[str, Any]:
    """What is kept of a player here, in plain data."""
    attempts = Attempt.objects.filter(player=player).order_by("began_at")
    fields = ("puzzle", "status", "tries", "hints", "on_day", "began_at", "ended_at")
    return {"puzzles": list(attempts.values(*fields))}


def _worth(attempt: Attempt) -> int:
    return WORTH[Attempt.Status(attempt.status)]
