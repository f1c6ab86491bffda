"""Club nights become events by themselves, in summer and in winter, and stand in calendars."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.accounts.services.sessions import log_out_everywhere
from games.clubs.models import ClubEvent, ClubNight
from games.clubs.services.calendars import renew_calendar
from games.clubs.services.nights import run_due_nights
from games.clubs.terms.calendar_feed import fold_line
from games.events.models import Event, EventDirector
from games.players.models import Notification, Player
from tests.clubs.club_driver import NIGHT
from tests.clubs.conftest import OpenClub
from tests.events.event_driver import EventClock, open_browser, read_text
from tests.play.conftest import NOON

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 5, 5)  # the first one after noon of the first of May
START = datetime(2026, 5, 5, 17, tzinfo=UTC)


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def list_starts(club_code: str) -> list[datetime | None]:
    rows = ClubEvent.objects.filter(club__code=club_code, event__isnull=False)
    return [one.event.starts_at for one in rows.select_related("event") if one.event]


def test_a_night_becomes_an_event_some_days_before(
    open_club: OpenClub, owner: Player, people: list[Player], clock: EventClock
) -> None:
    club = open_club(members=2)
    club.direct("make_director", member=people[0].pk)
    club.plan_night(days_before=3)
    assert club.run_worker_at(START - timedelta(days=3, seconds=1)) == []
    (code,) = club.run_worker_at(START - timedelta(days=3))
    event = Event.objects.get(code=code)
    assert event.title == "Tuesday night 2026-05-05"
    assert event.starts_at == START and event.entry == Event.Entry.CLUB
    directors = EventDirector.objects.filter(event=event).values_list("player", flat=True)
    assert set(directors) == {owner.pk, people[0].pk}
    assert run_due_nights(clock.now) == [], "another worker makes no second one"
    for player in (owner, *people[:2]):
        (notice,) = Notification.objects.filter(player=player, kind="club_night")
        assert notice.path == f"/events/{code}/"
    page = read_text(club.browser_of(people[1]).get("/").content.decode())
    assert "Spandau Spellers: Tuesday night on 5 May 2026 is open for entries." in page
    assert not Notification.objects.filter(player=people[3]).exists()


def test_guests_see_open_nights(open_club: OpenClub) -> None:
    club = open_club()
    club.plan_night(guests="on")
    club.run_worker_at(START - timedelta(days=1))
    assert "Tuesday night 2026-05-05" in read_text(Client().get("/events/").content.decode())


@pytest.mark.parametrize(
    ("days", "hours"),
    [(("2026-03-24", "2026-03-31"), (18, 17)), (("2026-10-20", "2026-10-27"), (17, 18))],
)
def test_nights_keep_their_time_of_day_in_spring_and_autumn(
    open_club: OpenClub, clock: EventClock, days: tuple[str, str], hours: tuple[int, int]
) -> None:
    clock.now = at(f"{days[0]}T06:00:00") - timedelta(days=6)
    club = open_club()
    club.plan_night()
    for day in days:
        club.run_worker_at(at(f"{day}T06:00:00"))
    wanted = [at(f"{day}T{hour}:00:00") for day, hour in zip(days, hours, strict=True)]
    assert [one for one in list_starts(club.code) if one in wanted] == wanted
    ics = Client().get(f"/clubs/{club.code}/nights.ics").content.decode()
    for moment in wanted:
        assert f"DTSTART:{moment:%Y%m%dT%H%M%SZ}" in ics


def test_a_club_that_moves_plays_at_its_new_time(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    club.plan_night()
    form = {"title": "Spellers", "zone": "America/New_York", "joining": "free"}
    club.browser_of(owner).post(f"/clubs/{club.code}/desk/settings/", form)
    club.run_worker_at(START - timedelta(days=1))
    assert list_starts(club.code) == [at("2026-05-05T23:00:00")]


def test_nights_that_passed_while_no_worker_ran_are_left_out(open_club: OpenClub) -> None:
    club = open_club()
    night = club.plan_night(days_before=1)
    club.run_worker_at(START + timedelta(weeks=2, hours=1))
    assert list_starts(club.code) == []
    night.refresh_from_db()
    assert night.due_at == START + timedelta(weeks=3) - timedelta(days=1)


def test_a_long_notice_makes_several_events(open_club: OpenClub) -> None:
    club = open_club()
    club.plan_night(days_before=15)
    club.run_worker_at(at("2026-05-01T18:00:00"))
    assert len(list_starts(club.code)) == 2
    club.run_worker_at(at("2026-05-04T16:59:00"))
    assert len(list_starts(club.code)) == 2, "it is not due for another minute"
    club.run_worker_at(at("2026-05-04T17:00:00"))
    assert len(list_starts(club.code)) == 3


def test_a_night_is_left_out(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    night = club.plan_night()
    for _press in range(2):
        assert club.direct("skip_night", night=night.pk, day="2026-05-05") == ""
    assert "No club night falls" in club.direct("skip_night", night=night.pk, day="2026-05-06")
    club.run_worker_at(START - timedelta(days=1))
    assert list_starts(club.code) == []
    assert "Called off" in club.page()
    assert "STATUS:CANCELLED" in Client().get(f"/clubs/{club.code}/nights.ics").content.decode()
    club.run_worker_at(START + timedelta(days=6))
    assert list_starts(club.code) == [START + timedelta(weeks=1)]
    late = club.direct("skip_night", night=night.pk, day="2026-05-12")
    assert "has been announced" in late


def test_a_night_ends_and_its_events_stay(open_club: OpenClub) -> None:
    club = open_club()
    night = club.plan_night()
    club.run_worker_at(START - timedelta(days=1))
    assert club.direct("end_night", night=night.pk) == ""
    assert club.run_worker_at(START + timedelta(days=6)) == []
    assert not ClubNight.objects.exists() and len(list_starts(club.code)) == 1


def test_a_night_without_players_is_called_off(open_club: OpenClub) -> None:
    club = open_club()
    club.plan_night(days_before=1)
    (code,) = club.run_worker_at(START - timedelta(days=1))
    assert code in club.run_worker_at(START + timedelta(days=1))
    assert Event.objects.get(code=code).stage == Event.Stage.CANCELLED


def test_a_form_sent_twice_plans_one_night(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    for _press in range(2):
        address = f"/clubs/{club.code}/desk/nights/"
        answer = club.browser_of(owner).post(address, NIGHT | {"key": "one form"})
        assert answer.status_code == 302
    assert ClubNight.objects.count() == 1


def test_only_directors_plan_nights(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=1)
    for path in ("nights/", "seasons/", "matches/", "settings/"):
        assert club.status(people[0], f"desk/{path}") == 403


def test_a_member_has_a_calendar_of_all_clubs(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club, other = open_club(members=1), open_club(title="Havel, and more", by=people[1])
    club.plan_night()
    other.admit(people[0])
    browser = Client()
    assert people[0].user is not None
    browser.force_login(people[0].user)
    assert "Get an address" in browser.get("/clubs/").content.decode()
    page = browser.post("/clubs/calendar", follow=True).content.decode()
    address = page.split("/clubs/calendars/")[1].split('"')[0]
    answer = Client().get(f"/clubs/calendars/{address}")
    assert answer.headers["Content-Type"].startswith("text/calendar")
    lines = answer.content.decode().split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert all(len(line.encode()) <= 75 for line in lines)
    assert "LOCATION:Café Central\\, Berlin" in lines
    assert "SUMMARY:Spandau Spellers: Tuesday night" in lines
    browser.post("/clubs/calendar")
    assert Client().get(f"/clubs/calendars/{address}").status_code == 404


def test_a_calendar_ends_with_the_sessions_of_its_member(
    open_club: OpenClub, people: list[Player], django_capture_on_commit_callbacks: Any
) -> None:
    open_club(members=1)
    address = f"/clubs/calendars/{renew_calendar(people[0], NOON).token}.ics"
    assert Client().get(address).status_code == 200
    account = User.objects.filter(player=people[0])
    account.update(is_active=False)
    assert Client().get(address).status_code == 404
    account.update(is_active=True)
    with django_capture_on_commit_callbacks(execute=True):
        log_out_everywhere(people[0], NOON)
    assert Client().get(address).status_code == 404


def test_long_lines_of_a_calendar_are_folded_between_characters() -> None:
    line = fold_line("SUMMARY:" + "é" * 80)
    pieces = line.split("\r\n")
    assert all(len(piece.encode()) <= 75 for piece in pieces)
    assert pieces[0] + "".join(piece[1:] for piece in pieces[1:]) == "SUMMARY:" + "é" * 80


def test_only_members_enter_a_night_without_guests(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=1)
    club.plan_night()
    event = club.make_event(TUESDAY)
    page = f"/events/{event.code}/"
    member, stranger = open_browser(people[0]), open_browser(people[1])
    assert "Take part" in member.get(page).content.decode()
    assert "Take part" not in stranger.get(page).content.decode()
    assert "Only members of the club" in stranger.get(page).content.decode()
    for browser in (member, stranger):
        browser.post(f"{page}enter", {"key": uuid4().hex})
    assert [one.player for one in event.entrants.all()] == [people[0]]
