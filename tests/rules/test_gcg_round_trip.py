"""Records of games played here, written and read again: no byte and no tile is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from games.rules.flow.game import GameState, Phase, apply, start_game
from games.rules.flow.game_clock import is_out_of_time, resume_clock
from games.rules.flow.invariants import check_state
from games.rules.flow.simulation import (
    PseudoLexicon,
    advance_time,
    choose_act,
    list_option_combinations,
)
from games.rules.gcg import (
    RecordPlayer,
    build_history,
    read_record,
    record_game,
    replay_record,
    write_record,
)
from games.rules.gcg.pragmas import write_options
from games.rules.plays.acts import Act, Exchange, Flag, Play
from games.rules.plays.events import Challenged, Event, TurnLost
from games.rules.positions.options import Options
from games.rules.positions.variants import get_variant
from games.rules.time.clock import NO_CLOCK, TimeControl
from tests.rules.history_checks import check_course
from tests.rules.positions import SEED


def play_out(
    variant: str, seats: int, number: int, clock: TimeControl = NO_CLOCK
) -> tuple[GameState, list[tuple[int, Act]], list[GameState], list[Event]]:
    """Play a random game. Return its first state, its acts, all its states and all its events.

    The first state has the clock of the end, as in a replayed record.
    """
    random, now = Random(f"{variant} {seats} {number}"), 0
    options = random.choice(list_option_combinations(get_variant(variant), seats))
    options = replace(options, clock=clock)
    start = start_game(variant, options, seats, SEED).state
    state, log, states = resume_clock(start, now), [], []
    events: list[Event] = []
    while state.phase is not Phase.OVER:
        state, now = advance_time(state, now, random)
        seat, act = choose_act(state, random, PseudoLexicon())
        if is_out_of_time(state, now) and state.to_move is not None:
            seat, act = state.to_move, Flag()
        states.append(state)
        log.append((seat, act))
        done = apply(state, seat, act, lexicon=PseudoLexicon(), seed=SEED, now=now)
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
def test_a_record_written_here_reads_back(variant: str, seats: int, number: int) -> None:
    """A record is read and written again byte for byte and has no mistakes.

    Its history equals the game: every play and rack, every challenge and its cost, the scores and
    the end.
    """
    clock = TimeControl.read(CLOCKS[number % 3])
    start, log, states, events = play_out(variant, seats, number, clock)
    players = [RecordPlayer(f"p{n}", f"Player {n}") for n in range(seats)]
    record = record_game(start, log, players, lexicon=PseudoLexicon(), seed=SEED)
    text = write_record(record)
    assert write_record(read_record(text)) == text
    replay = replay_record(read_record(text))
    assert (replay.mistakes, replay.remarks, replay.assumed) == ((), (), ())
    history, end = build_history(replay, PseudoLexicon()), states[-1]
    check_course(history)
    check_state(history.end)
    assert history.opening.options == replace(start.options, clock=NO_CLOCK)
    assert history.end.board == end.board
    assert history.outcome == end.outcome
    assert [seat.score for seat in history.end.seats] == [seat.score for seat in end.seats]
    assert [seat.in_play for seat in history.end.seats] == [seat.in_play for seat in end.seats]
    assert all(history.is_known(seat, len(history.steps)) for seat in range(seats))
    held = [[Counter(seat.rack) for seat in one.seats] for one in (history.end, end)]
    assert held[0] == held[1], "the racks at the end, however it came"
    played = [(state, *made) for state, made in zip(states, log, strict=False)]
    assert turns_of((step.before, step.seat, step.act) for step in history.steps) == turns_of(
        played
    )
    read_back = [event for step in history.steps for event in step.events]
    assert challenges_of(read_back) == challenges_of(events)
    turns = (step for step in history.steps if isinstance(step.act, Play | Exchange))
    assert all(step.rack_known for step in turns)


def challenges_of(events: Iterable[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, Challenged | TurnLost)]


def turns_of(made: Iterable[tuple[GameState, int, Act]]) -> list[Any]:
    """Return plays and exchanges, each with its seat, the rack it was made from and the board."""
    return [
        (seat, describe_act(act), Counter(state.seats[seat].rack), state.board)
        for state, seat, act in made
        if isinstance(act, Play | Exchange)
    ]


def describe_act(act: Play | Exchange) -> Any:
    return act if isinstance(act, Play) else Counter(act.tiles)


def test_records_name_every_option() -> None:
    _header, written = write_options(Options(separate_draws=True))
    assert [pair.split("=")[0] for pair in written.split()] == [one.name for one in fields(Options)]
