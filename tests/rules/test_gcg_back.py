"""Records of games played here, read again: not a byte and not a tile is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.rules.clock import NO_CLOCK, TimeControl
from games.rules.events import Challenged, Event, TurnLost
from games.rules.game import GameState, Phase, apply, start_game
from games.rules.gcg import (
    Player,
    make_course,
    read_record,
    record_game,
    replay_record,
    write_record,
)
from games.rules.invariants import check_state
from games.rules.moves import Act, Exchange, Flag, Play
from games.rules.simulation import OddLexicon, all_options, choose_act, let_time_pass
from games.rules.timing import is_out, run_clock
from games.rules.variants import get_variant
from tests.rules.courses import check_course
from tests.rules.positions import SEED


def play_out(
    variant: str, seats: int, number: int, clock: TimeControl = NO_CLOCK
) -> tuple[GameState, list[tuple[int, Act]], list[GameState], list[Event]]:
    """The first state (with the clock of the end, as a replay has it), the acts, all states, and
    what was told."""
    random, now = Random(f"{variant} {seats} {number}"), 0
    options = random.choice(all_options(get_variant(variant), seats))
    options = replace(options, clock=clock)
    start = start_game(variant, options, seats, SEED).state
    state, log, states = run_clock(start, now), [], []
    events: list[Event] = []
    while state.phase is not Phase.OVER:
        state, now = let_time_pass(state, now, random)
        seat, act = choose_act(state, random, OddLexicon())
        if is_out(state, now) and state.to_move is not None:
            seat, act = state.to_move, Flag()
        states.append(state)
        log.append((seat, act))
        done = apply(state, seat, act, lexicon=OddLexicon(), seed=SEED, now=now)
        state = done.state
        events += done.events
    if state.clock:
        stopped = replace(state.clock, running=None, since=0, held=False, missed=(0,) * seats)
        start = replace(start, clock=stopped)
    return start, log, [*states, state], events


CLOCKS = ("none", "0:30+0/5", "30s")


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize(
    ("variant", "seats"),
    [("scrabble", 2), ("scrabble", 3), ("scrabble", 4), ("super", 2), ("qwibble", 2)],
)
def test_a_record_made_here_comes_back(variant: str, seats: int, number: int) -> None:
    """Written, read and written again byte for byte, without a slip; and its course is the game's:
    every play where it lies, the racks that were held, every challenge and what it cost, the
    scores, the end."""
    clock = TimeControl.read(CLOCKS[number % 3])
    start, log, states, events = play_out(variant, seats, number, clock)
    players = [Player(f"p{n}", f"Player {n}") for n in range(seats)]
    record = record_game(start, log, players, lexicon=OddLexicon(), seed=SEED)
    text = write_record(record)
    assert write_record(read_record(text)) == text
    replay = replay_record(read_record(text))
    assert (replay.slips, replay.assumed) == ((), ())
    course, end = make_course(replay, OddLexicon()), states[-1]
    check_course(course)
    check_state(course.end)
    assert course.opening.options == replace(start.options, clock=NO_CLOCK)
    assert course.end.board == end.board
    assert course.outcome == end.outcome
    assert [seat.score for seat in course.end.seats] == [seat.score for seat in end.seats]
    assert [seat.in_play for seat in course.end.seats] == [seat.in_play for seat in end.seats]
    played = [(state, *made) for state, made in zip(states, log, strict=False)]
    assert turns_of((step.before, step.seat, step.act) for step in course.steps) == turns_of(played)
    told_back = [event for step in course.steps for event in step.events]
    assert challenges_of(told_back) == challenges_of(events)
    turns = (step for step in course.steps if isinstance(step.act, Play | Exchange))
    assert all(step.rack_known for step in turns)


def challenges_of(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Challenged | TurnLost)]


def turns_of(made: Iterable[tuple[GameState, int, Act]]) -> list[Any]:
    """Plays and exchanges, each with its seat, the rack it was made from, and the board."""
    return [
        (seat, told(act), Counter(state.seats[seat].rack), state.board)
        for state, seat, act in made
        if isinstance(act, Play | Exchange)
    ]


def told(act: Play | Exchange) -> Any:
    return act if isinstance(act, Play) else Counter(act.tiles)
