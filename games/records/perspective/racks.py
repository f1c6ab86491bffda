"""The racks of all seats at every position, as far as a record knows them."""

from games.play.gameview import RackTileView
from games.play.perspective.parts import see_rack
from games.records.perspective.opened import OpenedRecord
from games.rules.course import Step
from games.rules.events import Withdrawn
from games.rules.moves import Exchange, Pass, Play
from games.rules.tiles import Tile

Racks = tuple[tuple[Tile, ...] | None, ...]
"""By seat; ``None`` for a rack that nobody has written down."""


def find_racks(record: OpenedRecord, number: int) -> Racks:
    """What the seats held after so many moves. Of an uploaded game a rack is known from the turn
    before which it was written down; in between it does not change."""
    state = record.course.state_at(number)
    if record.source.game is not None:
        return tuple(seat.rack for seat in state.seats)
    return tuple(
        _next_known(record.course.steps[number:], seat) if held.rack else ()
        for seat, held in enumerate(state.seats)
    )


def _next_known(later: tuple[Step, ...], seat: int) -> tuple[Tile, ...] | None:
    for step in later:
        if step.seat == seat and isinstance(step.act, Play | Exchange | Pass):
            return step.before.seats[seat].rack if step.rack_known else None
        if any(isinstance(event, Withdrawn) and event.seat == seat for event in step.events):
            return None
    return None


def see_racks(record: OpenedRecord, racks: Racks) -> tuple[tuple[RackTileView, ...] | None, ...]:
    return tuple(None if rack is None else see_rack(rack, record.tile_set) for rack in racks)
