"""What holds in every course."""

from __future__ import annotations

from games.rules.course import Course, Step
from games.rules.events import Played
from games.rules.game import GameState, Phase, verify
from games.rules.gcg import (
    make_course,
    read_record,
    replay_record,
)
from games.rules.moves import Exchange, Pass, Play
from tests.rules.positions import ALL


def course_of(text: str | bytes) -> Course:
    return make_course(replay_record(read_record(text)))


def check_course(course: Course) -> None:
    """What holds in every course: tiles, sizes and turns at every moment, one state to the next."""
    assert course.opening == (course.steps[0].before if course.steps else course.end)
    for step, after in zip(course.steps, course.steps[1:], strict=False):
        assert step.after == after.before
        assert step.after.phase is Phase.PLAYING
    for number, step in enumerate(course.steps, 1):
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


def check_act(step: Step) -> None:
    """Plays and exchanges are lawful where they were made."""
    if isinstance(step.act, Play | Exchange | Pass):
        assert step.before.to_move == step.seat
    if isinstance(step.act, Play):
        verify(step.before, step.seat, step.act, ALL)
        assert isinstance(step.events[0], Played)
