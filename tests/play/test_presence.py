"""Who is in the room: written to the database rarely and separately from the game. Abandoned
waiting rooms are deleted."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.live.topics import Audience
from games.play.models import Room, SeatMember
from games.play.perspective import build_presence_views
from games.play.perspective.presence import MAX_NAMED_SPECTATORS, PresenceView
from games.play.services import invitations, presence, seats
from games.play.services.abandoned_rooms import ABANDONED_AFTER, delete_abandoned_rooms
from games.play.services.presence import WRITE_INTERVAL, record_arrival, record_presence
from games.play.terms.seating import AWAY_AFTER
from games.players.models import Player
from games.players.terms.badges import create_badge, read_badge
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db

LATER = NOON + AWAY_AFTER + WRITE_INTERVAL


def here(room: Room, *people: Player, shown: bool = True) -> Mapping[str, Mapping[str, bool]]:
    return {room.code: {str(player.pk): shown for player in people}}


def seen_in(room: Room, now, *people: Player, shown: bool = True, more: int = 0) -> PresenceView:
    """Return the presence while these players, and ``more`` unknown visitors,
    have the room's page open."""
    audience = Audience(len(people) + more, here(room, *people, shown=shown)[room.code])
    return build_presence_views({room.code: audience}, now)[room.code]


def test_a_seat_shows_whether_and_how_long_its_player_is_away(open_table, people) -> None:
    room = open_table(seats=3, started=False)
    assert seen_in(room, NOON).away == {0: 0, 1: 0, 2: 0}, "just reloading is no absence"
    record_presence(here(room, people[1]), NOON + AWAY_AFTER)
    # LATER is 80 seconds after the rooms were opened at noon.
    assert seen_in(room, LATER, people[2]).away == {0: 80, 1: 0, 2: 0}
    assert seen_in(room, LATER, people[2], shown=False).away[2] == 80, "a page behind others"


def test_presence_changes_a_rooms_stamp_only_when_its_host_leaves(open_table, people) -> None:
    room = open_table()
    stamp = Room.objects.get().stamp
    for now in (NOON + WRITE_INTERVAL, LATER):
        assert record_presence(here(room, people[0]), now) == []
    assert SeatMember.objects.get(player=people[1]).away
    assert record_presence(here(room, *people[:2]), LATER) == []
    assert Room.objects.get().stamp == stamp
    gone = LATER + AWAY_AFTER * 2
    assert record_presence(here(room, people[1]), gone) == [room.code]
    assert record_presence(here(room, people[1]), gone) == []
    assert record_arrival(room.code, people[0].pk, gone)
    assert Room.objects.get().stamp == stamp + 2


def test_presence_is_written_rarely(open_table, people) -> None:
    room = open_table(started=False)
    both = here(room, *people[:2])
    with CaptureQueriesContext(connection) as soon:
        record_presence(both, NOON + WRITE_INTERVAL / 4)
    assert not [query for query in soon.captured_queries if query["sql"].startswith("UPDATE")]
    record_presence(both, NOON + WRITE_INTERVAL)
    assert set(SeatMember.objects.values_list("seen_at", flat=True)) == {NOON + WRITE_INTERVAL}
    assert Room.objects.get().seen_at == NOON + WRITE_INTERVAL


def test_a_page_in_the_background_keeps_its_room_but_is_not_present(open_table, people) -> None:
    room = open_table(started=False)
    record_presence(here(room, people[0], shown=False), NOON + WRITE_INTERVAL)
    assert Room.objects.get().seen_at == NOON + WRITE_INTERVAL
    assert SeatMember.objects.get(player=people[0]).seen_at == NOON


def test_anonymous_spectators_store_nothing(open_table, people) -> None:
    room = open_table(started=False)
    assert record_presence({room.code: {str(people[3].pk): True, "nobody": True}}, NOON) == []
    assert not record_arrival(room.code, None, NOON)
    assert not record_arrival("nowhere1", people[0].pk, NOON)
    assert Room.objects.get().seen_at == NOON


def test_spectators_are_listed_by_name_or_counted(open_table, people) -> None:
    room = open_table()
    unsaved = Player(nickname="never saved")
    shown = seen_in(room, NOON, *people, unsaved, more=2)
    assert [spectator.name for spectator in shown.spectators] == ["Jade", "Rust"]
    assert (len(shown.guests), shown.more, shown.watching) == (1, 2, 5)
    presence.set_hidden_as_spectator(people[2], hidden=True)
    shown = seen_in(room, NOON, *people)
    assert [spectator.name for spectator in shown.spectators] == ["Rust"]
    assert shown.watching == 2


def test_thousands_of_spectators_cost_as_much_as_a_few(open_table, people) -> None:
    room = open_table()
    crowd = [Player(nickname="one of many") for _ in range(3000)]
    for some in (crowd[:3], crowd):
        with CaptureQueriesContext(connection) as asked:
            shown = seen_in(room, NOON, people[0], *some)
        assert len(asked) == 2
        assert shown.watching == len(some)
    assert len(shown.guests) == MAX_NAMED_SPECTATORS


def test_a_badge_identifies_a_visitor_in_one_room_and_hides_the_id(people) -> None:
    one = str(people[0].pk)
    badge = create_badge(one, "room1")
    assert badge == create_badge(one, "room1") != create_badge(one, "room2")
    assert one.replace("-", "") not in badge
    assert read_badge(badge, "room1") == people[0].pk
    for wrong in (create_badge(one, "room2"), badge[:-2] + "00", badge[:20], "", "zz", "é" * 64):
        assert read_badge(wrong, "room1") is None


def test_an_empty_waiting_room_is_deleted_after_a_day(open_table, people) -> None:
    room = open_table(started=False)
    assert delete_abandoned_rooms(NOON + ABANDONED_AFTER) == 0
    record_presence(here(room, people[1]), NOON + ABANDONED_AFTER)
    assert delete_abandoned_rooms(NOON + ABANDONED_AFTER * 1.5) == 0
    assert delete_abandoned_rooms(NOON + ABANDONED_AFTER * 2.1) == 1
    assert not Room.objects.exists()


def test_begun_games_and_invitations_stay(open_table, people) -> None:
    begun = open_table()
    waiting = open_table(seats=3, started=False)
    seats.leave_seat(waiting.code, people[2], NOON)
    invitations.invite_player(waiting.code, people[0], "Rust", NOON)
    assert delete_abandoned_rooms(NOON + ABANDONED_AFTER * 2) == 0
    assert delete_abandoned_rooms(NOON + timedelta(days=30)) == 1
    assert list(Room.objects.all()) == [begun]
    assert table_of(begun).running


def test_leaving_many_tables_takes_as_many_statements_as_leaving_one(open_table, people) -> None:
    """At untimed tables each departure also makes the referee plan the game again."""
    rooms = [open_table() for _ in range(2)]

    def count_leaving(some: list[Room]) -> int:
        with CaptureQueriesContext(connection) as asked:
            record_presence({room.code: {} for room in some}, LATER)
        assert not SeatMember.objects.filter(game__room__in=some, away=False).exists()
        return len(asked)

    few = count_leaving(rooms)
    assert count_leaving([open_table() for _ in range(8)]) == few
