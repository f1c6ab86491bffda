"""Room snapshots kept in memory always agree with the rows, whichever process wrote them."""

from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from games.play.models import Game, Rack, Room, SeatMember
from games.play.services import turns
from games.play.services.presence import record_presence
from games.play.store.snapshots import (
    RoomSnapshot,
    cache_snapshot,
    clear_snapshot_cache,
    read_snapshot,
    read_stable_snapshot,
)
from games.play.terms.seating import is_away
from games.players.models import Player
from games.rules.plays.acts import Exchange, Pass, Resign
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(open_table: Callable[..., Room]) -> Room:
    clear_snapshot_cache()
    return open_table()


def move(room: Room, people: list[Player]) -> RoomSnapshot:
    """Let the seat to move pass or, every other time, exchange a tile."""
    snapshot = read_snapshot(room.code)
    assert snapshot.state is not None
    seat, turn = snapshot.state.to_move, snapshot.state.turn_number
    assert seat is not None
    act = Pass() if turn % 2 else Exchange(snapshot.state.seats[seat].rack[:1])
    return turns.apply_player_act(
        room.code, people[seat].pk, act, turn=turn, key=f"k{turn}", now=NOON
    )


def facts(snapshot: RoomSnapshot) -> dict[str, object]:
    """Return the whole content of a snapshot, with its rows as dictionaries of fields."""

    def row(one: object) -> dict[str, object]:
        return {name: value for name, value in vars(one).items() if not name.startswith("_")}

    found: dict[str, object] = {
        field.name: getattr(snapshot, field.name) for field in fields(snapshot)
    }
    found["room"], found["game"] = row(snapshot.room), row(snapshot.game)
    found["seats"] = [
        (row(seat), row(seat.rack), [(row(one), one.player) for one in seat.holders.all()])
        for seat in snapshot.seats
    ]
    return found


def statements(code: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        read_snapshot(code)
    return len(queries)


def test_the_snapshot_after_a_move_equals_the_rows(
    room: Room, people: list[Player], django_capture_on_commit_callbacks: Callable
) -> None:
    for _ in range(4):
        with django_capture_on_commit_callbacks(execute=True):
            move(room, people)
        kept = facts(read_snapshot(room.code))
        clear_snapshot_cache()
        assert kept == facts(read_snapshot(room.code))


def test_an_unchanged_room_takes_few_statements(room: Room) -> None:
    full = statements(room.code)
    cache_snapshot(read_snapshot(room.code))
    assert statements(room.code) <= 3 < full


def test_unstamped_writes_of_the_worker_are_read(room: Room) -> None:

    cache_snapshot(read_snapshot(room.code))
    Game.objects.filter(room=room).update(failures=3, reminders_sent=2, busy_shown=True)
    SeatMember.objects.filter(game__room=room).update(seen_at=NOON + timedelta(hours=1))
    snapshot = read_snapshot(room.code)
    assert (snapshot.game.failures, snapshot.game.reminders_sent, snapshot.game.busy_shown) == (
        3,
        2,
        True,
    )
    seen = {one.seen_at for seat in snapshot.seats for one in seat.holders.all()}
    assert seen == {NOON + timedelta(hours=1)}


def test_a_cached_snapshot_catches_up_with_moves_of_another_process(
    room: Room, people: list[Player]
) -> None:
    cache_snapshot(read_snapshot(room.code))
    for _ in range(3):
        move(room, people)
    assert statements(room.code) <= 5
    caught_up = facts(read_snapshot(room.code))
    clear_snapshot_cache()
    assert caught_up == facts(read_snapshot(room.code))


def test_changes_other_than_moves_are_read_from_the_rows(room: Room, people: list[Player]) -> None:
    cache_snapshot(read_snapshot(room.code))
    move(room, people)
    Player.objects.filter(pk=people[1].pk).update(nickname="Teal")
    Room.objects.filter(pk=room.pk).update(stamp=F("stamp") + 1)
    move(room, people)
    snapshot = read_snapshot(room.code)
    assert [one.player.nickname for one in snapshot.seats[1].holders.all()] == ["Teal"]
    assert len(snapshot.record) == 2


def test_a_game_that_ended_elsewhere_is_read_from_the_rows(
    room: Room, people: list[Player]
) -> None:
    cache_snapshot(read_snapshot(room.code))
    turns.apply_player_act(room.code, people[0].pk, Resign(), turn=0, key="k", now=NOON)
    ended = facts(read_snapshot(room.code))
    clear_snapshot_cache()
    assert ended == facts(read_snapshot(room.code))


def test_a_newer_stamp_is_read_from_the_rows(room: Room, people: list[Player]) -> None:

    cache_snapshot(read_snapshot(room.code))
    Player.objects.filter(pk=people[1].pk).update(nickname="Teal")
    Room.objects.filter(pk=room.pk).update(stamp=room.stamp + 1)  # as another process would do
    snapshot = read_snapshot(room.code)
    assert [one.player.nickname for one in snapshot.seats[1].holders.all()] == ["Teal"]


def test_a_move_that_is_rolled_back_leaves_no_trace(room: Room, people: list[Player]) -> None:

    cache_snapshot(read_snapshot(room.code))
    before = facts(read_snapshot(room.code))
    move(room, people)  # the test's transaction is never committed, so nothing is kept
    Room.objects.filter(pk=room.pk).update(stamp=room.stamp)
    assert facts(read_snapshot(room.code)) == before


def test_presence_is_read_into_cached_snapshots(room: Room, people: list[Player]) -> None:
    later = NOON + timedelta(minutes=10)
    record_presence({room.code: {str(people[0].pk): True, str(people[1].pk): True}}, later)
    read_stable_snapshot(room.code)
    later += timedelta(minutes=10)
    record_presence({room.code: {str(people[0].pk): True}}, later)
    held = [holder for seat in read_snapshot(room.code).seats for holder in seat.holders.all()]
    away = {holder.player_id: is_away(holder, later) for holder in held}
    assert away == {people[0].pk: False, people[1].pk: True}


def test_readers_do_not_share_rows(room: Room) -> None:

    cache_snapshot(read_snapshot(room.code))
    mine, other = read_snapshot(room.code), read_snapshot(room.code)
    mine.game.turn_number = 99
    mine.seats[0].rack.tiles = ""
    assert other.game.turn_number == table_of(room).turn_number
    assert other.seats[0].rack.tiles == Rack.objects.get(seat=other.seats[0]).tiles != ""
