"""Check the figures of a record that do not come from plays: bonuses, time penalties, tiles left.

Records may leave out tiles and turns, so a figure is only disputed if the known facts settle it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TypeAlias

from games.rules.equipment.board import Board
from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import Tile, TileSet
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry
from games.rules.positions.variants import Variant

CHALLENGE_BONUSES = (5, 10)
TIME_PENALTY_STEP = 10
UNKNOWN_RACK = "UNKNOWN"
"""What one program writes as the rack of a player who was challenged."""
ALONE_AFTER_END = (EntryKind.RACK, EntryKind.TIME)
"""The only entries that may follow once the tiles left have been counted."""


def get_challenge_bonus(entry: RecordEntry, words: int) -> int:
    """Return the bonus for a failed challenge: 5 or 10 points, under some rules for each word.

    If the stated score is none of the possible ones, returns the nearest of them.
    """
    lawful = {bonus * count for bonus in CHALLENGE_BONUSES for count in range(1, words + 1)}
    if entry.score in lawful:
        return entry.score
    return min(lawful, key=lambda points: abs(points - entry.score), default=0)


def get_time_penalty(entry: RecordEntry) -> int:
    """Return the penalty for overtime: 10 points for every minute started."""
    if entry.score > 0:
        return -TIME_PENALTY_STEP
    return entry.score // TIME_PENALTY_STEP * TIME_PENALTY_STEP


class TileSupply:
    """The tiles of a game, and what is known about where they are."""

    def __init__(self, variant: Variant, tile_set: TileSet, players: int) -> None:
        self.variant = variant
        self.tile_set = tile_set
        self.players = players
        self.all = Counter(tile_set.all_tiles())

    def unseen(self, board: Board) -> Counter[Tile]:
        """Return the tiles in the bag and on racks."""
        return self.all - Counter(tile.tile for _square, tile in board.items())

    def missing(self, board: Board, held: Mapping[Tile, int]) -> Counter[Tile]:
        """Return the tiles on the board and in ``held`` that exceed the tiles of the game."""
        return Counter(tile.tile for _, tile in board.items()) + Counter(held) - self.all

    def bag(self, board: Board) -> int:
        """Return the least number of tiles in the bag: every rack is full as long as the bag
        lasts."""
        racks = self.variant.rack_size * self.players
        return max(0, self.unseen(board).total() - racks)


def read_rack_tiles(text: str, tile_set: TileSet) -> Counter[Tile] | None:
    """Return the tiles of a recorded rack; ``None`` if it is unknown or of another alphabet."""
    try:
        return Counter(tile_set.read(text)) if text and "_" not in text else None
    except RuleError:
        return None


Discrepancy: TypeAlias = tuple[int, int, str]
"""The stated number, the greatest possible number, and a description of what is wrong."""
EntryCheck: TypeAlias = Callable[[RecordEntry, TileSupply, Board], Discrepancy | None]


def check_exchange(entry: RecordEntry, supply: TileSupply, board: Board) -> Discrepancy | None:
    """Report exchanged tiles that were not on the rack, or more than could be drawn."""
    known = read_rack_tiles(entry.tiles, supply.tile_set)
    count = int(entry.tiles) if entry.tiles.isdecimal() else known.total() if known else 0
    most = min(supply.bag(board), supply.variant.rack_size)
    if count > most:
        return count, most, "more tiles than can be drawn"
    rack = read_rack_tiles(entry.rack, supply.tile_set)
    if known and rack and known - rack:
        return count, count - (known - rack).total(), "tiles that are not on the rack"
    return None


def score_tiles_left(
    entry: RecordEntry, record: GcgRecord, supply: TileSupply, board: Board
) -> tuple[int, str]:
    """Return the points for tiles left at the end, and what is wrong with the tiles, if anything.

    Either their holder loses the points, or the player who went out gains them: once if the others
    lose them as well or if tiles have owners, otherwise twice.
    """
    tile_set = supply.tile_set
    tiles = Counter(tile_set.read(entry.tiles))
    wrong = ""
    if entry.score >= 0 and _is_paid_for_all(entry, record):
        left = supply.unseen(board)
        if left != tiles and left.total() <= supply.variant.rack_size * (supply.players - 1):
            wrong, tiles = "these are not the tiles that are left", left
    elif entry.score < 0 and (rack := read_rack_tiles(entry.rack, tile_set)) and rack != tiles:
        wrong, tiles = "these are not the tiles of the rack", rack
    if not wrong and supply.missing(board, tiles):
        wrong = "more tiles than there are"
    value = sum(tile_set.value(tile) * count for tile, count in tiles.items())
    if entry.score < 0:
        return -value, wrong
    return value * (1 if _counts_once(record, supply) else 2), wrong


def _is_paid_for_all(entry: RecordEntry, record: GcgRecord) -> bool:
    """Return whether this entry alone pays a player for all tiles left."""
    paid = [entry for entry in record.entries if entry.kind is EntryKind.RACK and entry.score > 0]
    last = next((entry for entry in reversed(record.entries) if entry.kind is EntryKind.PLAY), None)
    return paid == [entry] and last is not None and last.player == entry.player


def _counts_once(record: GcgRecord, supply: TileSupply) -> bool:
    """Return whether tiles left count once: the others pay too, tiles have owners, or over two
    players."""
    paying = any(entry.kind is EntryKind.RACK and entry.score < 0 for entry in record.entries)
    return paying or supply.players > 2 or supply.variant.scoring.owned_tiles


def check_rack(entry: RecordEntry, supply: TileSupply, board: Board) -> Discrepancy | None:
    """Report a rack that cannot have existed beside the tiles on the board."""
    rack = read_rack_tiles(entry.rack, supply.tile_set)
    missing = supply.missing(board, rack) if rack else None
    if not rack or not missing:
        return None
    faces = supply.tile_set.write(tuple(missing.elements()))
    return rack.total(), rack.total() - missing.total(), f"more tiles than there are: {faces}"


def has_surely_gone_out(
    entry: RecordEntry, placed: Counter[Tile], supply: TileSupply, board: Board
) -> bool:
    """Return whether a play certainly went out: it used the whole rack, and the bag was empty."""
    others = supply.variant.rack_size * (supply.players - 1)
    rack = read_rack_tiles(entry.rack, supply.tile_set)
    return rack == placed and supply.unseen(board).total() <= others


def count_missing_points(
    record: GcgRecord, last: RecordEntry, placed: Counter[Tile], supply: TileSupply, board: Board
) -> int:
    """Return the points still owed for the last play, if it certainly went out and no line counts
    them."""
    left = supply.unseen(board)
    if "incomplete" in dict(record.headers) or not has_surely_gone_out(last, placed, supply, board):
        return 0
    value = sum(supply.tile_set.value(tile) * count for tile, count in left.items())
    return value * (1 if _counts_once(record, supply) else 2)
