"""Puzzle attempts when a guest joins a member's account, or a player's account is deleted or
exported.
"""

from typing import Any

from games.players.models import Player
from games.puzzles.models import PuzzleAttempt

STATUS_RANKS = {
    PuzzleAttempt.Status.SOLVED: 2,
    PuzzleAttempt.Status.GIVEN_UP: 1,
    PuzzleAttempt.Status.OPEN: 0,
}


def keep_better_attempts(guest: Player, member: Player, **_signal: Any) -> None:
    """Delete the worse attempt wherever guest and member have both tried the same puzzle.

    Solved beats given up, and given up beats open, so that no one can give up as a guest and then
    solve the puzzle as a member. The guest's other attempts move to the member with the rest of
    their data.
    """
    theirs = list(PuzzleAttempt.objects.select_for_update().filter(player=guest))
    puzzles = [one.puzzle_id for one in theirs]
    both = PuzzleAttempt.objects.select_for_update().filter(player=member, puzzle__in=puzzles)
    own = {one.puzzle_id: one for one in both}
    for attempt in theirs:
        other = own.get(attempt.puzzle_id)
        if other is not None:
            min(attempt, other, key=_rank_attempt).delete()


def erase_puzzle_data(player: Player, **_signal: Any) -> None:
    """Delete the attempts of a player whose account is deleted."""
    PuzzleAttempt.objects.filter(player=player).delete()


def export_puzzle_data(player: Player, **_signal: Any) -> dict[str, Any]:
    """Return the stored puzzle attempts of a player as plain data."""
    attempts = PuzzleAttempt.objects.filter(player=player).order_by("began_at")
    fields = ("puzzle", "status", "tries", "hints", "on_day", "began_at", "ended_at")
    return {"puzzles": list(attempts.values(*fields))}


def _rank_attempt(attempt: PuzzleAttempt) -> int:
    return STATUS_RANKS[PuzzleAttempt.Status(attempt.status)]
