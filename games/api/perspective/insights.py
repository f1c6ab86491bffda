"""Analyses and puzzles. A puzzle is told without its answer."""

from django.urls import reverse

from games.analysis.services.reports import find_report
from games.api.perspective.rooms import tell_tile
from games.api.schemas.insights import AnalysisOut, PuzzleOut
from games.api.schemas.rooms import UnseenTile
from games.common.refusals import Missing
from games.engine.analysis.report import Level
from games.play.perspective.parts import see_tile
from games.puzzles.models import Daily
from games.puzzles.services.trying import position_of
from games.records.services.sources import Source
from games.rules.game import unseen
from games.rules.tiles import Letter


def tell_analysis(source: Source, level: Level | None) -> AnalysisOut:
    """Raises ``Missing`` where there is none that is complete."""
    report = find_report(source.id, level)
    if report is None:
        raise Missing("analysis.none")
    url = reverse("games:record", args=[source.id])
    return AnalysisOut(game=source.id, url=url, report=report)


def tell_puzzle(daily: Daily) -> PuzzleOut:
    puzzle = daily.puzzle
    state = position_of(puzzle)
    tile_set, revision = state.tile_set, puzzle.revision
    hidden = unseen(state, puzzle.seat)
    counts = {face: hidden[Letter(face)] for face in tile_set.faces}
    told = counts | {"?": hidden.total() - sum(counts.values())}
    return PuzzleOut(
        id=puzzle.pk,
        url=puzzle.get_absolute_url(),
        day=daily.day,
        kind=puzzle.kind,
        level=puzzle.level,
        variant=puzzle.variant,
        language=puzzle.language,
        tile_set=tile_set.code,
        layout=state.layout.id,
        dictionary=revision.lexicon.slug,
        revision=revision.number,
        seat=puzzle.seat,
        rack=tile_set.write(state.seats[puzzle.seat].rack),
        scores=[seat.score for seat in state.seats],
        board=[
            tell_tile(see_tile(square, tile, tile_set), tile_set)
            for square, tile in sorted(state.board.items())
        ],
        unseen=[UnseenTile(face=face, count=count) for face, count in told.items() if count],
    )
