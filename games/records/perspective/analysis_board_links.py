"""Links from a position of a record to the analysis board."""

from games.analysis_board.services import build_board_url
from games.records.perspective.known_racks import find_known_racks
from games.records.perspective.opened_records import OpenedRecord


def build_analysis_board_url(record: OpenedRecord, number: int) -> str:
    """Return the URL of the analysis board with the position after ``number`` moves.

    It shows what the seat to move saw or, at the end, the seat that moved last. An unknown rack is
    left empty.
    """
    state = record.history.state_at(number)
    seat = state.to_move
    if seat is None:
        seat = record.history.steps[number - 1].seat if number else 0
    rack = find_known_racks(record, number)[seat] or ()
    return build_board_url(state.with_seat(seat, rack=rack), seat, record.source.revision)
