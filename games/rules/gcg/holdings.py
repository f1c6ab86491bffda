"""What the seats of a record held at every moment: as recorded, and filled up where it is not.

A seat's rack after its turn is what it shows at its next one, so whole records give every rack.
How many tiles each holds follows from what was laid; what nobody names is dealt from the unseen
tiles in one fixed order, so that no tile is lost or made.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.rules.bag import Shuffler
from games.rules.board import Board
from games.rules.gcg.figures import read_held
from games.rules.gcg.records import Entry, EntryKind
from games.rules.gcg.replay import Replay, ReplayedEntry
from games.rules.tiles import Tile, tile_key

NO_RACK = "UNKNOWN"
"""What a program writes for the rack of whom was challenged."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Tiles that a seat is known to hold; ``stated``: the record names a rack of that many.
    ``gone``: those of them that leave the rack with the next line."""

    tiles: Counter[Tile]
    stated: bool = False
    gone: Counter[Tile] = field(default_factory=Counter)

    def among(self, unseen: Counter[Tile]) -> list[Tile]:
        """What can be held of it, the tiles that are needed first."""
        needed = self.gone & unseen
        rest = (self.tiles & unseen) - needed
        return [*_sorted(needed), *_sorted(rest)]


NOTHING = Hold(Counter())


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many tiles every seat and the bag hold."""

    racks: tuple[int, ...]
    bag: int

    def after_play(self, seat: int, laid: int, rack_size: int) -> Sizes:
        drew = min(rack_size - (self.racks[seat] - laid), self.bag)
        return Sizes(_changed(self.racks, seat, drew - laid), self.bag - drew)

    def with_at_least(self, seat: int, count: int) -> Sizes:
        """Where turns were left out of a record, a seat may lay more than it can have left: the
        others then hold less."""
        racks = self.racks
        while racks[seat] < count and sum(racks) > racks[seat]:
            other = max((n for n in range(len(racks)) if n != seat), key=lambda n: racks[n])
            racks = _changed(_changed(racks, other, -1), seat, 1)
        return Sizes(racks, self.bag)


def _changed(racks: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    return (*racks[:seat], racks[seat] + by, *racks[seat + 1 :])


@dataclass(frozen=True, slots=True)
class Dealt:
    """Racks and bag of one moment. ``known``: which racks are the recorded ones, and whole."""

    racks: tuple[tuple[Tile, ...], ...]
    bag: tuple[Tile, ...]
    known: tuple[bool, ...]


class Holdings:
    """The racks of one record, by how many of its lines have gone by."""

    def __init__(self, replay: Replay, seats: int) -> None:
        self.seats = seats
        self.order = _shuffle(replay)
        self.holds = _trace(replay, seats)

    def deal(self, line: int, board: Board, sizes: Sizes, first: int) -> Dealt:
        """``first``: whose rack is to be right where the record names a tile twice."""
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
        known = tuple(
            not racks[n] or (holds[n].stated and Counter(racks[n]) == holds[n].tiles)
            for n in range(self.seats)
        )
        return Dealt(tuple(tuple(racks[n]) for n in range(self.seats)), tuple(rest), known)


def _shuffle(replay: Replay) -> tuple[Tile, ...]:
    """All tiles in an order that is the same whenever this record is looked at."""
    plays = "".join(one.entry.position + one.entry.tiles for one in replay.entries)
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


def _trace(replay: Replay, seats: int) -> list[tuple[Hold, ...]]:
    """What every seat holds before each line, and after the last: read from the end."""
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
            _give_back(replay, traced, number)
    return traced


def _give_back(replay: Replay, traced: list[tuple[Hold, ...]], number: int) -> None:
    """After a play was taken back its rack is held again, until the seat's next draw; for records
    that do not name it twice."""
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


def _draws(entry: Entry, nick: str) -> bool:
    return entry.player == nick and entry.kind in (EntryKind.PLAY, EntryKind.EXCHANGE)


def _left_over(replay: Replay, seat: int) -> Hold:
    """The rack on hand at the end of an unfinished record."""
    return _stated(replay, replay.record.header(f"rack{seat + 1}")) or NOTHING


def _before(replay: Replay, number: int, after: Hold) -> Hold:
    """What the seat of this line held before it, given what it held afterwards."""
    each = replay.entries[number]
    match each.entry.kind:
        case EntryKind.PLAY | EntryKind.EXCHANGE:
            stated, gone = _stated(replay, each.entry.rack), tiles_gone(replay, each)
            if stated and not gone - stated.tiles:
                return replace(stated, gone=gone)
            return Hold((stated.tiles if stated else Counter()) | gone, gone=gone)
        case EntryKind.PASS | EntryKind.CHALLENGE if each.entry.rack != NO_RACK:
            return _stated(replay, each.entry.rack) or after
        case EntryKind.WITHDRAWAL:
            return _kept(replay, number)
        case EntryKind.RACK if each.entry.score < 0:
            return _stated(replay, each.entry.tiles) or after
    return after


def tiles_gone(replay: Replay, each: ReplayedEntry) -> Counter[Tile]:
    """The tiles that are known to have left the rack by this line."""
    if each.play is not None:
        return Counter(each.play.tiles())
    held = None if each.entry.tiles.isdecimal() else read_held(each.entry.tiles, replay.tile_set)
    return held or Counter()


def _kept(replay: Replay, number: int) -> Hold:
    """While a play lies that will be taken back, its player holds what it kept and unknown more."""
    taken = _last_play(replay, number)
    stated = _stated(replay, taken.entry.rack) if taken else None
    return Hold(stated.tiles - tiles_gone(replay, taken)) if taken and stated else NOTHING


def _last_play(replay: Replay, number: int) -> ReplayedEntry | None:
    """The play that this line speaks of."""
    nick = replay.entries[number].entry.player
    earlier = reversed(replay.entries[:number])
    return next((each for each in earlier if each.play and each.entry.player == nick), None)


def _sorted(tiles: Counter[Tile]) -> list[Tile]:
    return sorted(tiles.elements(), key=tile_key)


def _stated(replay: Replay, rack: str) -> Hold | None:
    held = read_held(rack, replay.tile_set)
    return Hold(held, stated=True) if held else None


def count_exchanged(entry: Entry, known: Counter[Tile]) -> int:
    return int(entry.tiles) if entry.tiles.isdecimal() else known.total()
