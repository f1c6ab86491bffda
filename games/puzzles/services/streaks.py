"""Streaks: consecutive days on which a player solved a puzzle of the day."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from games.players.models import Player
from games.puzzles.models import PuzzleAttempt

ONE_DAY = timedelta(days=1)


class Streak(NamedTuple):
    """The current streak, up to today or yesterday, and the longest ever, in days."""

    current: int
    longest: int


NO_STREAK = Streak(0, 0)


def get_streak(player: Player, today: date) -> Streak:
    """Return the player's streak. One puzzle of the day, of any variant, is enough for a day."""
    solved = PuzzleAttempt.objects.filter(
        player=player, status=PuzzleAttempt.Status.SOLVED, on_day__isnull=False
    )
    days = solved.order_by("on_day").values_list("on_day", flat=True).distinct()
    return count_streak([day for day in days if day is not None], today)


def count_streak(days: Iterable[date], today: date) -> Streak:
    """Compute the streak from distinct ``days`` in ascending order.

    >>> count_streak([date(2026, 5, 1), date(2026, 5, 2), date(2026, 5, 5)], date(2026, 5, 6))
    Streak(current=1, longest=2)
    """
    run = longest = 0
    last: date | None = None
    for day in days:
        run = run + 1 if last is not None and day == last + ONE_DAY else 1
        longest, last = max(longest, run), day
    is_alive = last is not None and today - last <= ONE_DAY
    return Streak(run if is_alive else 0, longest)
