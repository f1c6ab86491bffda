"""Clocks: hand-made cases, falling flags, and overtime in the final scores."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import given

from games.rules.equipment.errors import NotAllowedError, RuleError
from games.rules.flow.game import GameState, Phase, apply, start_game
from games.rules.flow.game_clock import is_out_of_time, pause_clock, resume_clock
from games.rules.flow.simulation import PseudoLexicon, choose_act
from games.rules.gcg.game_recorder import record_game
from games.rules.gcg.records import EntryKind, RecordPlayer
from games.rules.plays.acts import Act, Challenge, Exchange, Flag, Pass
from games.rules.positions.options import ChallengeRule
from games.rules.positions.variants import get_variant
from games.rules.time.clock import MAX_LAG_CREDIT, MINUTE, Clock, TimeControl, count_overtime_points

SEED = bytes(32)
LEXICON = PseudoLexicon()
T0 = 1_700_000_000_000


def begin(clock: str, seats: int = 2, variant: str = "scrabble", **chosen: object) -> GameState:
    options = get_variant(variant).options(clock=TimeControl.read(clock), **chosen)
    return resume_clock(start_game(variant, options, seats, SEED).state, T0)


def do(state: GameState, act: Act, at: int, *, seat: int | None = None, lag: int = 0) -> GameState:
    """Apply an act of ``seat``, by default the seat to move, ``at`` milliseconds after ``T0``."""
    actor = state.to_move if seat is None else seat
    assert actor is not None
    return apply(state, actor, act, lexicon=LEXICON, seed=SEED, now=T0 + at, lag=lag).state


def swap(state: GameState, at: int, *, lag: int = 0) -> GameState:
    assert state.to_move is not None
    return do(state, Exchange(state.seats[state.to_move].rack[:1]), at, lag=lag)


def clock_of(state: GameState) -> Clock:
    assert state.clock is not None
    return state.clock


# The time control, the instants at which the seats take turns (ms after T0), and the time left
# then (ms) for each seat, the first to move first.
CASES = [
    ("25+0/5", [], (1_500_000, 1_500_000)),
    ("25+0/5", [12_345], (1_487_655, 1_500_000)),
    ("25+0/5", [12_345, 20_000], (1_487_655, 1_492_345)),
    ("5+5", [1_000], (304_000, 300_000)),
    ("5+5", [7_000, 7_000], (298_000, 305_000)),
    ("3+2", [180_000 - 1], (2_001, 180_000)),
    ("0:20+0/1", [20_000], (0, 20_000)),
    ("0:20+10/1", [20_000], (0, 20_000)),
    ("0:20+0/1", [20_001], (-1, 20_000)),
    ("0:20+10/2", [85_000], (-65_000, 20_000)),
    ("60s", [59_999], (60_000, 60_000)),
    ("60s", [10_000, 50_000], (60_000, 60_000)),
]


@pytest.mark.parametrize(("clock", "instants", "left"), CASES)
def test_the_time_left_follows_from_the_turns(
    clock: str, instants: list[int], left: tuple[int, int]
) -> None:
    state = begin(clock)
    first = state.to_move
    for instant in instants:
        state = swap(state, instant)
    in_order = clock_of(state).left if first == 0 else clock_of(state).left[::-1]
    assert in_order == left
    assert clock_of(state).running == state.to_move
    assert clock_of(state).since == T0 + (instants[-1] if instants else 0)


# Milliseconds of overtime, and the points they cost.
OVERTIME = [(-1, 0), (0, 0), (1, 10), (59_999, 10), (60_000, 10), (60_001, 20), (299_999, 50)]


@pytest.mark.parametrize(("over", "points"), OVERTIME)
def test_every_started_minute_of_overtime_costs_ten_points(over: int, points: int) -> None:
    assert count_overtime_points(TimeControl.read("25+0/5"), Clock((-over, 0), (0, 0)), 0) == points


# The time control, when the act arrives (ms after the turn began), its lag (ms), in time or not.
FLAGS = [
    ("0:20+0", 19_999, 0, True),
    ("0:20+0", 20_000, 0, False),
    ("0:20+0", 20_300, 301, True),
    ("0:20+0", 20_300, 300, False),
    ("0:20+0", 20_499, 9_999, True),
    ("0:20+0", 20_500, 9_999, False),
    ("0:20+0/1", 79_999, 0, True),
    ("0:20+0/1", 80_000, 0, False),
    ("10s", 9_999, 0, True),
    ("10s", 10_000, 0, False),
]


@pytest.mark.parametrize(("clock", "at", "lag", "in_time"), FLAGS)
def test_a_late_act_is_refused(clock: str, at: int, lag: int, in_time: bool) -> None:
    state = begin(clock)
    if in_time:
        assert swap(state, at, lag=lag).turn_number == 1
    else:
        with pytest.raises(NotAllowedError, match="is out"):
            swap(state, at, lag=lag)


def test_a_whole_game_credits_a_connection_with_three_seconds_at_most() -> None:
    """Each seat claims half a second of lag in each of its fifteen turns."""
    state, at = begin("5+0"), 0
    for _turn in range(30):
        at += 1_000
        state = swap(state, at, lag=500)
    assert state.clock is not None
    assert state.clock.credited == (MAX_LAG_CREDIT, MAX_LAG_CREDIT)
    assert state.clock.left == (300_000 - 15_000 + MAX_LAG_CREDIT,) * 2


def test_the_flag_waits_for_commands_that_may_be_on_their_way() -> None:
    state = begin("0:20+0")
    assert not is_out_of_time(state, T0 + 20_499)
    with pytest.raises(NotAllowedError) as refused:
        do(state, Flag(), 20_499)
    assert refused.value.code == "clock.not_out"
    lost = do(state, Flag(), 20_500)
    assert lost.outcome is not None
    assert (lost.outcome.reason, lost.outcome.winner) == ("forfeited", 1 - (state.to_move or 0))


def test_flags_fall_only_for_the_seat_to_move_with_a_running_clock() -> None:
    state = begin("0:20+0")
    for wrong in (
        lambda: do(state, Flag(), 30_000, seat=1 - (state.to_move or 0)),
        lambda: do(pause_clock(state, T0), Flag(), 30_000),
        lambda: do(begin("none"), Flag(), 30_000),
    ):
        with pytest.raises(RuleError):
            wrong()


def test_the_third_turn_in_a_row_without_time_forfeits() -> None:
    state, at = begin("10s", end_rule="scoreless"), 0
    slow = state.to_move
    for _ in range(2):
        at += 10_500
        state = do(state, Flag(), at)
        assert state.phase is Phase.PLAYING
        state = swap(state, at)
    state = do(state, Flag(), at + 10_500)
    assert state.outcome is not None
    assert state.outcome.reason == "forfeited"
    assert state.outcome.winner != slow


def test_a_turn_taken_in_time_breaks_the_row() -> None:
    state, at = begin("10s", challenge=ChallengeRule.VOID), 0
    for act_in_time in (False, False, True, False, False):
        at += 10_500
        state = swap(state, at - 9_000) if act_in_time else do(state, Flag(), at)
        state = swap(state, at)
    assert state.phase is Phase.PLAYING


def test_with_three_seats_the_others_play_on() -> None:
    state = do(begin("0:20+0", seats=3), Flag(), 20_500)
    assert state.phase is Phase.PLAYING
    assert clock_of(state).running == state.to_move
    assert clock_of(state).since == T0 + 20_500


def test_overtime_has_its_own_line_in_the_settlement_and_the_record() -> None:
    state = begin("0:20+0/5")
    first = state.to_move or 0
    start, log = state, []
    for at in (90_000, 91_000, 92_000, 93_000):
        log.append((state.to_move or 0, Pass()))
        state = do(state, Pass(), at)
    outcome = state.outcome
    assert outcome is not None
    assert outcome.overtime[first] == 20
    assert outcome.overtime[1 - first] == 0
    for seat, score in enumerate(outcome.scores):
        assert score == outcome.before[seat] + outcome.adjustments[seat] - outcome.overtime[seat]
    again = replace(start, clock=replace(clock_of(state), running=None, missed=(0, 0)))
    players = [RecordPlayer("a", "A"), RecordPlayer("b", "B")]
    record = record_game(again, log, players, lexicon=LEXICON, seed=SEED)
    times = [entry for entry in record.entries if entry.kind is EntryKind.TIME]
    assert [(entry.player, entry.score) for entry in times] == [("ab"[first], -20)]
    assert times[0].total == outcome.scores[first]


def test_the_clock_is_paused_while_the_last_play_waits_to_be_accepted() -> None:
    state = going_out()
    assert state.phase is Phase.FINAL_CHALLENGE
    assert clock_of(state).running is None
    assert not is_out_of_time(state, T0 + 10 * MINUTE)
    waiting = next(seat for seat in state.in_play if state.pending and seat != state.pending.seat)
    on = do(state, Challenge(), 10 * MINUTE, seat=waiting)
    if on.phase is Phase.PLAYING:
        assert clock_of(on).since == T0 + 10 * MINUTE
    assert clock_of(on).left == clock_of(state).left


def going_out() -> GameState:
    """Return a game in which a seat has just played its last tile, found by playing at random."""
    for number in range(50):
        random, at = Random(number), 0
        state = begin("60+0", challenge="single")
        while state.phase is Phase.PLAYING:
            seat, act = choose_act(state, random, LEXICON)
            at += 100
            state = do(state, act, at, seat=seat)
        if state.phase is Phase.FINAL_CHALLENGE:
            return state
    raise AssertionError("no seat went out")


def test_a_running_clock_is_not_restarted() -> None:
    for state in (begin("5+5"), swap(begin("5+5"), 1_000)):
        assert resume_clock(state, T0 + 9_000) == state


def test_a_paused_clock_charges_no_seat() -> None:
    state = pause_clock(begin("5+5"), T0 + 1_000)
    assert not is_out_of_time(state, T0 + 99 * MINUTE)
    state = swap(state, 50 * MINUTE)
    assert clock_of(state).running is None
    state = swap(resume_clock(state, T0 + 60 * MINUTE), 60 * MINUTE + 2_000)
    assert sorted(clock_of(state).left) == sorted((300_000 - 1_000 + 5_000, 300_000 + 3_000))


@pytest.mark.parametrize(
    "wrong", ["", "5", "+5", "0+0", "0:05+0", "999+0", "5+999", "5+5/99", "9s", "0d", "15d", "5m"]
)
def test_clocks_that_no_room_offers_are_refused(wrong: str) -> None:
    with pytest.raises(RuleError):
        TimeControl.read(wrong).check()


@given(st.integers(10, 10_800), st.integers(0, 180), st.integers(0, 10))
def test_a_clock_is_written_as_it_is_read(seconds: int, increment: int, overtime: int) -> None:
    minutes, rest = divmod(seconds, 60)
    text = f"{minutes}:{rest:02}+{increment}/{overtime}"
    control = TimeControl.read(text)
    control.check()
    assert TimeControl.read(control.text) == control


def test_state_with_a_clock_survives_json() -> None:
    state = swap(begin("25+3/2"), 4_321)
    assert GameState.from_json(state.to_json()) == state
