"""Somebody leaves on their turn, and what the others may do; clocks that stand by consent."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.common.refusals import Conflict, Forbidden
from games.health.models import LifeSign
from games.play import referee as loop
from games.play import store
from games.play.models import Game, Holder, Room
from games.play.perspective import look
from games.play.services import absence, outages, referee, turns
from games.play.services.presence import note_all
from games.rules.clock import TimeControl
from games.rules.moves import Pass
from tests.play.conftest import NOON, outcome_of, table_of

pytestmark = pytest.mark.django_db


def minutes(n: float) -> timedelta:
    return timedelta(minutes=n)


@pytest.fixture
def at(monkeypatch):
    """``at(now)``: a round of the referee at that instant."""

    def attend_all(now) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)
        for code, game_id in referee.due_games(now):
            loop.attend_one(code, game_id)

    return attend_all


@pytest.fixture
def stay(people):
    """``stay(room, [0], begin, end)``: these people, and nobody else, look at the room."""

    def keep(room: Room, numbers, begin, end) -> None:
        here = {str(people[number].pk): True for number in numbers}
        now = begin
        while now <= end:
            note_all({room.code: here}, now)
            now += timedelta(seconds=20)

    return keep


@pytest.fixture
def deserted(open_table, people, at, stay):
    """``deserted(seats=3)``: a room whose seat to move was left; its number, and the instant."""

    def leave(**chosen):
        room = open_table(**chosen)
        mover = look(room.code, None).to_move
        others = [n for n in range(chosen.get("seats", 2)) if n != mover]
        stay(room, others, NOON, NOON + minutes(4))
        at(NOON + minutes(2.9))
        assert table_of(room).deserted is None
        stamp = Room.objects.get(pk=room.pk).stamp
        at(NOON + minutes(4))
        assert table_of(room).deserted == mover
        assert Room.objects.get(pk=room.pk).stamp > stamp
        return room, mover, others[0], NOON + minutes(4)

    return leave


def test_the_others_are_told_what_they_may_do(deserted, people) -> None:
    room, mover, other, _now = deserted(seats=2)
    assert look(room.code, people[other]).can >= {
        "wait_longer",
        "go_on_without",
        "claim",
        "relieve",
    }
    assert not look(room.code, people[mover]).can & {"wait_longer", "go_on_without", "relieve"}
    assert not look(room.code, people[3]).can & {"wait_longer", "go_on_without", "relieve"}


def test_more_time_is_as_much_again(deserted, people, at, stay) -> None:
    room, mover, other, now = deserted(seats=2)
    absence.wait_longer(room.code, people[other], mover, now)
    stay(room, [other], now, now + minutes(3))
    at(now + minutes(2.9))
    assert table_of(room).deserted is None
    at(now + minutes(3))
    assert table_of(room).deserted == mover


def test_the_game_can_be_ended_as_won(deserted, people) -> None:
    room, mover, other, now = deserted(seats=2)
    absence.go_on_without(room.code, people[other], mover, now)
    assert outcome_of(room).winner == other
    assert "has left" in look(room.code, None).say


def test_three_go_on_as_two(deserted, people) -> None:
    room, mover, other, now = deserted(seats=3)
    assert "claim" not in look(room.code, people[other]).can
    absence.go_on_without(room.code, people[other], mover, now)
    view = look(room.code, None)
    assert view.phase == "playing"
    assert not view.seats[mover].in_play
    assert view.to_move != mover
    assert view.deserted is None


def test_a_computer_takes_the_seat_over_and_is_marked(deserted, people) -> None:
    room, mover, other, now = deserted(seats=2)
    absence.relieve(room.code, people[other], mover, 3, now)
    seat = look(room.code, None).seats[mover]
    assert people[mover].nickname in seat.name
    assert seat.computer
    game = table_of(room)
    assert game.computer_at is not None
    assert game.deserted is None
    with pytest.raises(Forbidden):
        turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=now)


def test_who_comes_back_in_time_keeps_the_seat(deserted, people) -> None:
    room, mover, other, now = deserted(seats=2)
    assert note_all({room.code: {str(people[mover].pk): True}}, now) == [room.code]
    assert table_of(room).deserted is None
    for deed in (absence.wait_longer, absence.go_on_without):
        with pytest.raises(Conflict):
            deed(room.code, people[other], mover, now)


def test_neither_the_one_who_left_nor_a_stranger_decides(deserted, people) -> None:
    room, mover, other, now = deserted(seats=2)
    with pytest.raises(Conflict):
        absence.go_on_without(room.code, people[mover], mover, now)
    with pytest.raises(Forbidden):
        absence.go_on_without(room.code, people[3], mover, now)
    with pytest.raises(Conflict):
        absence.go_on_without(room.code, people[other], other, now)


def test_nobody_is_missed_where_nobody_waits(open_table, people, at) -> None:
    """Both have gone: the game is kept, and goes on when they return."""
    room = open_table()
    note_all({room.code: {}}, NOON + minutes(2))
    at(NOON + minutes(60))
    game = table_of(room)
    assert game.running
    mover = store.load(game).to_move or 0
    note_all({room.code: {str(people[mover].pk): True}}, NOON + minutes(61))
    turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + minutes(61))
    assert table_of(room).turn_number == 1


def test_nobody_has_left_who_could_not_be_seen_while_the_site_was_down(
    open_table, people, at, stay
) -> None:
    room = open_table()
    other = 1 - (look(room.code, None).to_move or 0)
    stay(room, [0, 1], NOON, NOON + minutes(5))
    outages.say_alive(NOON + minutes(5))
    back = NOON + minutes(15)
    outages.say_alive(back)
    LifeSign.objects.all().delete()  # it beats on
    stay(room, [other], back, back + minutes(4))
    at(back + minutes(2.9))
    assert table_of(room).deserted is None
    at(back + minutes(3))
    assert table_of(room).deserted == 1 - other


def test_a_clock_decides_by_itself(open_table, people, at, stay) -> None:
    room = open_table(clock=TimeControl.read("25+0"))
    other = 1 - (look(room.code, None).to_move or 0)
    stay(room, [other], NOON, NOON + minutes(10))
    at(NOON + minutes(10))
    assert table_of(room).deserted is None


def test_in_a_rated_game_no_computer_takes_over(deserted, people) -> None:
    room, mover, other, now = deserted(seats=2)
    Game.objects.update(rated=True)
    Room.objects.update(stamp=1000)
    assert "relieve" not in look(room.code, people[other]).can
    with pytest.raises(Conflict):
        absence.relieve(room.code, people[other], mover, 3, now)


def test_the_clocks_stand_once_all_agree_and_go_on_when_one_wishes(open_table, people, at) -> None:
    room = open_table(clock=TimeControl.read("1+0"))
    mover = look(room.code, None).to_move
    first, second = people[:2]
    absence.ask_pause(room.code, first, NOON + timedelta(seconds=5))
    view = look(room.code, second)
    assert view.clock is not None
    assert (view.clock.running, view.clock.wishes) == (mover, (0,))
    absence.ask_pause(room.code, second, NOON + timedelta(seconds=10))
    view = look(room.code, second)
    assert view.clock is not None
    assert (view.clock.running, view.clock.stands) == (None, "paused")
    assert "resume" in view.can
    at(NOON + minutes(30))
    with pytest.raises(Conflict):
        turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + minutes(30))
    absence.resume(room.code, first, NOON + minutes(40))
    view = look(room.code, second)
    assert view.clock is not None
    assert view.clock.running == mover
    assert sorted(left or 0 for left in view.clock.left) == [50_000, 60_000]
    turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON + minutes(40))
    assert table_of(room).paused == []


def test_a_wish_for_a_pause_goes_with_the_turn(open_table, people) -> None:
    room = open_table(clock=TimeControl.read("1+0"))
    mover = look(room.code, None).to_move
    absence.ask_pause(room.code, people[0], NOON)
    turns.act(room.code, people[mover].pk, Pass(), turn=0, key="", now=NOON)
    assert table_of(room).paused == []


def test_rated_clocks_and_other_peoples_stand_for_nobody(open_table, people) -> None:
    room = open_table(clock=TimeControl.read("1+0"))
    with pytest.raises(Forbidden):
        absence.ask_pause(room.code, people[3], NOON)
    Game.objects.update(rated=True)
    with pytest.raises(Conflict):
        absence.ask_pause(room.code, people[0], NOON)
    with pytest.raises(Conflict):
        absence.ask_pause(open_table().code, people[0], NOON)


def test_the_page_offers_and_does_it(deserted, people, client_of, monkeypatch) -> None:
    room, mover, other, now = deserted(seats=2)
    monkeypatch.setattr(timezone, "now", lambda: now)
    client = client_of(people[other])
    page = client.get(f"/r/{room.code}/bundle").content.decode()
    assert f"/r/{room.code}/relieve" in page
    assert client.post(f"/r/{room.code}/relieve", {"seat": mover, "level": 9}).status_code == 422
    stranger = client_of(people[3]).post(f"/r/{room.code}/without", {"seat": mover})
    assert stranger.status_code == 403
    answer = client.post(f"/r/{room.code}/relieve", {"seat": mover, "level": 2})
    assert answer.status_code == 200
    assert f"for {people[mover].nickname}" in answer.content.decode()
    assert not Holder.objects.filter(player=people[mover], game__room=room).exists()
