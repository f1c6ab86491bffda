"""The puzzle of a day: one for each game and language that has any, the same for everybody.

It is chosen when the day begins, by the worker or by whoever comes first, and written down once.
While there are puzzles that were nobody's day yet, none comes twice.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from hashlib import sha256

from django.db.models import Max

from games.puzzles.models import Daily, Puzzle

MOST_WEIGHED = 1000


def day_of(now: datetime) -> date:
    """The day of puzzles: by UTC, everywhere."""
    return now.astimezone(UTC).date()


def choose_all(day: date) -> list[Daily]:
    """The puzzles of a day, in the order of games and languages; chosen where that has not been
    done yet."""
    ladders = Puzzle.objects.order_by("variant", "language").values_list("variant", "language")
    chosen = {(one.variant, one.language): one for one in _kept(day)}
    missing = [pair for pair in ladders.distinct() if pair not in chosen]
    for variant, language in missing:
        puzzle = _choose(variant, language, day)
        Daily.objects.bulk_create(
            [Daily(variant=variant, language=language, day=day, puzzle=puzzle)],
            ignore_conflicts=True,
        )
    return list(_kept(day)) if missing else list(chosen.values())


def _kept(day: date) -> Iterable[Daily]:
    kept = Daily.objects.filter(day=day).select_related("puzzle")
    return kept.order_by("variant", "language")


def _choose(variant: str, language: str, day: date) -> Puzzle:
    """From those kept for days, then any, then the one whose day is longest ago; the kinds take
    turns."""
    all_ = Puzzle.objects.filter(variant=variant, language=language)
    fresh = all_.filter(days=None)
    for pile in (fresh.filter(for_days=True, attempts=None), fresh):
        kinds = sorted(set(pile.order_by().values_list("kind", flat=True)))
        if kinds:
            of_kind = pile.filter(kind=kinds[day.toordinal() % len(kinds)]).order_by("created_at")
            keys = of_kind.values_list("pk", flat=True)[:MOST_WEIGHED]
            return all_.get(pk=min(keys, key=lambda key: _lot(day, key)))
    return all_.annotate(last=Max("days__day")).order_by("last", "pk")[0]


def _lot(day: date, key: object) -> str:
    return sha256(f"{day} {key}".encode()).hexdigest()
