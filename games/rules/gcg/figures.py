"""What the figures of a record must be that no play explains: bonuses, time, tiles left.

Records give tiles and turns incompletely; a figure is only doubted where what is known settles it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeAlias

from games.rules.board import Board
from games.rules.errors import RuleError
from games.rules.gcg.records import Entry, EntryKind, Record
from games.rules.tiles import Tile, TileSet
from games.rules.variants import Variant

BONUSES = (5, 10)
TIME_STEP = 10
ALONE_AFTER_END = (EntryKind.RACK, EntryKind.TIME)
"""What may follow once tiles left have been counted."""


def bonus_of(entry: Entry, words: int) -> int:
    """A play challenged in vain brings 5 or 10 points, by some rules for every word of it."""
    lawful = {bonus * count for bonus in BONUSES for count in range(1, words + 1)}
    if entry.score in lawful:
        return entry.score
    return min(lawful, key=lambda points: abs(points - entry.score), default=0)


def penalty_of(entry: Entry) -> int:
    """Time costs 10 points for every minute begun."""
    if entry.score > 0:
        return -TIME_STEP
    return entry.score // TIME_STEP * TIME_STEP


class Supply:
    """The tiles of a game, and what is known of where they are."""

    def __init__(self, variant: Variant, tile_set: TileSet, players: int) -> None:
        self.variant = variant
        self.tile_set = tile_set
        self.players = players
        self.all = Counter(tile_set.all_tiles())

    def unseen(self, board: Board) -> Counter[Tile]:
        """What lies in the bag and on racks."""
        return self.all - Counter(tile.tile for _square, tile in board.items())

    def missing(self, board: Board, held: Mapping[Tile, int]) -> Counter[Tile]:
        """Tiles that would have to be there more often than they are."""
        return Counter(tile.tile for _, tile in board.items()) + Counter(held) - self.all

    def bag(self, board: Board) -> int:
        """The fewest tiles the bag may hold: every rack is full while it lasts."""
        racks = self.variant.rack_size * self.players
        return max(0, self.unseen(board).total() - racks)


def read_held(text: str, tile_set: TileSet) -> Counter[Tile] | None:
    """The tiles of a rack as recorded, ``None`` where it is unknown or of another alphabet."""
    try:
        return Counter(tile_set.read(text)) if text and "_" not in text else None
    except RuleError:
        return None


Doubt: TypeAlias = tuple[int, int, str]
"""How many are stated, how many could be, and what is wrong."""
Check: TypeAlias = Callable[[Entry, Supply, Board], Doubt | None]


def doubt_exchange(entry: Entry, supply: Supply, board: Board) -> Doubt | None:
    """Tiles exchanged that were not held, or more than the bag could give."""
    known = read_held(entry.tiles, supply.tile_set)
    count = int(entry.tiles) if entry.tiles.isdecimal() else known.total() if known else 0
    most = min(supply.bag(board), supply.variant.rack_size)
    if count > most:
        return count, most, "more tiles than can be drawn"
    rack = read_held(entry.rack, supply.tile_set)
    if known and rack and known - rack:
        return count, count - (known - rack).total(), "tiles that are not on the rack"
    return None


def count_left(entry: Entry, record: Record, supply: Supply, board: Board) -> tuple[int, str]:
    """The points for tiles left at the end, and what is wrong with the tiles if anything is.

    They are lost by their holder, or won by who went out: once where the others lose them too (or
    tiles have owners), else twice.
    """
    tile_set = supply.tile_set
    tiles = Counter(tile_set.read(entry.tiles))
    wrong = ""
    if entry.score >= 0 and _is_paid_for_all(entry, record):
        left = supply.unseen(board)
        if left != tiles and left.total() <= supply.variant.rack_size * (supply.players - 1):
            wrong, tiles = "these are not the tiles that are left", left
    elif entry.score < 0 and (rack := read_held(entry.rack, tile_set)) and rack != tiles:
        wrong, tiles = "these are not the tiles of the rack", rack
    if not wrong and supply.missing(board, tiles):
        wrong = "more tiles than there are"
    value = sum(tile_set.value(tile) * count for tile, count in tiles.items())
    if entry.score < 0:
        return -value, wrong
    return value * (1 if _counts_once(record, supply) else 2), wrong


def _is_paid_for_all(entry: Entry, record: Record) -> bool:
    """Whether this is the one seat that is paid for all tiles left."""
    paid = [one for one in record.entries if one.kind is EntryKind.RACK and one.score > 0]
    last = next((one for one in reversed(record.entries) if one.kind is EntryKind.PLAY), None)
    return paid == [entry] and last is not None and last.player == entry.player


def _counts_once(record: Record, supply: Supply) -> bool:
    """The others pay themselves, or tiles have owners; between more than two it is never twice."""
    paying = any(one.kind is EntryKind.RACK and one.score < 0 for one in record.entries)
    return paying or supply.players > 2 or supply.variant.scoring.owned_tiles


def doubt_rack(entry: Entry, supply: Supply, board: Board) -> Doubt | None:
    """A rack that cannot have been held beside what lies on the board."""
    rack = read_held(entry.rack, supply.tile_set)
    missing = supply.missing(board, rack) if rack else None
    if not rack or not missing:
        return None
    faces = supply.tile_set.write(tuple(missing.elements()))
    return rack.total(), rack.total() - missing.total(), f"more tiles than there are: {faces}"


def points_uncounted(
    record: Record, last: Entry, laid: Counter[Tile], supply: Supply, board: Board
) -> int:
    """What the last play is still owed if it went out beyond doubt and no line says so."""
    rack = read_held(last.rack, supply.tile_set)
    left = supply.unseen(board)
    others = supply.variant.rack_size * (supply.players - 1)
    if "incomplete" in dict(record.headers) or rack != laid or left.total() > others:
        return 0
    value = sum(supply.tile_set.value(tile) * count for tile, count in left.items())
    return value * (1 if _counts_once(record, supply) else 2)
