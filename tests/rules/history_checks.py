"""Checks that hold for the history of every recorded game."""

from __future__ import annotations

from games.rules.flow.game import GameState, Phase, verify
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.gcg import (
    build_history,
    read_record,
    replay_record,
)
from games.rules.plays.acts import Exchange, Pass, Play
from games.rules.plays.events import Played
from tests.rules.positions import ALL


def course_of(text: str | bytes) -> GameHistory:
    return build_history(replay_record(read_record(text)))


def check_course(history: GameHistory) -> None:
    """Check tiles, racks and turn numbers at every moment,
    and that each state follows from the last."""
    assert history.opening == (history.steps[0].before if history.steps else history.end)
    for step, after in zip(history.steps, history.steps[1:], strict=False):
        assert step.after == after.before
        assert step.after.phase is Phase.PLAYING
    for number, step in enumerate(history.steps, 1):
        assert step.number == step.after.turn_number == number
        for state in (step.before, step.after):
            check_tiles(state)
        check_act(step)


def check_tiles(state: GameState) -> None:
    seats = state.seats
    assert all(len(seat.rack) <= state.variant.rack_size for seat in seats)
    assert not state.bag or all(
        len(seat.rack) == state.variant.rack_size for seat in seats if seat.in_play
    )
    hidden = len(state.bag) + sum(len(seat.rack) for seat in seats)
    assert hidden + len(state.board) == state.tile_set.total


def check_act(step: HistoryStep) -> None:
    """Check that plays and exchanges are lawful where they were made."""
    if isinstance(step.act, Play | Exchange | Pass):
        assert step.before.to_move == step.seat
    if isinstance(step.act, Play):
        verify(step.before, step.seat, step.act, ALL)
        assert isinstance(step.events[0], Played)
