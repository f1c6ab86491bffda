"""Play a record through the rules: every play must be legal, every stated figure is compared.

Figures that differ are *slips*: they are reported, and the stated ones are kept, as a table of
annotated games must. Turns and racks are taken as recorded, since records leave both incomplete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.rules.board import Board
from games.rules.errors import RecordError, RuleError, UnlawfulError
from games.rules.gcg.played import read_play
from games.rules.gcg.records import Entry, EntryKind, Record
from games.rules.layouts import load_layout
from games.rules.placement import form_words
from games.rules.scoring import Table, land
from games.rules.tiles import TileSet, load_tile_set, tile_set_codes
from games.rules.variants import get_variant


@dataclass(frozen=True, slots=True)
class Slip:
    """A stated figure that the rules do not confirm. ``figure`` is "score" or "total"."""

    line: int
    player: str
    figure: str
    stated: int
    computed: int


@dataclass(frozen=True, slots=True)
class ReplayedEntry:
    """An entry with its words and score as computed; ``score`` and ``total`` are as stated."""

    entry: Entry
    words: tuple[str, ...]
    computed: int


@dataclass(frozen=True, slots=True)
class Replay:
    record: Record
    tile_set: TileSet
    entries: tuple[ReplayedEntry, ...]
    slips: tuple[Slip, ...]
    totals: dict[str, int]
    board: Board


def replay_record(record: Record, tile_set: str | None = None) -> Replay:
    """Replay a record; raises RecordError at the first entry that cannot be.

    Without a tile set the record's own header counts ("tile-set"), else the set that fits best.
    """
    code = tile_set or record.header("tile-set")
    if code:
        return _Hand(record, load_tile_set(code)).replay()
    return _replay_with_fitting_set(record)


def _replay_with_fitting_set(record: Record) -> Replay:
    """English if it explains every figure, else the set with the fewest slips."""
    replays, refusals = [], []
    for code in _usual_first(get_variant(record.header("variant") or "scrabble").tile_set):
        try:
            replays.append(_Hand(record, load_tile_set(code)).replay())
        except RecordError as error:
            refusals.append(error)
            continue
        if not replays[-1].slips:
            break
    if not replays:
        raise refusals[0]
    return min(replays, key=lambda replay: len(replay.slips))


def _usual_first(usual: str) -> list[str]:
    return sorted(tile_set_codes(), key=lambda code: (code != usual, "-" in code, code))


@dataclass
class _Hand:
    """The hand that plays a record: the board, the totals, and how to undo the last play."""

    record: Record
    tile_set: TileSet
    board: Board = field(default_factory=Board)
    totals: dict[str, int] = field(default_factory=dict)
    undo: tuple[Entry, Board] | None = None

    def __post_init__(self) -> None:
        self.variant = get_variant(self.record.header("variant") or "scrabble")
        self.layout = load_layout(self.variant.layouts[0])
        self.nicks = [player.nick for player in self.record.players]
        self.totals = dict.fromkeys(self.nicks, 0)
        self.supply = Counter(self.tile_set.all_tiles())

    def replay(self) -> Replay:
        replayed: list[ReplayedEntry] = []
        slips: list[Slip] = []
        for entry in self.record.entries:
            try:
                replayed.append(self._replay_entry(entry))
            except RuleError as error:
                raise RecordError(error.code, error.message, line=entry.line) from error
            slips.extend(self._compare(replayed[-1]))
            self.totals[entry.player] = entry.total
        return Replay(
            self.record, self.tile_set, tuple(replayed), tuple(slips), self.totals, self.board
        )

    def _replay_entry(self, entry: Entry) -> ReplayedEntry:
        if entry.kind is EntryKind.PLAY:
            return self._play(entry)
        if entry.kind is EntryKind.WITHDRAWAL:
            return ReplayedEntry(entry, (), self._withdraw(entry))
        if entry.kind is EntryKind.RACK:
            return ReplayedEntry(entry, (), self._count_rack(entry))
        as_stated = entry.kind in (EntryKind.CHALLENGE, EntryKind.TIME)
        return ReplayedEntry(entry, (), entry.score if as_stated else 0)

    def _play(self, entry: Entry) -> ReplayedEntry:
        play = read_play(self.board, entry.position, entry.tiles, self.tile_set)
        formation = form_words(self.board, self.layout, play, "tournament")
        seat = self.nicks.index(entry.player)
        table = Table(self.board, self.layout, self.tile_set, seat)
        bingo = len(formation.placed) == self.variant.rack_size
        score = self.variant.scoring.score(table, formation, bingo)
        self.undo = entry, self.board
        self.board = land(table, formation, score)
        self._check_supply()
        for nick in self.nicks:
            self.totals[nick] -= score.stolen * (nick != entry.player)
        return ReplayedEntry(entry, tuple(word.word for word in score.words), score.total)

    def _check_supply(self) -> None:
        used = Counter(tile.tile for _, tile in self.board.items())
        if not used <= self.supply:
            faces = self.tile_set.write(tuple((used - self.supply).elements()))
            raise UnlawfulError("tiles.too_many", f"more tiles than there are: {faces}")

    def _withdraw(self, entry: Entry) -> int:
        """Undo the play before, which must be the same player's."""
        if self.undo is None or self.undo[0].player != entry.player:
            raise UnlawfulError("gcg.withdrawal", "no play to withdraw")
        play, self.board = self.undo
        self.undo = None
        return -play.score

    def _count_rack(self, entry: Entry) -> int:
        """Tiles left at the end: lost by their holder, or won once or twice by who went out."""
        value = sum(self.tile_set.value(tile) for tile in self.tile_set.read(entry.tiles))
        if entry.score < 0:
            return -value
        return value if entry.score == value else 2 * value

    def _compare(self, replayed: ReplayedEntry) -> Iterator[Slip]:
        entry = replayed.entry
        if entry.score != replayed.computed:
            yield Slip(entry.line, entry.player, "score", entry.score, replayed.computed)
        total = self.totals[entry.player] + entry.score
        if entry.total != total:
            yield Slip(entry.line, entry.player, "total", entry.total, total)
