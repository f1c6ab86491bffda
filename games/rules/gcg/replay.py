"""Replay a record through the rules: every play must be legal, every stated figure is compared.

Figures that differ are mistakes: they are reported, but the stated ones are kept, as for printed
annotated games. Turns and racks are taken as recorded, since records give both incompletely; what
cannot have happened that way is a mistake as well, and is found in ``checks``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from games.rules.equipment.board import Board
from games.rules.equipment.errors import NotAllowedError, RecordError, RuleError
from games.rules.equipment.layouts import load_layout
from games.rules.equipment.tiles import Tile, TileSet
from games.rules.gcg.bonus_scores import (
    ALONE_AFTER_END,
    EntryCheck,
    TileSupply,
    check_exchange,
    check_rack,
    count_missing_points,
    get_challenge_bonus,
    get_time_penalty,
    score_tiles_left,
)
from games.rules.gcg.checks import check_record, remark_on_racks
from games.rules.gcg.game_settings import RecordedSettings, detect_settings
from games.rules.gcg.play_notation import read_play
from games.rules.gcg.records import EntryKind, GcgRecord, RecordEntry
from games.rules.gcg.replayed_entries import RecordMistake, RecordRemark, ReplayedEntry
from games.rules.plays.placement import form_words
from games.rules.plays.scoring import ScoringContext, lay_tiles


@dataclass(frozen=True, slots=True)
class Replay:
    """A replayed record.

    ``mistakes`` are its mistakes, ``remarks`` the contradictions between its racks.
    """

    record: GcgRecord
    choice: RecordedSettings
    entries: tuple[ReplayedEntry, ...]
    mistakes: tuple[RecordMistake, ...]
    totals: dict[str, int]
    board: Board
    remarks: tuple[RecordRemark, ...] = ()

    @property
    def tile_set(self) -> TileSet:
        return self.choice.tile_set

    @property
    def assumed(self) -> tuple[str, ...]:
        return self.choice.assumed


def replay_record(record: GcgRecord, tile_set: str | None = None) -> Replay:
    """Replay a record; raises RecordError at the first entry that cannot be played.

    >>> from games.rules.gcg.reader import read_record
    >>> game = replay_record(read_record(">ann: CAT 8G CAT +5 5\\n>bob: S 8G ...S +6 6"))
    >>> game.board
    Board(G8=C H8=A I8=T J8=S)
    >>> [(one.line, one.figure, one.stated, one.computed) for one in game.mistakes[:1]]
    [(1, 'score', 5, 10)]
    >>> replay_record(read_record(">ann: CAT 8G CAT +5 5\\n>bob: S 15O S +6 6"))
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.RecordError: line 2: the play touches no tile on the board

    ``tile_set`` overrides what the record states; see :mod:`games.rules.gcg.game_settings`.
    """
    return _Replayer(record, detect_settings(record, tile_set)).replay()


@dataclass(frozen=True, slots=True)
class _LastPlay:
    """The play that may still be challenged, the board before it, its new tiles and number of
    words."""

    entry: RecordEntry
    before: Board
    placed: Counter[Tile]
    words: int


@dataclass
class _Replayer:
    """Replays a record, keeping the board, the totals, and what is needed to take back the last
    play."""

    record: GcgRecord
    choice: RecordedSettings
    board: Board = field(default_factory=Board)
    totals: dict[str, int] = field(default_factory=dict)
    last: _LastPlay | None = None
    mistakes: list[RecordMistake] = field(default_factory=list)
    ended: bool = False
    is_first: bool = True

    def __post_init__(self) -> None:
        self.variant, self.tile_set = self.choice.variant, self.choice.tile_set
        self.layout = load_layout(self.variant.layouts[0])
        self.nicks = [player.nick for player in self.record.players]
        if len(self.nicks) > self.variant.max_seats:
            self._refuse_players()
        self.totals = dict.fromkeys(self.nicks, 0)
        self.supply = TileSupply(self.variant, self.tile_set, max(2, len(self.nicks)))

    def _refuse_players(self) -> None:
        line = next((e.line for e in self.record.entries if e.player == self.nicks[-1]), 1)
        message = f"{self.variant.name} is for {self.variant.max_seats} players at most"
        raise RecordError("gcg.players", message, line=line)

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
        self.mistakes += check_record(self.record, replayed, self.totals, self.supply)
        self.mistakes.sort(key=lambda mistake: mistake.line)
        return Replay(
            self.record,
            self.choice,
            tuple(replayed),
            tuple(self.mistakes),
            self.totals,
            self.board,
            tuple(remark_on_racks(self.record, replayed, self.supply, self.mistakes)),
        )

    def _replay_entry(self, entry: RecordEntry) -> ReplayedEntry:
        if self.ended and entry.kind not in ALONE_AFTER_END:
            raise NotAllowedError("gcg.after_end", "the game is over: tiles left were counted")
        if self.is_first and entry.kind in ALONE_AFTER_END:
            raise NotAllowedError("gcg.before_start", "no turn was taken yet")
        if entry.kind in (EntryKind.PLAY, EntryKind.EXCHANGE):
            self._check_entry(entry, "rack", check_rack)
        match entry.kind:
            case EntryKind.PLAY:
                return self._play(entry)
            case EntryKind.WITHDRAWAL:
                taken = self._withdraw(entry)
                return ReplayedEntry(entry, taken, self.board)
            case EntryKind.CHALLENGE:
                return ReplayedEntry(entry, self._count_bonus(entry), self.board)
            case EntryKind.TIME:
                return ReplayedEntry(entry, get_time_penalty(entry), self.board)
            case EntryKind.RACK:
                return ReplayedEntry(entry, self._count_rack(entry), self.board)
            case EntryKind.EXCHANGE:
                self._check_entry(entry, "exchange", check_exchange)
        return ReplayedEntry(entry, 0, self.board)

    def _play(self, entry: RecordEntry) -> ReplayedEntry:
        play = read_play(self.board, entry.position, entry.tiles, self.tile_set)
        formation = form_words(self.board, self.layout, play, self.choice.options.placement)
        if len(formation.placed) > self.variant.rack_size:
            raise NotAllowedError("gcg.rack", "more tiles than a rack holds")
        seat = self.nicks.index(entry.player)
        get_scoring_context = ScoringContext(self.board, self.layout, self.tile_set, seat)
        score = self.variant.score_play(get_scoring_context, formation)
        placed = Counter(letter.tile for letter in formation.placed.values())
        self.last = _LastPlay(entry, self.board, placed, len(score.words))
        self.board = lay_tiles(self.board, seat, formation.placed, score)
        self._check_supply()
        for nick in self.nicks:
            # With owned tiles, what one player steals the other loses.
            self.totals[nick] -= score.stolen * (nick != entry.player)
        return ReplayedEntry(entry, score.total, self.board, play, score, formation.misplaced)

    def _check_supply(self) -> None:
        if missing := self.supply.missing(self.board, {}):
            faces = self.tile_set.write(tuple(missing.elements()))
            raise NotAllowedError("tiles.too_many", f"more tiles than there are: {faces}")

    def _withdraw(self, entry: RecordEntry) -> int:
        """Take back the previous play, which must be the same player's."""
        if self.last is None or self.last.entry.player != entry.player:
            raise NotAllowedError("gcg.withdrawal", "no play to withdraw")
        taken, self.last = self.last, None
        self.board = taken.before
        return -taken.entry.score

    def _count_bonus(self, entry: RecordEntry) -> int:
        """Return the bonus for a failed challenge of the previous play, which must be the same
        player's."""
        if self.last is None or self.last.entry.player != entry.player:
            raise NotAllowedError("gcg.challenge", "no play that was challenged")
        return get_challenge_bonus(entry, self.last.words)

    def _check_entry(self, entry: RecordEntry, figure: str, check: EntryCheck) -> None:
        if doubt := check(entry, self.supply, self.board):
            stated, computed, message = doubt
            self._add_mistake(entry, figure, stated, computed, message)

    def _count_rack(self, entry: RecordEntry) -> int:
        self.ended = True
        points, wrong = score_tiles_left(entry, self.record, self.supply, self.board)
        if wrong:
            self._add_mistake(entry, "left", entry.score, points, wrong)
        return points

    def _check_end(self) -> None:
        """Report a play that went out if no line counts the tiles left."""
        if self.last is None or self.ended:
            return
        last = self.last.entry
        owed = count_missing_points(self.record, last, self.last.placed, self.supply, self.board)
        if owed:
            self._add_mistake(last, "left", 0, owed, "no line counts the tiles that are left")

    def _compare(self, replayed: ReplayedEntry) -> None:
        entry = replayed.entry
        if entry.score != replayed.computed:
            self._add_mistake(entry, "score", entry.score, replayed.computed)
        total = self.totals[entry.player] + entry.score
        if entry.total != total:
            self._add_mistake(entry, "total", entry.total, total)

    def _add_mistake(
        self, entry: RecordEntry, figure: str, stated: int, computed: int, message: str = ""
    ) -> None:
        self.mistakes.append(
            RecordMistake(entry.line, entry.player, figure, stated, computed, message)
        )
