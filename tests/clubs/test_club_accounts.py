"""Clubs when accounts are deleted or exported."""

import pytest
from django.test import Client

from games.accounts.services.account_deletion import delete_account
from games.clubs.models import Club, ClubCalendar, ClubRequest
from games.clubs.services.calendars import renew_calendar
from games.players.models import Player
from tests.clubs.conftest import OpenClub

pytestmark = pytest.mark.django_db


def test_a_member_who_deletes_the_account_leaves_all_clubs(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=1)
    asked = open_club(title="By request", by=people[1], joining="request")
    asked.send(people[0], "join")
    renew_calendar(people[0], club.clock.now)
    delete_account(people[0], club.clock.now)
    assert club.role(people[0]) == ""
    assert "Amber" not in club.page()
    assert not ClubRequest.objects.exists() and not ClubCalendar.objects.exists()


def test_a_deleted_owner_leaves_the_club_to_the_longest_serving_director(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=3)
    for person in (people[2], people[1]):
        club.direct("make_director", member=person.pk)
    delete_account(owner, club.clock.now)
    assert [club.role(person) for person in people[:3]] == ["member", "owner", "director"]
    delete_account(people[1], club.clock.now)
    delete_account(people[2], club.clock.now)
    assert club.role(people[0]) == "owner", "without directors, a member"
    delete_account(people[0], club.clock.now)
    assert not Club.objects.exists()


def test_nights_go_on_under_the_new_owner(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=1)
    club.plan_night(days_before=5)
    delete_account(owner, club.clock.now)
    club.clock.advance(days=1)
    (code,) = club.run_worker_at(club.clock.now)
    page = club.browser_of(people[0]).get(f"/events/{code}/desk/")
    assert page.status_code == 200


def test_results_of_a_deleted_account_stay_in_the_season(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=2)
    club.plan_night(days_before=2)
    night = club.club.nights.get()
    day = night.first_day.replace(month=5, day=5)
    club.play_event(club.make_event(day), *people[:2])
    season = club.club.seasons.create(
        title="May", first_day=day, last_day=day, points=[10, 8], attendance=1
    )
    delete_account(people[0], club.clock.now)
    page = club.page(None, f"seasons/{season.pk}/")
    assert "Amber" not in page and "2 Cobalt 8 1" in page


def test_the_export_of_an_account_has_its_clubs(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=1)
    browser = Client()
    assert people[0].user is not None
    browser.force_login(people[0].user)
    assert club.code in browser.get("/settings/data/").content.decode()
