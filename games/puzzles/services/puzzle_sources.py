"""The queue of games to extract puzzles from. Each is processed once, by one worker at a time.

A game joins the queue when it ends. A worker claims it with a lease. If the worker dies, the lease
runs out and another starts over: the puzzles and the note that they were extracted are saved in one
transaction.
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
from games.puzzles.models import Puzzle, PuzzleKind, PuzzleSource
from games.puzzles.terms.candidates import PuzzleCandidate
from games.rules.flow.game import GameState
from games.uploads.models import UploadedGame
from lexicon.models import Revision
from lexicon.terms.alphabets import get_main_language

EXTRACTION_LEASE = timedelta(minutes=5)

MAX_UNUSED = 365
"""Enough untried puzzles of one kind, variant and language; no more are extracted."""


def add_ended_game(game: Game, **_signal: Any) -> None:
    """Queue a game that has ended."""
    assert game.ended_at is not None, "the game has ended"
    PuzzleSource.objects.bulk_create(
        [PuzzleSource(record=game.pk, asked_at=game.ended_at)], ignore_conflicts=True
    )


def add_shared_upload(upload: UploadedGame, **_signal: Any) -> None:
    """Queue an upload that was shared.

    If it is private again by the time it is processed, :mod:`games.puzzles.jobs.runner` skips it.
    """
    PuzzleSource.objects.bulk_create(
        [PuzzleSource(record=upload.pk, asked_at=upload.created_at)], ignore_conflicts=True
    )


def claim_source(now: datetime) -> PuzzleSource | None:
    """Claim the game that has waited longest, or return ``None``."""
    free = Q(claimed_until=None) | Q(claimed_until__lt=now)
    waiting = PuzzleSource.objects.filter(extracted_at__isnull=True).filter(free)
    # A few, in case other workers claim the first ones meanwhile.
    for source in waiting.order_by("asked_at")[:3]:
        taken = PuzzleSource.objects.filter(free, pk=source.pk, extracted_at__isnull=True)
        # Another worker may have claimed it since it was read; only one update matches.
        if taken.update(claimed_until=now + EXTRACTION_LEASE):
            return source
    return None


def list_wanted_kinds(state: GameState) -> list[PuzzleKind]:
    """Return the kinds with too few untried puzzles for this variant and language."""
    language = get_main_language(state.tile_set.language)
    untried = Puzzle.objects.filter(variant=state.variant_id, language=language, attempts=None)
    counts = untried.order_by().values("kind").annotate(count=Count("pk"))
    plenty = {row["kind"] for row in counts if row["count"] >= MAX_UNUSED}
    return [kind for kind in PuzzleKind if kind not in plenty]


def save_source_candidates(
    record: UUID,
    candidates: Iterable[PuzzleCandidate],
    revision: Revision | None,
    now: datetime,
    *,
    linked: bool,
) -> int:
    """Save the puzzles of a game, unless another worker has, and return their number.

    Puzzles that are not ``linked`` never reveal the game they come from.
    """
    with transaction.atomic():
        open_ones = PuzzleSource.objects.filter(record=record, extracted_at__isnull=True)
        if not open_ones.update(extracted_at=now, claimed_until=None) or revision is None:
            return 0
        return save_puzzles(candidates, revision, record if linked else None)


def save_puzzles(
    candidates: Iterable[PuzzleCandidate], revision: Revision, record: UUID | None = None
) -> int:
    """Save puzzles and return their number.

    Within each variant, language and kind, the first is for practice and every other one is
    reserved for a day.
    """
    rows = [_build_row(candidate, revision, record) for candidate in candidates]
    unused = _count_puzzles()
    for row in rows:
        pile = row.variant, row.language, row.kind
        row.for_days = unused[pile] % 2 == 1
        unused[pile] += 1
    Puzzle.objects.bulk_create(rows)
    return len(rows)


def _count_puzzles() -> Counter[tuple[str, str, str]]:
    """Return the number of puzzles per variant, language and kind."""
    piles = Puzzle.objects.order_by().values_list("variant", "language", "kind")
    counts = piles.annotate(count=Count("pk"))
    return Counter({(variant, language, kind): count for variant, language, kind, count in counts})


def _build_row(candidate: PuzzleCandidate, revision: Revision, record: UUID | None) -> Puzzle:
    state = candidate.state
    return Puzzle(
        kind=candidate.kind,
        variant=state.variant_id,
        language=get_main_language(state.tile_set.language),
        revision=revision,
        state=state.to_json(),
        seat=candidate.seat,
        answers=[list(answer) for answer in candidate.answers],
        best=[asdict(play) for play in candidate.best],
        worth=candidate.worth,
        level=candidate.level,
        record=record,
    )
