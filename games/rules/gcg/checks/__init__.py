"""Find statements of a record that cannot be true although every play of it is legal.

None of these refuses a record: each is a mistake with its line. ``racks`` looks for tiles that no
player can have held. ``turns`` checks who moves and when, ``ending`` the end and the tiles left,
``headers`` the players and our own headers. ``rack_continuity`` compares racks with each other;
what it finds are remarks and not mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.rules.gcg.bonus_scores import TileSupply
from games.rules.gcg.checks.ending import check_ending
from games.rules.gcg.checks.headers import check_headers
from games.rules.gcg.checks.rack_continuity import remark_on_racks
from games.rules.gcg.checks.racks import check_racks
from games.rules.gcg.checks.turns import check_turns
from games.rules.gcg.records import GcgRecord
from games.rules.gcg.replayed_entries import RecordMistake, ReplayedEntry

__all__ = ["check_record", "remark_on_racks"]


def check_record(
    record: GcgRecord,
    replayed: Sequence[ReplayedEntry],
    totals: Mapping[str, int],
    supply: TileSupply,
) -> Iterator[RecordMistake]:
    """Yield the mistakes of a whole record, in no order; ``totals`` are the final scores by
    nickname."""
    yield from check_headers(record)
    yield from check_racks(record, replayed, supply)
    yield from check_turns(record, replayed, supply)
    yield from check_ending(record, replayed, totals, supply)
