"""Runs of days on which somebody has found the puzzle of the day."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from games.players.models import Player
from games.puzzles.models import Attempt

DAY = timedelta(days=1)


class Streak(NamedTuple):
    """Days in a row: those up to today or yesterday, and the most there ever were."""

    current: int
    longest: int


def streak_of(player: Player, today: date) -> Streak:
    """One puzzle of a day, of whichever game, keeps a run alive."""
    solved = Attempt.objects.filter(
        player=player, status=Attempt.Status.SOLVED, on_day__isnull=False
    )
    days = solved.order_by("on_day").values_list("on_day", flat=True).distinct()
    return count_days([day for day in days if day is not None], today)


def count_days(days: Iterable[date], today: date) -> Streak:
    """``days`` in their order, each once.

    >>> count_days([date(2026, 5, 1), date(2026, 5, 2), date(2026, 5, 5)], date(2026, 5, 6))
    Streak(current=1, longest=2)
    """
    run = longest = 0
    last: date | None = None
    for day in days:
        run = run + 1 if last is not None and day == last + DAY else 1
        longest, last = max(longest, run), day
    is_alive = last is not None and today - last <= DAY
    return Streak(run if is_alive else 0, longest)
