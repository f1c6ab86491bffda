"""Analyses of finished games, and the best plays in their positions."""

from django.urls import reverse

from games.analysis.perspective import list_progress
from games.analysis.services.reports import find_report
from games.analysis_board.perspective import list_ranked_plays
from games.analysis_board.services.board_positions import BoardPosition
from games.api.terms.schemas.analyses import AnalysisOut, AnalysisState, PlaysOut, RankedPlay
from games.engine.analysis.report import AnalysisLevel
from games.play.services.running_positions import refuse_running_position
from games.records.perspective import open_record
from games.records.perspective.known_racks import find_known_racks
from games.records.services.record_sources import RecordSource
from games.rules.positions.setups import make_setup
from scrabble_site.shared.refusals import InvalidRequest, NotFound


def serialize_analysis(source: RecordSource, level: AnalysisLevel | None) -> AnalysisOut:
    """Return the analysis of a record. Raises ``NotFound`` if no complete one exists."""
    report = find_report(source.id, level)
    if report is None:
        raise NotFound("analysis.none")
    url = reverse("games:record", args=[source.id])
    return AnalysisOut(game=source.id, url=url, report=report)


def serialize_analysis_states(source: RecordSource) -> list[AnalysisState]:
    """Return the progress of a record's analyses, by level."""
    return [
        AnalysisState(
            level=AnalysisLevel(one.level),
            state=one.state,
            turns=one.total or 0 if one.state == "done" else one.done,
            total=one.total,
            before=one.before,
        )
        for one in list_progress(source.id, "").levels
    ]


def list_best_plays(source: RecordSource, turn: int) -> PlaysOut:
    """Return the best plays after ``turn`` moves, for the seat to move.

    Raises ``InvalidRequest`` if the position, its dictionary or its rack is missing, and
    ``Forbidden`` if the position resembles one in a running game.
    """
    if source.revision is None:
        raise InvalidRequest("plays.no_words")
    record = open_record(source)
    if turn > len(record.history.steps):
        raise InvalidRequest("plays.turn")
    state = record.history.state_at(turn)
    seat = state.to_move
    rack = None if seat is None else find_known_racks(record, turn)[seat]
    if seat is None or not rack:
        raise InvalidRequest("plays.no_rack")
    setup = make_setup(state.with_seat(seat, rack=rack), seat)
    refuse_running_position(setup.board, setup.variant.rack_size)
    return PlaysOut(
        game=source.id,
        turn=turn,
        seat=seat,
        rack=setup.tile_set.write(rack),
        dictionary=source.revision.lexicon.slug,
        revision=source.revision.number,
        plays=[
            RankedPlay(
                act=row["act"]["kind"],
                position=row["act"].get("position"),
                tiles=row["act"].get("tiles"),
                score=row["score"],
                equity=row["equity"],
                win=row["win"],
            )
            for row in list_ranked_plays(BoardPosition(setup, source.revision))
        ],
    )
