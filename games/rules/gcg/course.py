"""The course of a recorded game: every line as an act, beside the states around it.

What a line does is taken from the record and not asked of the rules again: turns may be missing,
figures wrong, and who challenged need not be told (it is taken to be the next seat). What the seats
held is found in ``holdings``, what a line does in ``lines``, how the game ended in ``endings``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from games.rules.board import Board
from games.rules.clock import NO_CLOCK
from games.rules.course import Course, Step
from games.rules.events import StartDraw, TurnLost
from games.rules.gcg.endings import close_turn, end_course
from games.rules.gcg.figures import ALONE_AFTER_END
from games.rules.gcg.holdings import Holdings, Sizes, count_exchanged, tiles_gone
from games.rules.gcg.lines import (
    Laid,
    Made,
    guess_exchanged,
    let_stand,
    make_exchange,
    make_leave,
    make_pass,
    make_play,
    take_back,
)
from games.rules.gcg.pragmas import TURNS, Doubt, Leave, read_challenges, read_leaves
from games.rules.gcg.records import Entry, EntryKind
from games.rules.gcg.replay import Replay, ReplayedEntry
from games.rules.lexicon import Lexicon
from games.rules.state import GameState, SeatState
from games.rules.turns import next_seat

ANSWERS = (EntryKind.WITHDRAWAL, EntryKind.CHALLENGE)
"""What a line may say of a challenge."""


def make_course(replay: Replay, lexicon: Lexicon | None = None) -> Course:
    """``lexicon`` tells which words of a play that was taken back were not good; without one this
    is known only of a play that formed no other."""
    return _Tracing(replay, lexicon).course()


@dataclass
class _Turn:
    """One act to be, after ``at`` lines: what a line says of ``seat``, or that it left, or that it
    challenged in vain. ``lost``: turns lost after it. ``closing``: what was counted then."""

    at: int
    seat: int
    told: ReplayedEntry | Leave | Doubt
    lost: list[TurnLost] = field(default_factory=list)
    closing: list[Entry] = field(default_factory=list)

    @property
    def until(self) -> int:
        return self.at + isinstance(self.told, ReplayedEntry)

    @property
    def is_turn(self) -> bool:
        """Whether it takes a turn: leaving and challenging do not."""
        return isinstance(self.told, ReplayedEntry) and self.told.entry.kind in TURNS


class _Tracing:
    """One record on its way to a course: the sizes of what is hidden, and the last play."""

    def __init__(self, replay: Replay, lexicon: Lexicon | None) -> None:
        self.replay, self.lexicon = replay, lexicon
        self.nicks = [player.nick for player in replay.record.players]
        variant = replay.choice.variant
        self.seats = max(variant.min_seats, len(self.nicks))
        self.holdings = Holdings(replay, self.seats)
        racks = (variant.rack_size,) * self.seats
        self.sizes = Sizes(racks, replay.tile_set.total - sum(racks))
        self.known: tuple[bool, ...] = ()
        self.laid: Laid | None = None
        self.doubts = {doubt.after: doubt for doubt in read_challenges(replay.record)}
        self.costs_turn = replay.choice.options.challenge.costs_turn

    def course(self) -> Course:
        turns = list(self._turns())
        opening = state = self._open(turns)
        steps: list[Step] = []
        for number, turn in enumerate(turns, 1):
            rest, known = turns[number:], self.known
            made = self._make(state, turn)
            self.sizes = made.sizes
            scoreless = made.state.scoreless + len(turn.lost)
            after = replace(made.state, turn_number=number, scoreless=scoreless)
            after = self._hand_on(after, turn, rest)
            if rest:
                closed = close_turn(self.replay, after, turn.closing)
            else:
                closed = end_course(self.replay, after, turn.closing, made.seat, made.act)
            events = (*made.events, *turn.lost, *closed.events)
            whole = known[made.seat] and self._names_tiles(turn)
            steps.append(Step(number, made.seat, made.act, state, events, closed.state, whole))
            state = closed.state
        return Course(opening, tuple(steps))

    def _turns(self) -> Iterator[_Turn]:
        """The lines, those who left and those who challenged in vain in their order, with what was
        lost and counted after each."""
        asides: list[Leave | Doubt] = [*self._leaves(), *self._in_vain()]
        asides.sort(key=lambda aside: aside.after)
        owed: Counter[int] = Counter()
        turn: _Turn | None = None
        for at, each in enumerate([*self.replay.entries, None]):
            while asides and asides[0].after <= at:
                if turn:
                    yield turn
                aside = asides.pop(0)
                turn = _Turn(at, aside.seat, aside)
                owed[aside.seat] += isinstance(aside, Doubt)
            if each is None:
                break
            seat, kind = self.nicks.index(each.entry.player), each.entry.kind
            if turn and kind in ALONE_AFTER_END:
                turn.closing.append(each.entry)
            elif turn and owed[seat] and kind is EntryKind.PASS and self.costs_turn:
                owed[seat] -= 1
                is_own = isinstance(turn.told, Doubt) and turn.seat == seat
                turn.lost.append(TurnLost(seat, owed=not is_own))
            else:
                if turn:
                    yield turn
                turn = _Turn(at, seat, each)
        if turn:
            yield turn

    def _in_vain(self) -> Iterator[Doubt]:
        """Challenges that no line tells of."""
        entries = [*self.replay.entries, None]
        for doubt in self.doubts.values():
            following = entries[doubt.after]
            if not following or following.entry.kind not in ANSWERS:
                yield doubt

    def _leaves(self) -> Iterator[Leave]:
        """Each seat leaves once, and the last one stays."""
        gone: set[int] = set()
        for leave in read_leaves(self.replay.record):
            if leave.seat not in gone and len(gone) < self.seats - 1:
                gone.add(leave.seat)
                yield leave

    def _open(self, turns: Sequence[_Turn]) -> GameState:
        """The state before the first act, everybody's rack dealt."""
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

    def _make(self, state: GameState, turn: _Turn) -> Made:
        told, seat, sizes = turn.told, turn.seat, self.sizes
        if isinstance(told, Leave):
            return make_leave(state, sizes, told)
        if isinstance(told, Doubt):
            assert self.laid, "only a play is challenged"
            return let_stand(state, sizes, self.laid, seat, None)
        if told.play is not None and told.score is not None:
            made, self.laid = make_play(state, sizes, seat, told, told.play, told.score)
            return made
        match told.entry.kind:
            case EntryKind.EXCHANGE:
                named = tiles_gone(self.replay, told)
                count = count_exchanged(told.entry, named)
                tiles = guess_exchanged(state.seats[seat].rack, named, count)
                return make_exchange(state, sizes, seat, told.entry, tiles)
            case EntryKind.WITHDRAWAL if self.laid:
                challenger = self._challenger(state, turn.at, self.laid)
                return take_back(state, self.laid, challenger, told.entry, self.lexicon)
            case EntryKind.CHALLENGE if self.laid:
                challenger = self._challenger(state, turn.at, self.laid)
                return let_stand(state, sizes, self.laid, challenger, told.entry)
        return make_pass(state, sizes, seat, told.entry)

    def _challenger(self, state: GameState, at: int, laid: Laid) -> int:
        doubt = self.doubts.get(at)
        return doubt.seat if doubt else next_seat(state, laid.seat)

    def _hand_on(self, state: GameState, turn: _Turn, rest: Sequence[_Turn]) -> GameState:
        """The turn goes to whom the record gives the next one, else to the next seat."""
        to_move = state.to_move
        if turn.is_turn or (to_move == turn.seat and isinstance(turn.told, Leave)):
            to_move = next_seat(state, turn.seat)
        for lost in turn.lost:
            to_move = next_seat(state, lost.seat)
        to_move = next((later.seat for later in rest if later.is_turn), to_move)
        dealt = self._deal(state, turn.until, rest, turn.seat)
        if (pending := dealt.pending) and isinstance(turn.told, ReplayedEntry) and turn.told.play:
            kept = Counter(pending.seat_before.rack) - Counter(turn.told.play.tiles())
            drawn = Counter(dealt.seats[turn.seat].rack) - kept
            dealt = replace(dealt, pending=replace(pending, drawn=tuple(drawn.elements())))
        return replace(dealt, to_move=to_move)

    def _deal(self, state: GameState, line: int, coming: Sequence[_Turn], first: int) -> GameState:
        """The state with what was held after so many lines; whoever acts next holds what that
        takes."""
        if coming:
            first = coming[0].seat
            if isinstance(told := coming[0].told, ReplayedEntry):
                gone = tiles_gone(self.replay, told).total()
                most = state.variant.rack_size
                self.sizes = self.sizes.with_at_least(first, min(gone, most))
        dealt = self.holdings.deal(line, state.board, self.sizes, first)
        self.known = dealt.known
        seats = tuple(
            replace(seat, rack=rack) for seat, rack in zip(state.seats, dealt.racks, strict=True)
        )
        return replace(state, seats=seats, bag=dealt.bag)

    def _names_tiles(self, turn: _Turn) -> bool:
        """Whether a line of tiles exchanged says which they were; other lines always do."""
        told = turn.told
        if isinstance(told, Leave | Doubt) or told.entry.kind is not EntryKind.EXCHANGE:
            return True
        return bool(tiles_gone(self.replay, told))
