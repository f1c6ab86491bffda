"""Whose turn it is: passing it on, lost turns, and runs of turns that end the game."""

from __future__ import annotations

from dataclasses import replace

from games.rules.equipment.fair_shuffle import Shuffler
from games.rules.flow.game_end import end_game
from games.rules.plays.events import TurnLost
from games.rules.positions.state import GameState, Phase, Transition


def pass_turn_on(state: GameState, after: int, shuffler: Shuffler) -> Transition:
    """Give the turn to the next seat in play; if that seat owes a turn, it loses it at once."""
    seat = find_next_seat(state, after)
    state = replace(state, to_move=seat, phase=Phase.PLAYING)
    ended = end_game_after_runs(state, shuffler)
    if ended.state.phase is Phase.OVER or not state.seats[seat].turns_owed:
        return ended
    owed = state.seats[seat].turns_owed - 1
    state = state.with_seat(seat, turns_owed=owed)
    return lose_turn(state, seat, owed=True).then(lambda s: pass_turn_on(s, seat, shuffler))


def lose_turn(state: GameState, seat: int, *, owed: bool = False) -> Transition:
    """Record a lost turn, which is scoreless but neither extends nor breaks a run of passes."""
    return Transition(replace(state, scoreless=state.scoreless + 1), (TurnLost(seat, owed),))


def end_game_after_runs(state: GameState, shuffler: Shuffler) -> Transition:
    """End the game if the run that its end rule counts is long enough."""
    if count_idle_turns(state) < get_ending_run(state):
        return Transition(state)
    return end_game(state, state.options.end_rule, shuffler)


def count_idle_turns(state: GameState) -> int:
    """Return the length of the run of turns that the game's end rule counts."""
    return {"passes": state.passes, "scoreless": state.scoreless}[state.options.end_rule]


def get_ending_run(state: GameState) -> int:
    """Return the length at which such a run ends the game."""
    return state.variant.end_rules[state.options.end_rule] * len(state.in_play)


def would_pass_end_game(state: GameState) -> bool:
    """Return whether the game would end if the seat to move passed.

    >>> from games.rules.flow.game_start import start_game
    >>> from games.rules.positions.variants import get_variant
    >>> options = get_variant("scrabble").options()
    >>> state = start_game("scrabble", options, 2, bytes(32)).state
    >>> [would_pass_end_game(replace(state, passes=passes)) for passes in (0, 2, 3)]
    [False, False, True]
    """
    return count_idle_turns(state) + 1 >= get_ending_run(state)


def find_next_seat(state: GameState, after: int) -> int:
    """Return the next seat in play, in seating order.

    >>> from games.rules.flow.game_start import start_game
    >>> from games.rules.positions.variants import get_variant
    >>> options = get_variant("scrabble").options()
    >>> state = start_game("scrabble", options, 3, bytes(32)).state
    >>> find_next_seat(state, 2), find_next_seat(state.with_seat(0, in_play=False), 2)
    (0, 1)
    """
    count = len(state.seats)
    order = ((after + step) % count for step in range(1, count + 1))
    return next(seat for seat in order if state.seats[seat].in_play)
