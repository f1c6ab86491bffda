"""Whose turn it is: passing it on, turns lost, and runs of turns that end the game."""

from __future__ import annotations

from dataclasses import replace

from games.rules.bag import Shuffler
from games.rules.endgame import end_game
from games.rules.events import TurnLost
from games.rules.state import GameState, Phase, Transition


def pass_turn_on(state: GameState, after: int, shuffler: Shuffler) -> Transition:
    """Give the turn to the next seat in play; turns it owes are lost at once."""
    seat = next_seat(state, after)
    state = replace(state, to_move=seat, phase=Phase.PLAYING)
    ended = check_runs(state, shuffler)
    if ended.state.phase is Phase.OVER or not state.seats[seat].turns_owed:
        return ended
    owed = state.seats[seat].turns_owed - 1
    state = state.with_seat(seat, turns_owed=owed)
    return lose_turn(state, seat, owed=True).then(lambda s: pass_turn_on(s, seat, shuffler))


def lose_turn(state: GameState, seat: int, *, owed: bool = False) -> Transition:
    """A lost turn is scoreless; it neither lengthens nor breaks a run of passes."""
    return Transition(replace(state, scoreless=state.scoreless + 1), (TurnLost(seat, owed),))


def check_runs(state: GameState, shuffler: Shuffler) -> Transition:
    """End the game when the run its end rule counts is long enough."""
    rule = state.options.end_rule
    run = {"passes": state.passes, "scoreless": state.scoreless}[rule]
    if run < state.variant.end_rules[rule] * len(state.in_play):
        return Transition(state)
    return end_game(state, rule, shuffler)


def next_seat(state: GameState, after: int) -> int:
    """The next seat in play, in seating order."""
    count = len(state.seats)
    order = ((after + step) % count for step in range(1, count + 1))
    return next(seat for seat in order if state.seats[seat].in_play)
