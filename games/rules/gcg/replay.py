"""Play a record through the rules: every play must be legal, every stated figure is compared.

Figures that differ are *slips*: they are reported, and the stated ones are kept, as a table of
annotated games must. Turns and racks are taken as recorded, since records leave both incomplete.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games.rules.board import Board
from games.rules.errors import RecordError, RuleError, UnlawfulError
from games.rules.gcg.choosing import Choice, choose_tiles
from games.rules.gcg.figures import (
    ALONE_AFTER_END,
    Check,
    Supply,
    bonus_of,
    count_left,
    doubt_exchange,
    doubt_rack,
    penalty_of,
    points_uncounted,
)
from games.rules.gcg.played import read_play
from games.rules.gcg.records import Entry, EntryKind, Record
from games.rules.layouts import load_layout
from games.rules.moves import Play
from games.rules.placement import form_words
from games.rules.scoring import Ground, PlayScore, land
from games.rules.tiles import Tile, TileSet


@dataclass(frozen=True, slots=True)
class Slip:
    """A stated figure that the rules do not confirm.

    ``figure``: "score", "total", "rack" or "exchange" (how many tiles), or "left" (points for
    tiles left); ``said``: what is wrong, where the figures alone do not tell.
    """

    line: int
    player: str
    figure: str
    stated: int
    computed: int
    said: str = ""


@dataclass(frozen=True, slots=True)
class ReplayedEntry:
    """An entry with what the rules make of it: ``computed`` is its score; ``board`` lies after it.

    ``play`` and ``score`` belong to plays, ``misplaced`` to a first one that misses the start.
    """

    entry: Entry
    computed: int
    board: Board
    play: Play | None = None
    score: PlayScore | None = None
    misplaced: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        return () if self.score is None else tuple(word.word for word in self.score.words)


@dataclass(frozen=True, slots=True)
class Replay:
    """``assumed``: what the record does not say about its tiles, in sentences."""

    record: Record
    choice: Choice
    entries: tuple[ReplayedEntry, ...]
    slips: tuple[Slip, ...]
    totals: dict[str, int]
    board: Board

    @property
    def tile_set(self) -> TileSet:
        return self.choice.tile_set

    @property
    def assumed(self) -> tuple[str, ...]:
        return self.choice.assumed


def replay_record(record: Record, tile_set: str | None = None) -> Replay:
    """Replay a record; raises RecordError at the first entry that cannot be.

    ``tile_set`` wins over what the record says; see :mod:`games.rules.gcg.choosing`.
    """
    return _Hand(record, choose_tiles(record, tile_set)).replay()


@dataclass(frozen=True, slots=True)
class _LastPlay:
    """The play that may still be challenged, the board before it, and what it laid and formed."""

    entry: Entry
    before: Board
    laid: Counter[Tile]
    words: int


@dataclass
class _Hand:
    """The hand that plays a record: the board, the totals, and how to take back the last play."""

    record: Record
    choice: Choice
    board: Board = field(default_factory=Board)
    totals: dict[str, int] = field(default_factory=dict)
    last: _LastPlay | None = None
    slips: list[Slip] = field(default_factory=list)
    ended: bool = False
    is_first: bool = True

    def __post_init__(self) -> None:
        self.variant, self.tile_set = self.choice.variant, self.choice.tile_set
        self.layout = load_layout(self.variant.layouts[0])
        self.nicks = [player.nick for player in self.record.players]
        if len(self.nicks) > self.variant.max_seats:
            self._refuse_players()
        self.totals = dict.fromkeys(self.nicks, 0)
        self.supply = Supply(self.variant, self.tile_set, max(2, len(self.nicks)))

    def _refuse_players(self) -> None:
        line = next((e.line for e in self.record.entries if e.player == self.nicks[-1]), 1)
        said = f"{self.variant.name} is for {self.variant.max_seats} players at most"
        raise RecordError("gcg.players", said, line=line)

    def replay(self) -> Replay:
        replayed: list[ReplayedEntry] = []
        for entry in self.record.entries:
            try:
                replayed.append(self._replay_entry(entry))
                self.is_first = False
            except RuleError as error:
                raise RecordError(error.code, error.message, line=entry.line) from error
            self._compare(replayed[-1])
            self.totals[entry.player] = entry.total
        self._check_end()
        return Replay(
            self.record,
            self.choice,
            tuple(replayed),
            tuple(self.slips),
            self.totals,
            self.board,
        )

    def _replay_entry(self, entry: Entry) -> ReplayedEntry:
        if self.ended and entry.kind not in ALONE_AFTER_END:
            raise UnlawfulError("gcg.after_end", "the game is over: tiles left were counted")
        if self.is_first and entry.kind in ALONE_AFTER_END:
            raise UnlawfulError("gcg.before_start", "no turn was taken yet")
        if entry.kind in (EntryKind.PLAY, EntryKind.EXCHANGE):
            self._doubt(entry, "rack", doubt_rack)
        match entry.kind:
            case EntryKind.PLAY:
                return self._play(entry)
            case EntryKind.WITHDRAWAL:
                taken = self._withdraw(entry)
                return ReplayedEntry(entry, taken, self.board)
            case EntryKind.CHALLENGE:
                return ReplayedEntry(entry, self._count_bonus(entry), self.board)
            case EntryKind.TIME:
                return ReplayedEntry(entry, penalty_of(entry), self.board)
            case EntryKind.RACK:
                return ReplayedEntry(entry, self._count_rack(entry), self.board)
            case EntryKind.EXCHANGE:
                self._doubt(entry, "exchange", doubt_exchange)
        return ReplayedEntry(entry, 0, self.board)

    def _play(self, entry: Entry) -> ReplayedEntry:
        play = read_play(self.board, entry.position, entry.tiles, self.tile_set)
        formation = form_words(self.board, self.layout, play, self.choice.options.placement)
        if len(formation.placed) > self.variant.rack_size:
            raise UnlawfulError("gcg.rack", "more tiles than a rack holds")
        seat = self.nicks.index(entry.player)
        ground = Ground(self.board, self.layout, self.tile_set, seat)
        bingo = len(formation.placed) == self.variant.rack_size
        score = self.variant.scoring.score(ground, formation, bingo)
        laid = Counter(letter.tile for letter in formation.placed.values())
        self.last = _LastPlay(entry, self.board, laid, len(score.words))
        self.board = land(self.board, seat, formation.placed, score)
        self._check_supply()
        for nick in self.nicks:
            self.totals[nick] -= score.stolen * (nick != entry.player)
        return ReplayedEntry(entry, score.total, self.board, play, score, formation.misplaced)

    def _check_supply(self) -> None:
        if missing := self.supply.missing(self.board, {}):
            faces = self.tile_set.write(tuple(missing.elements()))
            raise UnlawfulError("tiles.too_many", f"more tiles than there are: {faces}")

    def _withdraw(self, entry: Entry) -> int:
        """Undo the play before, which must be the same player's."""
        if self.last is None or self.last.entry.player != entry.player:
            raise UnlawfulError("gcg.withdrawal", "no play to withdraw")
        taken, self.last = self.last, None
        self.board = taken.before
        return -taken.entry.score

    def _count_bonus(self, entry: Entry) -> int:
        """The play before, which must be the same player's, was challenged in vain."""
        if self.last is None or self.last.entry.player != entry.player:
            raise UnlawfulError("gcg.challenge", "no play that was challenged")
        return bonus_of(entry, self.last.words)

    def _doubt(self, entry: Entry, figure: str, check: Check) -> None:
        if doubt := check(entry, self.supply, self.board):
            stated, computed, said = doubt
            self._slip(entry, figure, stated, computed, said)

    def _count_rack(self, entry: Entry) -> int:
        self.ended = True
        points, wrong = count_left(entry, self.record, self.supply, self.board)
        if wrong:
            self._slip(entry, "left", entry.score, points, wrong)
        return points

    def _check_end(self) -> None:
        """A play that went out is followed by a line for the tiles left."""
        if self.last is None or self.ended:
            return
        last = self.last.entry
        owed = points_uncounted(self.record, last, self.last.laid, self.supply, self.board)
        if owed:
            self._slip(last, "left", 0, owed, "no line counts the tiles that are left")

    def _compare(self, replayed: ReplayedEntry) -> None:
        entry = replayed.entry
        if entry.score != replayed.computed:
            self._slip(entry, "score", entry.score, replayed.computed)
        total = self.totals[entry.player] + entry.score
        if entry.total != total:
            self._slip(entry, "total", entry.total, total)

    def _slip(self, entry: Entry, figure: str, stated: int, computed: int, said: str = "") -> None:
        self.slips.append(Slip(entry.line, entry.player, figure, stated, computed, said))
