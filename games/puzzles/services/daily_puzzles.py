"""The puzzle of the day: one for each variant and language, the same for everyone.

It is chosen by the worker when the day starts, or by the first request, and stored once. No puzzle
is repeated while there are unused ones.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from hashlib import sha256

from django.db.models import Max

from games.puzzles.models import DailyPuzzle, Puzzle

MAX_CANDIDATES = 1000


def get_puzzle_day(now: datetime) -> date:
    """Return the current day in UTC, which is the day of puzzles everywhere."""
    return now.astimezone(UTC).date()


def choose_daily_puzzles(day: date) -> list[DailyPuzzle]:
    """Return the puzzles of a day, by variant and language, choosing those not chosen yet."""
    ladders = Puzzle.objects.order_by("variant", "language").values_list("variant", "language")
    chosen = {(daily.variant, daily.language): daily for daily in _list_chosen(day)}
    missing = [pair for pair in ladders.distinct() if pair not in chosen]
    for variant, language in missing:
        puzzle = _choose_puzzle(variant, language, day)
        # The worker and a request may choose at the same time. The first row stays.
        DailyPuzzle.objects.bulk_create(
            [DailyPuzzle(variant=variant, language=language, day=day, puzzle=puzzle)],
            ignore_conflicts=True,
        )
    return list(_list_chosen(day)) if missing else list(chosen.values())


def _list_chosen(day: date) -> Iterable[DailyPuzzle]:
    rows = DailyPuzzle.objects.filter(day=day).select_related("puzzle")
    return rows.order_by("variant", "language")


def _choose_puzzle(variant: str, language: str, day: date) -> Puzzle:
    """Choose the puzzle of a day.

    Puzzles reserved for days come first, then any unused one, then the one whose day is longest
    ago. The kinds alternate from day to day.
    """
    puzzles = Puzzle.objects.filter(variant=variant, language=language)
    fresh = puzzles.filter(days=None)
    for pile in (fresh.filter(for_days=True, attempts=None), fresh):
        kinds = sorted(set(pile.order_by().values_list("kind", flat=True)))
        if kinds:
            # Depends only on the day, so that all processes choose the same puzzle.
            of_kind = pile.filter(kind=kinds[day.toordinal() % len(kinds)]).order_by("created_at")
            keys = of_kind.values_list("pk", flat=True)[:MAX_CANDIDATES]
            return puzzles.get(pk=min(keys, key=lambda key: _draw_lot(day, key)))
    return puzzles.annotate(last=Max("days__day")).order_by("last", "pk")[0]


def _draw_lot(day: date, key: object) -> str:
    return sha256(f"{day} {key}".encode()).hexdigest()
