"""Who is in the room: noted rarely, told once, and what nobody is in goes."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play.chairs import AWAY_AFTER
from games.play.models import Holder, Room
from games.play.perspective import look
from games.play.services import invitations, seats
from games.play.services.lapsing import LEFT_ALONE_FOR, drop_deserted
from games.play.services.presence import NOTED_EVERY, note_all, note_here
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

LATER = NOON + AWAY_AFTER + timedelta(seconds=1)


def test_who_stays_away_is_told_of_once_and_so_is_the_return(
    open_table, people, monkeypatch
) -> None:
    room = open_table(started=False)
    monkeypatch.setattr("django.utils.timezone.now", lambda: LATER)
    assert note_all({room.code: {str(people[1].pk)}}, LATER) == [room.code]
    assert [seat.away for seat in look(room.code, None).seats] == [True, False]
    assert note_all({room.code: {str(people[1].pk)}}, LATER) == []
    stamp = Room.objects.get().stamp
    assert note_here(room.code, people[0].pk, LATER)
    assert not look(room.code, None).seats[0].away
    assert Room.objects.get().stamp == stamp + 1


def test_presence_is_written_rarely(open_table, people) -> None:
    room = open_table(started=False)
    here = {room.code: {str(player.pk) for player in people[:2]}}
    with CaptureQueriesContext(connection) as soon:
        note_all(here, NOON + NOTED_EVERY / 4)
    assert not [query for query in soon.captured_queries if query["sql"].startswith("UPDATE")]
    note_all(here, NOON + NOTED_EVERY)
    assert set(Holder.objects.values_list("seen_at", flat=True)) == {NOON + NOTED_EVERY}
    assert Room.objects.get().seen_at == NOON + NOTED_EVERY


def test_strangers_who_look_on_leave_no_trace(open_table, people) -> None:
    room = open_table(started=False)
    assert note_all({room.code: {str(people[3].pk), "nobody"}}, NOON) == []
    assert not note_here(room.code, None, NOON)
    assert not note_here("nowhere1", people[0].pk, NOON)
    assert Room.objects.get().seen_at == NOON


def test_a_waiting_room_nobody_is_in_goes_after_a_day(open_table, people) -> None:
    room = open_table(started=False)
    assert drop_deserted(NOON + LEFT_ALONE_FOR) == 0
    note_all({room.code: {str(people[1].pk)}}, NOON + LEFT_ALONE_FOR)
    assert drop_deserted(NOON + LEFT_ALONE_FOR * 1.5) == 0
    assert drop_deserted(NOON + LEFT_ALONE_FOR * 2.1) == 1
    assert not Room.objects.exists()


def test_what_was_begun_and_who_is_invited_stays(open_table, people) -> None:
    begun = open_table()
    waiting = open_table(seats=3, started=False)
    seats.stand(waiting.code, people[2], NOON)
    invitations.invite(waiting.code, people[0], "Rust", NOON)
    assert drop_deserted(NOON + LEFT_ALONE_FOR * 2) == 0
    assert drop_deserted(NOON + timedelta(days=30)) == 1
    assert list(Room.objects.all()) == [begun]
    assert table_of(begun).running
