"""The ways between clubs, their events and the rest of the site."""

from datetime import date

import pytest

from games.events.models import Event
from games.events.services.events import create_event
from games.events.terms.settings import EventSettings, plan_rounds
from games.pairing.event import Method
from games.players.models import Player
from lexicon.models import Lexicon
from tests.clubs.club_driver import ClubDriver
from tests.clubs.conftest import OpenClub
from tests.clubs.sample_clubs import build_rooms_of
from tests.events.event_driver import open_browser

pytestmark = pytest.mark.django_db

TUESDAY = date(2026, 5, 5)


def list_links(event: Event, player: Player | None) -> str:
    return open_browser(player).get(f"/events/{event.code}/").content.decode()


def open_own_event(owner: Player, lexicon: Lexicon, club: ClubDriver) -> Event:
    chosen = EventSettings(
        title="Spring Cup",
        room_settings=build_rooms_of(lexicon),
        plan=plan_rounds(Method.SWISS, 1),
    )
    return create_event(owner, chosen, "", club.clock.now)


def test_an_event_leads_to_its_club(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club()
    club.plan_night(guests="on")
    event = club.make_event(TUESDAY)
    for reader in (club.owner, people[0], None):
        assert f'href="/clubs/{club.code}/"' in list_links(event, reader)


def test_only_members_are_led_to_a_club_that_is_not_listed(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=1, joining="link")
    club.plan_night(guests="on")
    event = club.make_event(TUESDAY)
    assert f'href="/clubs/{club.code}/"' in list_links(event, people[0])
    for reader in (people[1], None):
        assert f"/clubs/{club.code}/" not in list_links(event, reader)


@pytest.mark.parametrize("written", ["{code}", "https://tiles.example/events/{code}/?a=1"])
def test_an_event_is_added_by_its_link_or_code(
    open_club: OpenClub, owner: Player, lexicon: Lexicon, written: str
) -> None:
    club = open_club()
    event = open_own_event(owner, lexicon, club)
    assert club.direct("add_event", event=written.format(code=event.code)) == ""
    assert [one.event for one in club.events()] == [event]


def test_lists_of_events_and_clubs_lead_to_each_other(open_club: OpenClub) -> None:
    open_club()
    for path, link in (
        ("/events/", "/clubs/"),
        ("/clubs/", "/events/"),
        ("/community/", "/clubs/"),
    ):
        assert f'href="{link}"' in open_browser(None).get(path).content.decode(), path
