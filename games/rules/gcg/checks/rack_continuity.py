"""Remarks on racks that contradict each other although each is possible alone.

The tiles that a turn leaves on a rack are there at the player's next turn, and no tile is on two
racks. Scorekeepers often saw only one rack, so such contradictions are neither refused nor counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.rules.equipment.board import Board
from games.rules.equipment.tiles import Tile
from games.rules.gcg.bonus_scores import UNKNOWN_RACK, TileSupply, read_rack_tiles
from games.rules.gcg.pragmas import TURNS
from games.rules.gcg.rack_sizes import RackSizes, count_rack_sizes
from games.rules.gcg.records import EntryKind, GcgRecord
from games.rules.gcg.replayed_entries import RecordMistake, RecordRemark, ReplayedEntry

UNKNOWN = "_"
NO_TILES: Counter[Tile] = Counter()


def remark_on_racks(
    record: GcgRecord,
    replayed: Sequence[ReplayedEntry],
    supply: TileSupply,
    mistakes: Sequence[RecordMistake],
) -> Iterator[RecordRemark]:
    """Yield remarks in the order of the lines.

    Lines whose racks are already in ``mistakes``, and racks after a turn that is, are not compared.
    """
    yield from _RackComparison(record, replayed, supply, mistakes).remarks()


@dataclass
class _Rack:
    """The tiles a seat is known to hold, of which up to ``loose`` may have left unrecorded."""

    tiles: Counter[Tile] = field(default_factory=Counter)
    loose: int = 0


@dataclass
class _PlayedRack:
    """The rack a play was made from, for as long as the play can be taken back."""

    nick: str
    rack: _Rack


class _RackComparison:
    """Compares the racks of one record line by line, keeping track of what each player holds."""

    def __init__(
        self,
        record: GcgRecord,
        replayed: Sequence[ReplayedEntry],
        supply: TileSupply,
        mistakes: Sequence[RecordMistake],
    ) -> None:
        self.record, self.replayed, self.supply = record, replayed, supply
        self.nicks = [player.nick for player in record.players]
        self.wrong = {
            mistake.line for mistake in mistakes if mistake.figure in ("rack", "exchange", "left")
        }
        self.lost = {mistake.line for mistake in mistakes if mistake.figure == "turn"}
        self.held: dict[str, _Rack] = {}
        self.last_play: _PlayedRack | None = None

    def remarks(self) -> Iterator[RecordRemark]:
        sizes = [*count_rack_sizes(self.replayed, self.nicks, self.supply)]
        board = Board()
        for number, each in enumerate(self.replayed):
            if each.entry.line in self.lost:
                self.held.clear()
            yield from self._compare(each, sizes[number], board)
            self._follow(each)
            board = each.board
        yield from self._compare_headers(sizes[-1], board)

    def _compare(
        self, each: ReplayedEntry, sizes: RackSizes, board: Board
    ) -> Iterator[RecordRemark]:
        entry = each.entry
        if entry.line in self.wrong:
            return
        if entry.kind in TURNS:
            size = sizes.racks[self.nicks.index(entry.player)]
            yield from self._compare_rack(entry.line, entry.player, entry.rack, size, board)
        elif entry.kind is EntryKind.RACK and (nick := self._whose(each)):
            size = sizes.racks[self.nicks.index(nick)]
            yield from self._compare_rack(entry.line, nick, entry.tiles, size, board)

    def _compare_rack(
        self, line: int, nick: str, text: str, size: int, board: Board
    ) -> Iterator[RecordRemark]:
        """Compare a rack with what was left of the previous one, then with those of the others."""
        found = self._read(text)
        if found is None:
            return
        kept = self.held.get(nick, _Rack())
        removed = kept.tiles - found
        unnamed = max(0, size - found.total())
        if removed.total() > kept.loose + unnamed:
            faces = self._write(removed)
            message = f"tiles that were kept are not on the rack: {faces}"
            yield RecordRemark(line, nick, "rack.kept", faces, message)
        elif twice := self._held_twice(nick, found, board):
            faces = self._write(twice)
            message = f"tiles that another player holds are on the rack: {faces}"
            yield RecordRemark(line, nick, "rack.others", faces, message)

    def _held_twice(self, nick: str, rack: Counter[Tile], board: Board) -> Counter[Tile]:
        """Return tiles of a rack that others have kept and that therefore cannot be on this one."""
        others = Counter[Tile]()
        for other, held in self.held.items():
            if other != nick and not held.loose:
                others += held.tiles
        if not others or self.supply.missing(board, others):
            return NO_TILES
        return self.supply.missing(board, others + rack) & rack

    def _follow(self, each: ReplayedEntry) -> None:
        """Update the tiles on the player's rack after a line."""
        entry = each.entry
        held = self._read(entry.rack) if entry.rack != UNKNOWN_RACK else None
        match entry.kind:
            case EntryKind.PLAY if each.play:
                rack = held or Counter[Tile]()
                self.last_play = _PlayedRack(entry.player, _Rack(rack))
                self.held[entry.player] = _Rack(rack - Counter(each.play.tiles()))
            case EntryKind.EXCHANGE:
                self.held[entry.player] = self._after_exchange(entry.tiles, held)
            case EntryKind.PASS if held:
                self.held[entry.player] = _Rack(held)
            case EntryKind.WITHDRAWAL if self.last_play and self.last_play.nick == entry.player:
                self.held[entry.player] = self.last_play.rack

    def _after_exchange(self, tiles: str, rack: Counter[Tile] | None) -> _Rack:
        if tiles.isdecimal():
            return _Rack(rack or Counter(), loose=int(tiles))
        removed = self._read(tiles)
        return _Rack((rack or Counter()) - (removed or Counter()), loose=tiles.count(UNKNOWN))

    def _compare_headers(self, sizes: RackSizes, board: Board) -> Iterator[RecordRemark]:
        """Compare the racks at the end of an unfinished record."""
        for line, name, text in self.record.numbered_headers():
            number = int(name[4:]) if name[:4] == "rack" and name[4:].isdecimal() else 0
            if 0 < number <= len(self.nicks) and line not in self.wrong:
                nick, size = self.nicks[number - 1], sizes.racks[number - 1]
                yield from self._compare_rack(line, nick, text, size, board)

    def _whose(self, each: ReplayedEntry) -> str:
        """Return whose tiles a line counts: those of its player, or of the only opponent."""
        entry = each.entry
        if entry.score < 0:
            return entry.player
        others = [nick for nick in self.nicks if nick != entry.player]
        return others[0] if len(others) == 1 else ""

    def _read(self, text: str) -> Counter[Tile] | None:
        """Return the tiles that are named, or ``None`` if none can be read."""
        return read_rack_tiles(text.replace(UNKNOWN, ""), self.supply.tile_set)

    def _write(self, tiles: Counter[Tile]) -> str:
        return self.supply.tile_set.write(tuple(tiles.elements()))
