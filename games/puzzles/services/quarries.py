"""Games from which puzzles are to be cut: each once, by one worker at a time.

A game gets in line when it ends. Whoever claims it has a lease; if that runs out, because a worker
was killed, the next one begins anew, and puzzles and the note that they were cut are written
together or not at all.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q

from games.play.models import Game
from games.puzzles.cuttings import Cutting
from games.puzzles.models import Kind, Puzzle, Quarry
from games.rules.game import GameState
from games.uploads.models import Upload
from lexicon.alphabets import main_language
from lexicon.models import Revision

LEASE = timedelta(minutes=5)

ENOUGH = 365
"""Puzzles of one kind, game and language that nobody has been asked; more are not cut."""


def note_ended(game: Game, **_said: Any) -> None:
    """A game has ended: puzzles may be cut from it."""
    assert game.ended_at is not None, "the game has ended"
    Quarry.objects.bulk_create(
        [Quarry(record=game.pk, asked_at=game.ended_at)], ignore_conflicts=True
    )


def note_shared(upload: Upload, **_said: Any) -> None:
    """An uploaded game may be seen by everybody: the same. Only what is shared by then is looked
    at, see :mod:`games.puzzles.thinking`."""
    Quarry.objects.bulk_create(
        [Quarry(record=upload.pk, asked_at=upload.created_at)], ignore_conflicts=True
    )


def claim_quarry(now: datetime) -> Quarry | None:
    """The game that waits longest, for this worker alone as long as the lease lasts."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    waiting = Quarry.objects.filter(cut_at__isnull=True).filter(free)
    for quarry in waiting.order_by("asked_at")[:3]:
        taken = Quarry.objects.filter(free, pk=quarry.pk, cut_at__isnull=True)
        if taken.update(claimed_until=now + LEASE):
            return quarry
    return None


def wanted_kinds(state: GameState) -> list[Kind]:
    """The kinds that are to be cut from such a game: of the others plenty are untried."""
    language = main_language(state.tile_set.language)
    untried = Puzzle.objects.filter(variant=state.variant_id, language=language, attempts=None)
    counts = untried.order_by().values("kind").annotate(count=Count("pk"))
    plenty = {row["kind"] for row in counts if row["count"] >= ENOUGH}
    return [kind for kind in Kind if kind not in plenty]


def keep_cuttings(
    record: UUID,
    cuttings: Iterable[Cutting],
    revision: Revision | None,
    now: datetime,
    *,
    linked: bool,
) -> int:
    """Write what was cut from a game, unless another worker has; returns how many puzzles. Those
    that are not ``linked`` never tell which game it was."""
    with transaction.atomic():
        open_ones = Quarry.objects.filter(record=record, cut_at__isnull=True)
        if not open_ones.update(cut_at=now, claimed_until=None) or revision is None:
            return 0
        return keep_puzzles(cuttings, revision, record if linked else None)


def keep_puzzles(
    cuttings: Iterable[Cutting], revision: Revision, record: UUID | None = None
) -> int:
    """Write puzzles. Of a game, language and kind the first is there to practise, and every other
    one is kept for a day of its own."""
    rows = [_row_of(cutting, revision, record) for cutting in cuttings]
    kept = _count_kept()
    for row in rows:
        pile = row.variant, row.language, row.kind
        row.for_days = kept[pile] % 2 == 1
        kept[pile] += 1
    Puzzle.objects.bulk_create(rows)
    return len(rows)


def _count_kept() -> Counter[tuple[str, str, str]]:
    """How many puzzles there are of a game, language and kind."""
    piles = Puzzle.objects.order_by().values_list("variant", "language", "kind")
    counts = piles.annotate(count=Count("pk"))
    return Counter({(variant, language, kind): count for variant, language, kind, count in counts})


def _row_of(cutting: Cutting, revision: Revision, record: UUID | None) -> Puzzle:
    state = cutting.state
    return Puzzle(
        kind=cutting.kind,
        variant=state.variant_id,
        language=main_language(state.tile_set.language),
        revision=revision,
        state=state.to_json(),
        seat=cutting.seat,
        answers=[list(answer) for answer in cutting.answers],
        best=[asdict(candidate) for candidate in cutting.best],
        worth=cutting.worth,
        level=cutting.level,
        record=record,
    )
