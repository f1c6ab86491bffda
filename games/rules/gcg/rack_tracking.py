"""What the seats of a record held at every point: as recorded, with the gaps filled in.

A seat's rack after its turn appears at its next turn, so complete records give every rack. How many
tiles each seat holds follows from the plays. Unrecorded tiles are dealt from the unseen ones in a
fixed order, so that no tile is lost or created.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.rules.equipment.board import Board
from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.equipment.tiles import Tile, tile_sort_key
from games.rules.gcg.bonus_scores import UNKNOWN_RACK, read_rack_tiles
from games.rules.gcg.rack_sizes import RackSizes
from games.rules.gcg.records import EntryKind, RecordEntry
from games.rules.gcg.replay import Replay
from games.rules.gcg.replayed_entries import ReplayedEntry


@dataclass(frozen=True, slots=True)
class HeldTiles:
    """Tiles that a seat is known to hold.

    ``stated``: the record gives the whole rack. ``gone``: those that leave the rack with the next
    line.
    """

    tiles: Counter[Tile]
    stated: bool = False
    gone: Counter[Tile] = field(default_factory=Counter)

    def among(self, unseen: Counter[Tile]) -> list[Tile]:
        """Return those of the tiles that are available, the ones needed next first."""
        needed = self.gone & unseen
        rest = (self.tiles & unseen) - needed
        return [*_sorted(needed), *_sorted(rest)]


NO_HELD_TILES = HeldTiles(Counter())


@dataclass(frozen=True, slots=True)
class DealtTiles:
    """Racks and bag at one point; ``known`` says which racks are recorded completely."""

    racks: tuple[tuple[Tile, ...], ...]
    bag: tuple[Tile, ...]
    known: tuple[bool, ...]


class RackTracker:
    """The racks of one record after each number of lines."""

    def __init__(self, replay: Replay, seats: int) -> None:
        self.seats = seats
        self.order = _shuffle(replay)
        self.holds = _trace(replay, seats)

    def deal(self, line: int, board: Board, sizes: RackSizes, first: int) -> DealtTiles:
        """Return the racks and bag; if the record names a tile twice, the rack of seat ``first`` is
        right."""
        holds = self.holds[line]
        unseen = Counter(self.order) - Counter(tile.tile for _, tile in board.items())
        turns = [(first + turn) % self.seats for turn in range(self.seats)]
        racks: dict[int, list[Tile]] = {}
        for seat in turns:
            racks[seat] = holds[seat].among(unseen)[: sizes.racks[seat]]
            unseen -= Counter(racks[seat])
        rest = _in_order(self.order, unseen)
        for seat in range(self.seats):
            lacking = sizes.racks[seat] - len(racks[seat])
            racks[seat] += rest[:lacking]
            rest = rest[lacking:]
        known = [
            not racks[n] or (holds[n].stated and Counter(racks[n]) == holds[n].tiles)
            for n in range(self.seats)
        ]
        if not rest and known.count(False) == 1:
            known = [True] * self.seats  # the bag is empty: the last rack is all that remains
        return DealtTiles(
            tuple(tuple(racks[n]) for n in range(self.seats)), tuple(rest), tuple(known)
        )


def _shuffle(replay: Replay) -> tuple[Tile, ...]:
    """Return all tiles in an order that is always the same for this record."""
    plays = "".join(replayed.entry.position + replayed.entry.tiles for replayed in replay.entries)
    seed = hashlib.sha256(plays.encode()).digest()
    return Shuffler(seed).shuffle(replay.tile_set.all_tiles(), 0)


def _in_order(order: Sequence[Tile], tiles: Counter[Tile]) -> list[Tile]:
    left = tiles.copy()
    found = []
    for tile in order:
        if left[tile] > 0:
            left[tile] -= 1
            found.append(tile)
    return found


def _trace(replay: Replay, seats: int) -> list[tuple[HeldTiles, ...]]:
    """Return what every seat holds before each line and after the last, working back from the
    end."""
    now = [_left_over(replay, seat) for seat in range(seats)]
    traced = [tuple(now)]
    nicks = [player.nick for player in replay.record.players]
    for number in reversed(range(len(replay.entries))):
        each = replay.entries[number]
        seat = nicks.index(each.entry.player)
        now[seat] = _before(replay, number, now[seat])
        if each.entry.kind is EntryKind.RACK and each.entry.score > 0 and seats == 2:
            now[1 - seat] = _stated(replay, each.entry.tiles) or now[1 - seat]
        traced.append(tuple(now))
    traced.reverse()
    for number, each in enumerate(replay.entries):
        if each.entry.kind is EntryKind.WITHDRAWAL:
            _return_rack(replay, traced, number)
    return traced


def _return_rack(replay: Replay, traced: list[tuple[HeldTiles, ...]], number: int) -> None:
    """After a play is taken back, give its rack back to the seat until its next draw.

    This is for records that do not write the rack a second time.
    """
    nick = replay.entries[number].entry.player
    seat = [player.nick for player in replay.record.players].index(nick)
    taken = _last_play(replay, number)
    back = _stated(replay, taken.entry.rack) if taken else None
    for after in range(number + 1, len(traced)):
        now = traced[after]
        if back is None or now[seat].stated or now[seat].tiles - back.tiles:
            return
        held = replace(back, gone=now[seat].gone)
        traced[after] = (*now[:seat], held, *now[seat + 1 :])
        if after < len(replay.entries) and _draws(replay.entries[after].entry, nick):
            return


def _draws(entry: RecordEntry, nick: str) -> bool:
    return entry.player == nick and entry.kind in (EntryKind.PLAY, EntryKind.EXCHANGE)


def _left_over(replay: Replay, seat: int) -> HeldTiles:
    """Return the rack at the end of an unfinished record."""
    return _stated(replay, replay.record.header(f"rack{seat + 1}")) or NO_HELD_TILES


def _before(replay: Replay, number: int, after: HeldTiles) -> HeldTiles:
    """Return what the seat of this line held before it, given what it held afterwards."""
    each = replay.entries[number]
    match each.entry.kind:
        case EntryKind.PLAY | EntryKind.EXCHANGE:
            stated, gone = _stated(replay, each.entry.rack), find_tiles_leaving(replay, each)
            if stated and not gone - stated.tiles:
                return replace(stated, gone=gone)
            return HeldTiles((stated.tiles if stated else Counter()) | gone, gone=gone)
        case EntryKind.PASS | EntryKind.CHALLENGE if each.entry.rack != UNKNOWN_RACK:
            return _stated(replay, each.entry.rack) or after
        case EntryKind.WITHDRAWAL:
            return _find_kept_tiles(replay, number)
        case EntryKind.RACK if each.entry.score < 0:
            return _stated(replay, each.entry.tiles) or after
    return after


def find_tiles_leaving(replay: Replay, each: ReplayedEntry) -> Counter[Tile]:
    """Return the tiles that are known to leave the rack with this line."""
    if each.play is not None:
        return Counter(each.play.tiles())
    held = (
        None if each.entry.tiles.isdecimal() else read_rack_tiles(each.entry.tiles, replay.tile_set)
    )
    return held or Counter()


def _find_kept_tiles(replay: Replay, number: int) -> HeldTiles:
    """Return what the player kept, plus unknown tiles, while a play is on the board that will be
    taken back."""
    taken = _last_play(replay, number)
    stated = _stated(replay, taken.entry.rack) if taken else None
    return (
        HeldTiles(stated.tiles - find_tiles_leaving(replay, taken))
        if taken and stated
        else NO_HELD_TILES
    )


def _last_play(replay: Replay, number: int) -> ReplayedEntry | None:
    """Return the play to which this line refers."""
    nick = replay.entries[number].entry.player
    earlier = reversed(replay.entries[:number])
    return next((each for each in earlier if each.play and each.entry.player == nick), None)


def _sorted(tiles: Counter[Tile]) -> list[Tile]:
    return sorted(tiles.elements(), key=tile_sort_key)


def _stated(replay: Replay, rack: str) -> HeldTiles | None:
    held = read_rack_tiles(rack, replay.tile_set)
    return HeldTiles(held, stated=True) if held else None


def count_exchanged(entry: RecordEntry, known: Counter[Tile]) -> int:
    """Return the number of tiles exchanged, which a record may state instead of the tiles."""
    return int(entry.tiles) if entry.tiles.isdecimal() else known.total()
