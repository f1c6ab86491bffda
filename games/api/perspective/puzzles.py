"""Puzzles as the API returns them."""

from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.api.perspective.rooms import serialize_tile
from games.api.terms.schemas.puzzles import AnswerOut, CandidateOut, PuzzleOut, SolvedPuzzle
from games.api.terms.schemas.rooms import UnseenTile
from games.play.perspective.board_and_racks import build_tile_view
from games.puzzles.models import DailyPuzzle, Puzzle
from games.puzzles.services.puzzle_attempts import get_start_position
from games.rules.equipment.tiles import LetterTile
from games.rules.flow.game import count_unseen_tiles


def list_solved_puzzles(
    variant: str, language: str, theme: str | None, level: int | None, today: date
) -> QuerySet[Puzzle]:
    """Return the puzzles whose answers are public.

    Puzzles of today or a later day are left out, and so are those reserved for a day not yet
    chosen.
    """
    days = DailyPuzzle.objects.filter(puzzle=OuterRef("pk"))
    rows = Puzzle.objects.exclude(Exists(days.filter(day__gte=today)))
    rows = rows.exclude(~Exists(days), for_days=True)
    filters = {"variant": variant, "language": language, "kind": theme, "level": level}
    rows = rows.filter(**{name: value for name, value in filters.items() if value})
    return rows.select_related("revision__lexicon")


def serialize_daily_puzzle(daily: DailyPuzzle) -> PuzzleOut:
    """Return the puzzle of a day, without its answer."""
    return PuzzleOut(day=daily.day, **_serialize_position(daily.puzzle))


def serialize_solved_puzzle(puzzle: Puzzle) -> SolvedPuzzle:
    return SolvedPuzzle(
        **_serialize_position(puzzle),
        worth=puzzle.worth,
        answers=[AnswerOut(position=position, tiles=tiles) for position, tiles in puzzle.answers],
        best=[CandidateOut(**candidate) for candidate in puzzle.best],
    )


def _serialize_position(puzzle: Puzzle) -> dict[str, Any]:
    state = get_start_position(puzzle)
    tile_set, revision = state.tile_set, puzzle.revision
    hidden = count_unseen_tiles(state, puzzle.seat)
    counts = {face: hidden[LetterTile(face)] for face in tile_set.faces}
    unseen = counts | {"?": hidden.total() - sum(counts.values())}
    return {
        "id": puzzle.pk,
        "url": puzzle.get_absolute_url(),
        "kind": puzzle.kind,
        "level": puzzle.level,
        "variant": puzzle.variant,
        "language": puzzle.language,
        "tile_set": tile_set.code,
        "layout": state.layout.id,
        "dictionary": revision.lexicon.slug,
        "revision": revision.number,
        "seat": puzzle.seat,
        "rack": tile_set.write(state.seats[puzzle.seat].rack),
        "scores": [seat.score for seat in state.seats],
        "board": [
            serialize_tile(build_tile_view(square, tile, tile_set), tile_set)
            for square, tile in sorted(state.board.items())
        ],
        "unseen": [UnseenTile(face=face, count=count) for face, count in unseen.items() if count],
    }
