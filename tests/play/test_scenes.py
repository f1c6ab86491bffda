"""Scenes kept in memory: always what the rows say, whoever wrote them."""

from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.play.chairs import is_away
from games.play.models import Game, Holder, Rack, Room
from games.play.scenes import Scene, forget_scenes, keep, read_scene, read_steadily
from games.play.services import turns
from games.play.services.presence import note_all
from games.players.models import Player
from games.rules.moves import Exchange, Pass, Resign
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(open_table: Callable[..., Room]) -> Room:
    forget_scenes()
    return open_table()


def move(room: Room, people: list[Player]) -> Scene:
    """Whoever is to move passes, or exchanges a tile every other time."""
    scene = read_scene(room.code)
    assert scene.state is not None
    seat, turn = scene.state.to_move, scene.state.turn_number
    assert seat is not None
    act = Pass() if turn % 2 else Exchange(scene.state.seats[seat].rack[:1])
    return turns.act(room.code, people[seat].pk, act, turn=turn, key=f"k{turn}", now=NOON)


def facts(scene: Scene) -> dict[str, object]:
    """All that a scene holds, its rows by their fields."""

    def row(one: object) -> dict[str, object]:
        return {name: value for name, value in vars(one).items() if not name.startswith("_")}

    told: dict[str, object] = {field.name: getattr(scene, field.name) for field in fields(scene)}
    told["room"], told["game"] = row(scene.room), row(scene.game)
    told["seats"] = [
        (row(seat), row(seat.rack), [(row(one), one.player) for one in seat.holders.all()])
        for seat in scene.seats
    ]
    return told


def statements(code: str) -> int:
    with CaptureQueriesContext(connection) as told:
        read_scene(code)
    return len(told)


def test_what_a_move_left_in_memory_is_what_the_rows_say(
    room: Room, people: list[Player], django_capture_on_commit_callbacks: Callable
) -> None:
    for _ in range(4):
        with django_capture_on_commit_callbacks(execute=True):
            move(room, people)
        kept = facts(read_scene(room.code))
        forget_scenes()
        assert kept == facts(read_scene(room.code))


def test_a_room_that_did_not_change_takes_few_statements(room: Room) -> None:
    full = statements(room.code)
    keep(read_scene(room.code))
    assert statements(room.code) <= 3 < full


def test_what_the_worker_writes_unseen_is_seen(room: Room) -> None:

    keep(read_scene(room.code))
    Game.objects.filter(room=room).update(failures=3, reminders_sent=2, kept_waiting=True)
    Holder.objects.filter(game__room=room).update(seen_at=NOON + timedelta(hours=1))
    scene = read_scene(room.code)
    assert (scene.game.failures, scene.game.reminders_sent, scene.game.kept_waiting) == (3, 2, True)
    seen = {one.seen_at for seat in scene.seats for one in seat.holders.all()}
    assert seen == {NOON + timedelta(hours=1)}


def test_a_scene_is_brought_up_to_date_by_the_moves_of_another_process(
    room: Room, people: list[Player]
) -> None:
    keep(read_scene(room.code))
    for _ in range(3):
        move(room, people)
    assert statements(room.code) <= 5
    caught_up = facts(read_scene(room.code))
    forget_scenes()
    assert caught_up == facts(read_scene(room.code))


def test_what_is_more_than_moves_is_read_from_the_rows(room: Room, people: list[Player]) -> None:
    keep(read_scene(room.code))
    move(room, people)
    Player.objects.filter(pk=people[1].pk).update(nickname="Teal")
    Room.objects.filter(pk=room.pk).update(stamp=F("stamp") + 1)
    move(room, people)
    scene = read_scene(room.code)
    assert [one.player.nickname for one in scene.seats[1].holders.all()] == ["Teal"]
    assert len(scene.record) == 2


def test_a_game_that_ended_elsewhere_is_read_from_the_rows(
    room: Room, people: list[Player]
) -> None:
    keep(read_scene(room.code))
    turns.act(room.code, people[0].pk, Resign(), turn=0, key="k", now=NOON)
    ended = facts(read_scene(room.code))
    forget_scenes()
    assert ended == facts(read_scene(room.code))


def test_a_newer_stamp_is_read_from_the_rows(room: Room, people: list[Player]) -> None:

    keep(read_scene(room.code))
    Player.objects.filter(pk=people[1].pk).update(nickname="Teal")
    Room.objects.filter(pk=room.pk).update(stamp=room.stamp + 1)  # by another process
    scene = read_scene(room.code)
    assert [one.player.nickname for one in scene.seats[1].holders.all()] == ["Teal"]


def test_a_move_that_is_rolled_back_leaves_no_trace(room: Room, people: list[Player]) -> None:

    keep(read_scene(room.code))
    before = facts(read_scene(room.code))
    move(room, people)  # the test's own transaction is never committed: nothing is kept
    Room.objects.filter(pk=room.pk).update(stamp=room.stamp)
    assert facts(read_scene(room.code)) == before


def test_somebody_who_comes_and_goes_is_told(room: Room, people: list[Player]) -> None:
    later = NOON + timedelta(minutes=10)
    note_all({room.code: {str(people[0].pk): True, str(people[1].pk): True}}, later)
    read_steadily(room.code)
    later += timedelta(minutes=10)
    note_all({room.code: {str(people[0].pk): True}}, later)
    held = [holder for seat in read_scene(room.code).seats for holder in seat.holders.all()]
    away = {holder.player_id: is_away(holder, later) for holder in held}
    assert away == {people[0].pk: False, people[1].pk: True}


def test_rows_of_one_reader_are_not_another_ones(room: Room) -> None:

    keep(read_scene(room.code))
    mine, other = read_scene(room.code), read_scene(room.code)
    mine.game.turn_number = 99
    mine.seats[0].rack.tiles = ""
    assert other.game.turn_number == table_of(room).turn_number
    assert other.seats[0].rack.tiles == Rack.objects.get(seat=other.seats[0]).tiles != ""
