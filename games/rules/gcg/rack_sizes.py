"""How many tiles each player holds at every point of a record, as it follows from the plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.rules.gcg.bonus_scores import TileSupply
from games.rules.gcg.records import EntryKind
from games.rules.gcg.replayed_entries import ReplayedEntry


@dataclass(frozen=True, slots=True)
class RackSizes:
    """The number of tiles of each seat and of the bag."""

    racks: tuple[int, ...]
    bag: int

    def after_play(self, seat: int, placed: int, rack_size: int) -> RackSizes:
        drew = min(rack_size - (self.racks[seat] - placed), self.bag)
        return RackSizes(_changed(self.racks, seat, drew - placed), self.bag - drew)

    def with_minimum(self, seat: int, count: int) -> RackSizes:
        """Return sizes in which ``seat`` has at least ``count`` tiles, taken from the largest other
        racks.

        This is needed if a record omits turns and a seat plays more tiles than it can have left.
        """
        racks = self.racks
        while racks[seat] < count and sum(racks) > racks[seat]:
            other = max((n for n in range(len(racks)) if n != seat), key=lambda n: racks[n])
            racks = _changed(_changed(racks, other, -1), seat, 1)
        return RackSizes(racks, self.bag)


def _changed(racks: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return (*racks[:seat], racks[seat] + by, *racks[seat + 1 :])


def count_rack_sizes(
    replayed: Sequence[ReplayedEntry], nicks: Sequence[str], supply: TileSupply
) -> Iterator[RackSizes]:
    """Yield the sizes before every line and after the last one; a player without a turn draws
    nothing."""
    size = supply.variant.rack_size
    racks = (size,) * supply.players
    sizes = before = RackSizes(racks, supply.all.total() - sum(racks))
    for each in replayed:
        yield sizes
        if each.entry.kind is EntryKind.WITHDRAWAL:
            sizes = before
        elif each.play:
            seat, placed = nicks.index(each.entry.player), len(each.play.tiles())
            before, sizes = sizes, sizes.with_minimum(seat, placed).after_play(seat, placed, size)
    yield sizes
