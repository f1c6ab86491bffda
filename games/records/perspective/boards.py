"""From a position of a record to the analysis board."""

from games.records.perspective.opened import OpenedRecord
from games.records.perspective.racks import find_racks
from games.workbench.services import address_of


def find_board(record: OpenedRecord, number: int) -> str:
    """The address of the analysis board with the position after so many moves, as the seat to move
    saw it; at the end, as the seat that moved last. A rack that is not known is left open."""
    state = record.course.state_at(number)
    seat = state.to_move
    if seat is None:
        seat = record.course.steps[number - 1].seat if number else 0
    rack = find_racks(record, number)[seat] or ()
    return address_of(state.with_seat(seat, rack=rack), seat, record.source.revision)
