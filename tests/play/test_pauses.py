"""Clocks that stop because all players have agreed to a pause."""

from datetime import timedelta

import pytest

from games.play.models import Game
from games.play.perspective import build_room_view
from games.play.services import pauses, turns
from games.rules.plays.acts import Pass
from games.rules.time.clock import TimeControl
from scrabble_site.shared.refusals import Conflict, Forbidden
from tests.play.conftest import NOON, table_of
from tests.play.test_absence import at as at
from tests.play.test_absence import minutes

pytestmark = pytest.mark.django_db


def test_clocks_stop_when_all_agree_and_resume_when_one_asks(open_table, people, at) -> None:
    room = open_table(clock=TimeControl.read("1+0"))
    mover = build_room_view(room.code, None).to_move
    first, second = people[:2]
    pauses.request_pause(room.code, first, NOON + timedelta(seconds=5))
    view = build_room_view(room.code, second)
    assert view.clock is not None
    assert (view.clock.running, view.clock.pause_requests) == (mover, (0,))
    pauses.request_pause(room.code, second, NOON + timedelta(seconds=10))
    view = build_room_view(room.code, second)
    assert view.clock is not None
    assert (view.clock.running, view.clock.stopped_because) == (None, "paused")
    assert "resume" in view.actions
    at(NOON + minutes(30))
    with pytest.raises(Conflict):
        turns.apply_player_act(
            room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + minutes(30)
        )
    pauses.resume_clocks(room.code, first, NOON + minutes(40))
    view = build_room_view(room.code, second)
    assert view.clock is not None
    assert view.clock.running == mover
    assert sorted(left or 0 for left in view.clock.left) == [50_000, 60_000]
    turns.apply_player_act(
        room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + minutes(40)
    )
    assert table_of(room).paused == []


def test_a_pause_request_ends_with_the_turn(open_table, people) -> None:
    room = open_table(clock=TimeControl.read("1+0"))
    mover = build_room_view(room.code, None).to_move
    pauses.request_pause(room.code, people[0], NOON)
    turns.apply_player_act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON)
    assert table_of(room).paused == []


def test_rated_games_and_games_of_others_cannot_be_paused(open_table, people) -> None:
    room = open_table(clock=TimeControl.read("1+0"))
    with pytest.raises(Forbidden):
        pauses.request_pause(room.code, people[3], NOON)
    Game.objects.update(rated=True)
    with pytest.raises(Conflict):
        pauses.request_pause(room.code, people[0], NOON)
    with pytest.raises(Conflict):
        pauses.request_pause(open_table().code, people[0], NOON)
