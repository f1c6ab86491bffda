"""Who is in the room: noted rarely, told apart from the game, and what nobody is in goes."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.live.topics import Company
from games.play.chairs import AWAY_AFTER
from games.play.models import Holder, Room
from games.play.perspective import look_at_presence
from games.play.perspective.presence import MOST_NAMED, PresenceView
from games.play.services import invitations, presence, seats
from games.play.services.lapsing import LEFT_ALONE_FOR, drop_deserted
from games.play.services.presence import NOTED_EVERY, note_all, note_here
from games.players.badges import badge_of, read_badge
from games.players.models import Player
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

LATER = NOON + AWAY_AFTER + NOTED_EVERY


def here(room: Room, *people: Player, shown: bool = True) -> Mapping[str, Mapping[str, bool]]:
    return {room.code: {str(player.pk): shown for player in people}}


def seen_in(room: Room, now, *people: Player, shown: bool = True, more: int = 0) -> PresenceView:
    """The presence while these have the room's page open, and some nobody knows."""
    company = Company(len(people) + more, here(room, *people, shown=shown)[room.code])
    return look_at_presence({room.code: company}, now)[room.code]


def test_a_seat_is_here_or_away_since_a_while(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    assert seen_in(room, NOON).away == {0: 0, 1: 0, 2: 0}, "just reloading is no absence"
    note_all(here(room, people[1]), NOON + AWAY_AFTER)
    assert seen_in(room, LATER, people[2]).away == {0: 80, 1: 0, 2: 0}
    assert seen_in(room, LATER, people[2], shown=False).away[2] == 80, "a page behind others"


def test_presence_gives_a_room_no_new_stamp_unless_its_host_goes(open_table, people) -> None:
    room = open_table()
    stamp = Room.objects.get().stamp
    for now in (NOON + NOTED_EVERY, LATER):
        assert note_all(here(room, people[0]), now) == []
    assert Holder.objects.get(player=people[1]).away
    assert note_all(here(room, *people[:2]), LATER) == []
    assert Room.objects.get().stamp == stamp
    gone = LATER + AWAY_AFTER * 2
    assert note_all(here(room, people[1]), gone) == [room.code]
    assert note_all(here(room, people[1]), gone) == []
    assert note_here(room.code, people[0].pk, gone)
    assert Room.objects.get().stamp == stamp + 2


def test_presence_is_written_rarely(open_table, people) -> None:
    room = open_table(started=False)
    both = here(room, *people[:2])
    with CaptureQueriesContext(connection) as soon:
        note_all(both, NOON + NOTED_EVERY / 4)
    assert not [query for query in soon.captured_queries if query["sql"].startswith("UPDATE")]
    note_all(both, NOON + NOTED_EVERY)
    assert set(Holder.objects.values_list("seen_at", flat=True)) == {NOON + NOTED_EVERY}
    assert Room.objects.get().seen_at == NOON + NOTED_EVERY


def test_a_page_behind_others_keeps_its_room_and_nobody_else(open_table, people) -> None:
    room = open_table(started=False)
    note_all(here(room, people[0], shown=False), NOON + NOTED_EVERY)
    assert Room.objects.get().seen_at == NOON + NOTED_EVERY
    assert Holder.objects.get(player=people[0]).seen_at == NOON


def test_strangers_who_look_on_leave_no_trace(open_table, people) -> None:
    room = open_table(started=False)
    assert note_all({room.code: {str(people[3].pk): True, "nobody": True}}, NOON) == []
    assert not note_here(room.code, None, NOON)
    assert not note_here("nowhere1", people[0].pk, NOON)
    assert Room.objects.get().seen_at == NOON


def test_watchers_are_listed_by_name_or_counted(open_table, people) -> None:
    room = open_table()
    nobody = Player(nickname="never saved")
    told = seen_in(room, NOON, *people, nobody, more=2)
    assert [watcher.name for watcher in told.watchers] == ["Jade", "Rust"]
    assert (len(told.guests), told.more, told.watching) == (1, 2, 5)
    presence.watch_unnamed(people[2], unnamed=True)
    told = seen_in(room, NOON, *people)
    assert [watcher.name for watcher in told.watchers] == ["Rust"]
    assert told.watching == 2


def test_thousands_of_watchers_cost_as_little_as_a_few(open_table, people) -> None:
    room = open_table()
    crowd = [Player(nickname="one of many") for _ in range(3000)]
    for some in (crowd[:3], crowd):
        with CaptureQueriesContext(connection) as asked:
            told = seen_in(room, NOON, people[0], *some)
        assert len(asked) == 2
        assert told.watching == len(some)
    assert len(told.guests) == MOST_NAMED


def test_a_badge_names_somebody_in_one_place_and_gives_no_id_away(people) -> None:
    one = str(people[0].pk)
    badge = badge_of(one, "room1")
    assert badge == badge_of(one, "room1") != badge_of(one, "room2")
    assert one.replace("-", "") not in badge
    assert read_badge(badge, "room1") == people[0].pk
    for wrong in (badge_of(one, "room2"), badge[:-2] + "00", badge[:20], "", "zz", "é" * 64):
        assert read_badge(wrong, "room1") is None


def test_a_waiting_room_nobody_is_in_goes_after_a_day(open_table, people) -> None:
    room = open_table(started=False)
    assert drop_deserted(NOON + LEFT_ALONE_FOR) == 0
    note_all(here(room, people[1]), NOON + LEFT_ALONE_FOR)
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
