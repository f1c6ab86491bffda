"""The clock of a game in play: charged before an act, handed over after it, and its flag.

The clock itself is in ``clock``. It runs while a seat is to move and nobody holds it: not while a
going-out play waits to be accepted, and not once the game is over. An act of another seat that
leaves the turn where it is leaves the clock alone, too.

``now`` is ``None`` where a game is replayed: then no time goes by.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.attempt import Attempt
from games.rules.clock import (
    MOST_LAG,
    MOST_MISSED,
    Clock,
    Pace,
    count_turn,
    open_turn_time,
    out_at,
)
from games.rules.errors import UnlawfulError
from games.rules.events import Missed
from games.rules.leaving import forfeit
from games.rules.moves import Act, Exchange, Flag, Pass, Play
from games.rules.playing import enact_pass
from games.rules.state import GameState, Phase, Transition


def is_out(state: GameState, now: int, lag: int = MOST_LAG) -> bool:
    """Whether the time of the seat to move is out, its latest act having been ``lag`` on the way.
    Whoever lets a flag fall waits as long as an act may be under way."""
    end = None if state.clock is None else out_at(state.options.clock, state.clock)
    return end is not None and now - lag >= end


def charge(state: GameState, seat: int, act: Act, now: int | None, lag: int) -> GameState:
    """The state with all clocks stopped, to act in. Raises UnlawfulError "clock.out" when the seat
    to move has no time left, and "clock.not_out" for a flag that is still up."""
    clock = state.clock
    if clock is None or now is None:
        return state
    lag = min(max(lag, 0), MOST_LAG) if seat == clock.running else MOST_LAG
    flag = isinstance(act, Flag)
    if is_out(state, now, MOST_LAG if flag else lag) != flag:
        if flag:
            raise UnlawfulError("clock.not_out", f"seat {seat} has time left")
        raise UnlawfulError("clock.out", f"the time of seat {clock.running} is out")
    spared = lag if seat == clock.running and not flag else 0
    floor = -state.options.clock.limit
    return replace(state, clock=clock.stopped(now, floor=floor, lag=spared))


def hand_over(
    before: GameState, seat: int, act: Act, after: GameState, now: int | None
) -> Clock | None:
    """The clock after an act: on for whoever is to move now."""
    control, clock = before.options.clock, after.clock
    if clock is None or before.clock is None:
        return None
    took_turn = isinstance(act, Play | Exchange | Pass)
    if now is None:
        return clock.with_missed(seat, 0) if took_turn else clock
    over = after.phase is Phase.OVER
    if not (over or took_turn or isinstance(act, Flag) or after.to_move != before.to_move):
        return before.clock
    if took_turn and not over:
        clock = count_turn(control, clock, seat)
    return clock if over else open_turn_time(control, clock).started(after.to_move, now)


def run_clock(state: GameState, now: int) -> GameState:
    """Let the clock go on for whoever is to move."""
    if state.clock is None:
        return state
    clock = replace(state.clock, held=False)
    running = clock.running is not None
    return replace(state, clock=clock if running else clock.started(state.to_move, now))


def hold_clock(state: GameState, now: int) -> GameState:
    """Stop the clock until :func:`run_clock`. Raises UnlawfulError "clock.out" when too late."""
    if state.clock is None:
        return state
    if is_out(state, now, 0):
        raise UnlawfulError("clock.out", "the time is out")
    clock = state.clock.stopped(now, floor=-state.options.clock.limit)
    return replace(state, clock=replace(clock, held=True))


def open_flag(state: GameState, seat: int) -> None:
    if state.clock is None or state.to_move != seat:
        raise UnlawfulError("clock.not_running", f"the clock of seat {seat} does not run")


def enact_flag(attempt: Attempt[Flag]) -> Transition:
    """Time for the game that is out loses it; a turn's is a pass, until the third in a row."""
    state, seat = attempt.state, attempt.seat
    assert state.clock is not None
    missed = state.clock.missed[seat] + 1
    if state.options.clock.pace is not Pace.TURN or missed >= MOST_MISSED:
        return forfeit(state, seat, "time", attempt.shuffler)
    state = replace(state, clock=state.clock.with_missed(seat, missed))
    passed = Attempt(state, seat, Pass(), attempt.lexicon, attempt.seed)
    return Transition(state, (Missed(seat),)).then(lambda _: enact_pass(passed))
