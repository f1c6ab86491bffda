"""The clock of a running game: charged before an act, switched after it, and its flag.

The clock itself is in :mod:`games.rules.time.clock`. It runs while a seat is to move and no one has
stopped it: not while a going-out play waits to be accepted, and not once the game is over. An act
of another seat that does not change the turn does not change the clock either.

``now`` is ``None`` when a game is replayed: then no time passes.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.equipment.errors import NotAllowedError
from games.rules.flow.act_attempt import ActAttempt
from games.rules.flow.early_endings import forfeit_seat
from games.rules.flow.moves import enact_pass
from games.rules.plays.acts import Act, Exchange, Flag, Pass, Play
from games.rules.plays.events import TimedOut
from games.rules.positions.state import GameState, Phase, Transition
from games.rules.time.clock import (
    MAX_LAG,
    MAX_MISSED_TURNS,
    Clock,
    Pace,
    add_increment,
    compute_clock_end,
    reset_turn_time,
)


def is_out_of_time(state: GameState, now: int, lag: int = MAX_LAG) -> bool:
    """Return whether the seat to move is out of time.

    ``lag`` is the travel time of its latest act. Before a flag falls, the longest possible lag is
    allowed for.
    """
    end = None if state.clock is None else compute_clock_end(state.options.clock, state.clock)
    return end is not None and now - lag >= end


def charge_clock(state: GameState, seat: int, act: Act, now: int | None, lag: int) -> GameState:
    """Return the state with all clocks stopped, ready for the act.

    Raises NotAllowedError "clock.out" if the seat to move has no time left, and "clock.not_out" for
    a flag of a seat that has time left.
    """
    clock = state.clock
    if clock is None or now is None:
        return state
    max_lag = min(MAX_LAG, clock.get_credit_left(seat))
    # Another seat's act must not end the mover's time while the mover's own act may be under way.
    lag = min(max(lag, 0), max_lag) if seat == clock.running else MAX_LAG
    flag = isinstance(act, Flag)
    if is_out_of_time(state, now, MAX_LAG if flag else lag) != flag:
        if flag:
            raise NotAllowedError("clock.not_out", f"seat {seat} has time left")
        raise NotAllowedError("clock.out", f"the time of seat {clock.running} is out")
    spared = lag if seat == clock.running and not flag else 0
    floor = -state.options.clock.limit
    return replace(state, clock=clock.stopped(now, floor=floor, lag=spared))


def switch_clock(
    before: GameState, seat: int, act: Act, after: GameState, now: int | None
) -> Clock | None:
    """Return the clock after an act, running for the seat that is to move now."""
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
        clock = add_increment(control, clock, seat)
    return clock if over else reset_turn_time(control, clock).started(after.to_move, now)


def resume_clock(state: GameState, now: int) -> GameState:
    """Let the clock run for the seat to move."""
    if state.clock is None:
        return state
    clock = replace(state.clock, held=False)
    running = clock.running is not None
    return replace(state, clock=clock if running else clock.started(state.to_move, now))


def pause_clock(state: GameState, now: int) -> GameState:
    """Stop the clock until :func:`resume_clock`; raises NotAllowedError "clock.out" if it is too
    late."""
    if state.clock is None:
        return state
    if is_out_of_time(state, now, 0):
        raise NotAllowedError("clock.out", "the time is out")
    clock = state.clock.stopped(now, floor=-state.options.clock.limit)
    return replace(state, clock=replace(clock, held=True))


def check_flag_allowed(state: GameState, seat: int) -> None:
    if state.clock is None or state.to_move != seat:
        raise NotAllowedError("clock.not_running", f"the clock of seat {seat} does not run")


def enact_flag(attempt: ActAttempt[Flag]) -> Transition:
    """Forfeit the seat if its time for the game is up; if its time for the turn is up, pass for it.

    The third missed turn in a row forfeits the seat as well.
    """
    state, seat = attempt.state, attempt.seat
    assert state.clock is not None
    missed = state.clock.missed[seat] + 1
    if state.options.clock.pace is not Pace.TURN or missed >= MAX_MISSED_TURNS:
        return forfeit_seat(state, seat, "time", attempt.shuffler)
    state = replace(state, clock=state.clock.with_missed(seat, missed))
    passed = ActAttempt(state, seat, Pass(), attempt.lexicon, attempt.seed)
    return Transition(state, (TimedOut(seat),)).then(lambda _: enact_pass(passed))
