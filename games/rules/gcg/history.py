"""Make the history of a recorded game: every line as an act with the states before and after it.

The results of a line are taken from the record, not computed by the rules again: turns may be
missing, figures wrong, and the challenger unknown (the next seat is assumed). ``rack_tracking``
determines what the seats held, ``entry_acts`` what a line does, ``game_end`` how the game ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from games.rules.equipment.board import Board
from games.rules.equipment.word_lookup import WordLookup
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.flow.turns import find_next_seat
from games.rules.gcg.bonus_scores import ALONE_AFTER_END
from games.rules.gcg.entry_acts import (
    RecordedAct,
    RevocablePlay,
    guess_exchanged_tiles,
    let_play_stand,
    make_exchange,
    make_leave,
    make_pass,
    make_play,
    take_back_play,
)
from games.rules.gcg.game_end import count_closing_entries, end_history
from games.rules.gcg.pragmas import (
    TURNS,
    ChallengePragma,
    LeavePragma,
    read_challenges,
    read_leaves,
)
from games.rules.gcg.rack_sizes import RackSizes
from games.rules.gcg.rack_tracking import RackTracker, count_exchanged, find_tiles_leaving
from games.rules.gcg.records import EntryKind, RecordEntry
from games.rules.gcg.replay import Replay
from games.rules.gcg.replayed_entries import ReplayedEntry
from games.rules.plays.events import StartDraw, TurnLost
from games.rules.positions.state import GameState, SeatState
from games.rules.time.clock import NO_CLOCK

ANSWERS = (EntryKind.WITHDRAWAL, EntryKind.CHALLENGE)
"""Kinds of lines that may record the result of a challenge."""


def build_history(replay: Replay, lexicon: WordLookup | None = None) -> GameHistory:
    """Make the history of a replayed record.

    ``lexicon`` determines which words of a withdrawn play were invalid. Without it, that is known
    only for a play that formed a single word.
    """
    return _HistoryBuilder(replay, lexicon).history()


@dataclass
class _Turn:
    """One act in the making, after ``at`` lines.

    ``source`` is its line, or a header about leaving or a failed challenge. ``lost`` are the turns
    lost after it, ``closing`` the entries counted after it.
    """

    at: int
    seat: int
    source: ReplayedEntry | LeavePragma | ChallengePragma
    lost: list[TurnLost] = field(default_factory=list)
    closing: list[RecordEntry] = field(default_factory=list)

    @property
    def until(self) -> int:
        return self.at + isinstance(self.source, ReplayedEntry)

    @property
    def is_turn(self) -> bool:
        """Whether it takes a turn, which leaving and challenging do not."""
        return isinstance(self.source, ReplayedEntry) and self.source.entry.kind in TURNS


class _HistoryBuilder:
    """Converts one record, keeping track of hidden tiles and of the last play."""

    def __init__(self, replay: Replay, lexicon: WordLookup | None) -> None:
        self.replay, self.lexicon = replay, lexicon
        self.nicks = [player.nick for player in replay.record.players]
        variant = replay.choice.variant
        self.seats = max(variant.min_seats, len(self.nicks))
        self.holdings = RackTracker(replay, self.seats)
        racks = (variant.rack_size,) * self.seats
        self.sizes = RackSizes(racks, replay.tile_set.total - sum(racks))
        self.known: tuple[bool, ...] = ()
        self.revocable: RevocablePlay | None = None
        self.doubts = {doubt.after: doubt for doubt in read_challenges(replay.record)}
        self.costs_turn = replay.choice.options.challenge.costs_turn

    def history(self) -> GameHistory:
        turns = list(self._turns())
        opening = state = self._open(turns)
        steps: list[HistoryStep] = []
        for number, turn in enumerate(turns, 1):
            rest, known = turns[number:], self.known
            made = self._make(state, turn)
            self.sizes = made.sizes
            scoreless = made.state.scoreless + len(turn.lost)
            after = replace(made.state, turn_number=number, scoreless=scoreless)
            after = self._pass_turn_on(after, turn, rest)
            if rest:
                closed = count_closing_entries(self.replay, after, turn.closing)
            else:
                closed = end_history(self.replay, after, turn.closing, made.seat, made.act)
            events = (*made.events, *turn.lost, *closed.events)
            whole = known[made.seat] and self._names_tiles(turn)
            held = frozenset(seat for seat, is_known in enumerate(known) if is_known)
            steps.append(
                HistoryStep(number, made.seat, made.act, state, events, closed.state, whole, held)
            )
            state = closed.state
        held = frozenset(seat for seat, is_known in enumerate(self.known) if is_known)
        return GameHistory(opening, tuple(steps), held)

    def _turns(self) -> Iterator[_Turn]:
        """Yield lines, departures and failed challenges in order, each with what followed it."""
        asides: list[LeavePragma | ChallengePragma] = [*self._leaves(), *self._failed_challenges()]
        asides.sort(key=lambda aside: aside.after)
        owed: Counter[int] = Counter()
        turn: _Turn | None = None
        for at, each in enumerate([*self.replay.entries, None]):
            while asides and asides[0].after <= at:
                if turn:
                    yield turn
                aside = asides.pop(0)
                turn = _Turn(at, aside.seat, aside)
                owed[aside.seat] += isinstance(aside, ChallengePragma)
            if each is None:
                break
            seat, kind = self.nicks.index(each.entry.player), each.entry.kind
            if turn and kind in ALONE_AFTER_END:
                turn.closing.append(each.entry)
            elif turn and owed[seat] and kind is EntryKind.PASS and self.costs_turn:
                owed[seat] -= 1
                is_own = isinstance(turn.source, ChallengePragma) and turn.seat == seat
                turn.lost.append(TurnLost(seat, owed=not is_own))
            else:
                if turn:
                    yield turn
                turn = _Turn(at, seat, each)
        if turn:
            yield turn

    def _failed_challenges(self) -> Iterator[ChallengePragma]:
        """Yield failed challenges that have no line."""
        entries = [*self.replay.entries, None]
        for doubt in self.doubts.values():
            following = entries[doubt.after]
            if not following or following.entry.kind not in ANSWERS:
                yield doubt

    def _leaves(self) -> Iterator[LeavePragma]:
        """Yield departures: each seat leaves at most once, and the last one stays."""
        departed: set[int] = set()
        for leave in read_leaves(self.replay.record):
            if leave.seat not in departed and len(departed) < self.seats - 1:
                departed.add(leave.seat)
                yield leave

    def _open(self, turns: Sequence[_Turn]) -> GameState:
        """Return the state before the first act, with all racks dealt."""
        choice = self.replay.choice
        first = next((turn.seat for turn in turns if turn.is_turn), 0)
        empty = GameState(
            variant_id=choice.variant.id,
            tile_set_code=choice.tile_set.code,
            layout_id=choice.variant.layouts[0],
            options=replace(choice.options, clock=NO_CLOCK),
            seats=(SeatState(()),) * self.seats,
            board=Board(),
            bag=(),
            shuffles=0,
            to_move=first,
            draw=StartDraw(first),
        )
        return self._deal(empty, 0, turns, first)

    def _make(self, state: GameState, turn: _Turn) -> RecordedAct:
        source, seat, sizes = turn.source, turn.seat, self.sizes
        if isinstance(source, LeavePragma):
            return make_leave(state, sizes, source)
        if isinstance(source, ChallengePragma):
            assert self.revocable, "only a play is challenged"
            return let_play_stand(state, sizes, self.revocable, seat, None)
        if source.play is not None and source.score is not None:
            made, self.revocable = make_play(state, sizes, seat, source, source.play, source.score)
            return made
        match source.entry.kind:
            case EntryKind.EXCHANGE:
                leaving = find_tiles_leaving(self.replay, source)
                count = count_exchanged(source.entry, leaving)
                tiles = guess_exchanged_tiles(state.seats[seat].rack, leaving, count)
                return make_exchange(state, sizes, seat, source.entry, tiles)
            case EntryKind.WITHDRAWAL if self.revocable:
                challenger = self._challenger(state, turn.at, self.revocable)
                return take_back_play(state, self.revocable, challenger, source.entry, self.lexicon)
            case EntryKind.CHALLENGE if self.revocable:
                challenger = self._challenger(state, turn.at, self.revocable)
                return let_play_stand(state, sizes, self.revocable, challenger, source.entry)
        return make_pass(state, sizes, seat, source.entry)

    def _challenger(self, state: GameState, at: int, revocable: RevocablePlay) -> int:
        doubt = self.doubts.get(at)
        return doubt.seat if doubt else find_next_seat(state, revocable.seat)

    def _pass_turn_on(self, state: GameState, turn: _Turn, rest: Sequence[_Turn]) -> GameState:
        """Give the turn to the player of the record's next turn, or else to the next seat."""
        to_move = state.to_move
        if turn.is_turn or (to_move == turn.seat and isinstance(turn.source, LeavePragma)):
            to_move = find_next_seat(state, turn.seat)
        for lost in turn.lost:
            to_move = find_next_seat(state, lost.seat)
        to_move = next((later.seat for later in rest if later.is_turn), to_move)
        dealt = self._deal(state, turn.until, rest, turn.seat)
        if (
            (pending := dealt.pending)
            and isinstance(turn.source, ReplayedEntry)
            and turn.source.play
        ):
            kept = Counter(pending.seat_before.rack) - Counter(turn.source.play.tiles())
            drawn = Counter(dealt.seats[turn.seat].rack) - kept
            dealt = replace(dealt, pending=replace(pending, drawn=tuple(drawn.elements())))
        return replace(dealt, to_move=to_move)

    def _deal(self, state: GameState, line: int, coming: Sequence[_Turn], first: int) -> GameState:
        """Return the state with the racks after ``line`` lines.

        The seat that acts next is dealt the tiles that its act uses.
        """
        if coming:
            first = coming[0].seat
            if isinstance(source := coming[0].source, ReplayedEntry):
                leaving = find_tiles_leaving(self.replay, source).total()
                rack_size = state.variant.rack_size
                self.sizes = self.sizes.with_minimum(first, min(leaving, rack_size))
        dealt = self.holdings.deal(line, state.board, self.sizes, first)
        self.known = dealt.known
        seats = tuple(
            replace(seat, rack=rack) for seat, rack in zip(state.seats, dealt.racks, strict=True)
        )
        return replace(state, seats=seats, bag=dealt.bag)

    def _names_tiles(self, turn: _Turn) -> bool:
        """Return whether the line names its tiles; only an exchange may give their number alone."""
        source = turn.source
        if (
            isinstance(source, LeavePragma | ChallengePragma)
            or source.entry.kind is not EntryKind.EXCHANGE
        ):
            return True
        return bool(find_tiles_leaving(self.replay, source))
