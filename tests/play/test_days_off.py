"""Days off postpone deadlines and are visible to opponents, and unused days are returned."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play.models import Room
from games.play.perspective import build_room_view
from games.play.services import days_off_booking, pauses
from games.play.services.naming import lock_rooms
from games.play.terms.days_off import count_days_left, list_days_off
from games.players.models import Player
from games.rules.time.clock import TimeControl
from scrabble_site.shared.refusals import Conflict, InvalidRequest
from tests.play.conftest import NOON, outcome_of, table_of
from tests.play.correspondence import act, attend, open_slow

__all__ = ["attend", "open_slow"]
pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
MAY_1 = date(2026, 5, 1)


def take(
    player: Player, first: int, last: int, now=NOON, zone: str = "UTC", month: int = 5
) -> None:
    days_off_booking.take_days_off(
        player, date(2026, month, first), date(2026, month, last), zone, now
    )
    player.refresh_from_db()


@pytest.fixture
def begun(open_slow, people) -> Room:
    """A game with three days per turn:
    both have moved, and Amber has been to move since noon of 1 May."""
    room = open_slow()
    act(room, people[0], "-C")
    act(room, people[1], "-O")
    return room


def test_the_deadline_moves_by_the_days_off_and_then_stays(begun, people, attend) -> None:
    room = begun
    take(people[0], 3, 6)
    attend(NOON + 4 * DAY)
    assert table_of(room).running
    attend(NOON + 7 * DAY - timedelta(seconds=1))
    assert table_of(room).running
    for _ in range(4):
        attend(NOON + 7 * DAY)
    assert outcome_of(room).reason == "forfeited"


def test_days_off_of_others_move_no_deadline(begun, people, attend) -> None:
    room = begun
    take(people[1], 2, 9)
    for _ in range(4):
        attend(NOON + 3 * DAY)
    assert outcome_of(room).winner == 1


def test_a_turn_that_starts_during_days_off_has_its_full_time_afterwards(
    open_slow, people, attend
) -> None:
    room = open_slow()
    take(people[1], 2, 4)
    act(room, people[0], "-", NOON + DAY)
    attend(NOON + 6 * DAY)
    assert table_of(room).running, "until midnight of the 8th"
    act(room, people[1], "-", NOON + 6 * DAY)
    view = build_room_view(room.code, None)
    assert view.moves[-1].spent == "2 days 12 hours"
    assert "days off: 2 days 12 hours" in view.moves[-1].note


def test_opponents_see_days_off_at_once(open_slow, people, noon) -> None:
    room = open_slow()
    stamp = Room.objects.get(pk=room.pk).stamp
    take(people[0], 1, 3)
    assert Room.objects.get(pk=room.pk).stamp == stamp + 1
    assert [seat.off for seat in build_room_view(room.code, people[1]).seats] == [
        "away until 3 May 2026",
        "",
    ]
    take(people[1], 10, 12)
    seats = build_room_view(room.code, None).seats
    assert seats[1].off == "away from 10 May 2026 until 12 May 2026"


def test_days_off_do_not_affect_games_with_a_clock(open_slow, people) -> None:
    room = open_slow(clock=TimeControl.read("25+0"))
    take(people[0], 1, 3)
    assert [seat.off for seat in build_room_view(room.code, None).seats] == ["", ""]


@pytest.mark.parametrize(
    ("first", "last", "zone", "code"),
    [
        (date(2026, 4, 30), date(2026, 5, 2), "UTC", "past"),
        (date(2026, 5, 3), date(2026, 5, 2), "UTC", "order"),
        (date(2027, 6, 1), date(2027, 6, 2), "UTC", "far"),
        (MAY_1, MAY_1, "Nowhere/Town", "zone"),
        (MAY_1, MAY_1, "../../etc/passwd", "zone"),
        (MAY_1, MAY_1, "Pacific/Kiritimati", "past"),
    ],
)
def test_invalid_days_off_are_refused(people, first, last, zone, code) -> None:
    with pytest.raises(InvalidRequest, match=code):
        days_off_booking.take_days_off(people[0], first, last, zone, NOON)


def test_days_off_are_limited_to_fourteen_a_year(people) -> None:
    take(people[0], 2, 15)
    assert count_days_left(list_days_off(people[0]), 2026) == 0
    with pytest.raises(Conflict, match="many"):
        take(people[0], 20, 20)
    with pytest.raises(Conflict, match="overlap"):
        take(people[0], 15, 16)
    days_off_booking.take_days_off(people[0], date(2027, 1, 1), date(2027, 1, 14), "UTC", NOON)
    people[0].refresh_from_db()
    assert count_days_left(list_days_off(people[0]), 2027) == 0


def test_days_off_requested_twice_count_once(people) -> None:
    take(people[0], 2, 3)
    take(people[0], 2, 3)
    assert len(list_days_off(people[0])) == 1


def test_unused_days_are_returned(begun, people, attend) -> None:
    room = begun
    take(people[0], 2, 8)
    back = NOON + 2 * DAY  # noon of 3 May
    days_off_booking.give_back_days_off(people[0], date(2026, 5, 2), back)
    people[0].refresh_from_db()
    assert count_days_left(list_days_off(people[0]), 2026) == 12
    # The days off counted from midnight of 2 May until noon of 3 May.
    due = NOON + 3 * DAY + timedelta(days=1.5)
    attend(due - timedelta(seconds=1))
    assert table_of(room).running
    for _ in range(4):
        attend(due)
    assert outcome_of(room).reason == "forfeited"


def test_days_off_cancelled_before_they_begin_are_all_returned(people) -> None:
    take(people[0], 10, 12)
    days_off_booking.give_back_days_off(people[0], date(2026, 5, 10), NOON)
    days_off_booking.give_back_days_off(people[0], date(2026, 5, 10), NOON)
    people[0].refresh_from_db()
    assert people[0].days_off == []


def test_days_off_from_today_begin_now(people) -> None:
    take(people[0], 1, 1)
    (one,) = list_days_off(people[0])
    assert one.off.end - one.off.begin == 12 * 3600 * 1000, "half of the day has gone by"


def test_the_page_starts_shows_and_ends_days_off(people, client_of, noon) -> None:
    amber = client_of(people[0])
    said = {"first": "2026-05-02", "last": "2026-05-04", "zone": "Europe/Berlin"}
    assert amber.post("/days-off/", said).status_code == 302
    page = amber.get("/days-off/").content.decode()
    assert "2026: 11 days left" in page
    days = '<time datetime="2026-05-0{}" data-form="day">{} May 2026</time>'
    assert f"{days.format(2, 2)} – {days.format(4, 4)}" in page
    wrong = amber.post("/days-off/", said | {"first": "2026-05-03"})
    assert (wrong.status_code, b"already taken some of these days off" in wrong.content) == (
        409,
        True,
    )
    assert amber.post("/days-off/", {"first": "soon"}).status_code == 422
    assert amber.post("/days-off/end/", {"first": "2026-05-02"}).status_code == 302
    assert "2026: 14 days left" in amber.get("/days-off/").content.decode()
    assert client_of(None).get("/days-off/").status_code == 200


def test_days_off_without_the_pages_script_are_in_the_known_time_zone(
    people, client_of, noon
) -> None:
    browser = client_of(people[0])
    browser.cookies["timezone"] = "Asia/Tokyo"
    assert "<span data-zone-name>Asia/Tokyo</span>" in browser.get("/days-off/").content.decode()
    browser.post("/days-off/", {"first": "2026-05-02", "last": "2026-05-02"})
    people[0].refresh_from_db()
    (taken,) = list_days_off(people[0])
    assert taken.zone == "Asia/Tokyo"


def test_a_pause_is_shown_with_the_move_and_not_counted_as_thinking_time(open_slow, people) -> None:
    room = open_slow(clock=TimeControl.read("25+0"))
    minute = timedelta(minutes=1)
    for player in people[:2]:
        pauses.request_pause(room.code, player, NOON + minute)
    pauses.resume_clocks(room.code, people[0], NOON + 31 * minute)
    act(room, people[0], "-", NOON + 33 * minute)
    (move,) = build_room_view(room.code, None).moves
    assert move.spent == "3 minutes"
    assert move.note == "paused for 30 minutes"


def test_days_off_take_as_many_statements_for_many_games_as_for_few(
    open_slow, people, attend
) -> None:
    rooms = [open_slow() for _ in range(2)]
    with CaptureQueriesContext(connection) as few:
        take(people[0], 3, 4)
    rooms += [open_slow() for _ in range(6)]
    with CaptureQueriesContext(connection) as many:
        take(people[0], 6, 9)
    assert len(many) == len(few)
    due = {table_of(room).due_at for room in rooms}
    assert len(due) == 1, "each is put off alike"


def test_days_off_lock_a_few_rooms_at_a_time(open_slow, people, monkeypatch) -> None:
    monkeypatch.setattr(days_off_booking, "MAX_ROOMS_AT_ONCE", 2)
    locked: list[list[Room]] = []
    monkeypatch.setattr(
        days_off_booking, "lock_rooms", lambda wanted: locked.append(lock_rooms(wanted))
    )
    rooms = [open_slow() for _ in range(5)]
    before = {table_of(room).due_at for room in rooms}
    take(people[0], 1, 9)
    assert [len(each) for each in locked] == [2, 2, 1]
    assert not before & {table_of(room).due_at for room in rooms}
