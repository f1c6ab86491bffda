"""The racks of all seats at every position, as far as a record gives them."""

from games.play.perspective.board_and_racks import build_rack_view
from games.play.perspective.viewdata import RackTileView
from games.records.perspective.opened_records import OpenedRecord
from games.rules.equipment.tiles import Tile

KnownRacks = tuple[tuple[Tile, ...] | None, ...]
"""Racks by seat; ``None`` for a rack that was not recorded."""


def find_known_racks(record: OpenedRecord, number: int) -> KnownRacks:
    """Return the racks after ``number`` moves, as far as they were recorded."""
    held = record.history.state_at(number).seats
    return tuple(
        one.rack if not one.rack or record.history.is_known(seat, number) else None
        for seat, one in enumerate(held)
    )


def build_rack_views(
    record: OpenedRecord, racks: KnownRacks
) -> tuple[tuple[RackTileView, ...] | None, ...]:
    return tuple(None if rack is None else build_rack_view(rack, record.tile_set) for rack in racks)
