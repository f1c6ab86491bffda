"""Joining clubs in all ways, leaving them, and what owners and directors settle."""

from datetime import timedelta

import pytest
from django.test import Client

from games.clubs.forms.clubs import ClubForm, SeasonForm
from games.clubs.forms.games import MatchForm, NightForm
from games.clubs.models import Club, ClubMember, ClubRequest
from games.players.models import Notification, Player
from lexicon.models import Lexicon
from tests.clubs.conftest import OpenClub
from tests.events.event_driver import open_browser, read_text

pytestmark = pytest.mark.django_db


def read_list(player: Player | None = None) -> str:
    return read_text(open_browser(player).get("/clubs/").content.decode())


def test_anyone_joins_a_free_club(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club()
    assert "Spandau Spellers" in read_list(people[0])
    assert "Café Central, Berlin" in club.page(people[0])
    for _press in range(2):
        assert club.send(people[0], "join") == ""
    assert club.role(people[0]) == "member"
    assert "Your clubs Spandau Spellers" in read_list(people[0])
    assert club.club.members.count() == 2


def test_guests_sign_up_first(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club()
    assert "Sign up" in club.page(people[6])
    assert "Sign up or log in first" in club.send(people[6], "join")
    assert Client().post(f"/clubs/{club.code}/join").status_code == 403
    assert open_browser(people[6]).get("/clubs/new/").status_code == 403


def test_a_request_reaches_the_directors_once(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(joining="request")
    for _press in range(2):
        assert club.send(people[0], "join", text="I play on Tuesdays") == ""
    assert club.role(people[0]) == ""
    assert "You have asked to join" in club.page(people[0])
    assert Notification.objects.filter(player=owner, kind="club_request").count() == 1
    assert "I play on Tuesdays" in club.page(owner, "desk/")
    assert "I play on Tuesdays" not in club.page(owner)
    request = ClubRequest.objects.get()
    assert club.direct("accept", request=request.pk) == ""
    assert "answered or cancelled" in club.direct("accept", request=request.pk)
    assert club.role(people[0]) == "member"
    assert Notification.objects.filter(player=people[0], kind="club_joined").count() == 1


def test_a_request_is_declined_or_taken_back(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(joining="request")
    club.send(people[0], "join")
    club.direct("decline", request=ClubRequest.objects.get().pk)
    assert not ClubRequest.objects.exists() and club.role(people[0]) == ""
    club.send(people[0], "join")
    club.send(people[0], "leave")
    assert not ClubRequest.objects.exists()


def test_the_link_lets_people_in(open_club: OpenClub, owner: Player, people: list[Player]) -> None:
    club = open_club(joining="link")
    assert "Spandau Spellers" not in read_list(people[0])
    assert "Ask a director" in club.send(people[0], "join")
    old = club.club.invite
    assert old in club.browser_of(owner).get(f"/clubs/{club.code}/desk/").content.decode()
    assert "Join the club" in club.page(people[0], f"join/{old}/")
    assert club.send(people[0], "join", invite=old) == ""
    assert club.role(people[0]) == "member"
    assert club.direct("renew_link") == ""
    assert "no longer works" in club.send(people[1], "join", invite=old)
    assert club.role(people[1]) == ""


def test_the_link_spares_a_request(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(joining="request")
    club.send(people[0], "join")
    assert club.send(people[0], "join", invite=club.club.invite) == ""
    assert club.role(people[0]) == "member"
    assert not ClubRequest.objects.exists()


def test_removed_members_come_back_on_request_only(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=1)
    assert club.direct("remove", member=people[0].pk) == ""
    assert club.role(people[0]) == ""
    club.send(people[0], "join", invite=club.club.invite)
    assert club.role(people[0]) == ""
    club.direct("accept", request=ClubRequest.objects.get().pk)
    assert club.role(people[0]) == "member"
    club.send(people[0], "leave")
    club.send(people[0], "join")
    assert club.role(people[0]) == "member", "the removal was forgiven"


def test_directors_settle_requests_and_members_do_not(
    open_club: OpenClub, people: list[Player]
) -> None:
    club = open_club(members=3, joining="request")
    assert club.direct("make_director", member=people[0].pk) == ""
    club.send(people[3], "join")
    request = ClubRequest.objects.get().pk
    assert "Only the club's directors" in club.direct("accept", by=people[1], request=request)
    assert club.status(people[1], "desk/") == 403
    assert club.direct("accept", by=people[0], request=request) == ""
    assert club.direct("remove", by=people[0], member=people[1].pk) == ""


def test_only_the_owner_makes_and_removes_directors(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=2)
    for person in people[:2]:
        club.direct("make_director", member=person.pk)
    for act in ("remove", "unmake_director", "pass_on"):
        assert "owner" in club.direct(act, by=people[0], member=people[1].pk)
    assert "can't be removed" in club.direct("remove", by=people[0], member=owner.pk)
    assert club.direct("unmake_director", member=people[1].pk) == ""
    assert club.role(people[1]) == "member"


def test_the_owner_passes_the_club_on_before_leaving(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=1)
    assert "Make another member the owner" in club.send(owner, "leave")
    assert club.direct("pass_on", member=people[0].pk) == ""
    assert (club.role(people[0]), club.role(owner)) == ("owner", "director")
    assert "owner" in club.direct("pass_on", by=owner, member=owner.pk)
    assert club.send(owner, "leave") == ""
    assert ClubMember.objects.count() == 1


def test_a_club_goes_with_its_last_member(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    assert club.send(owner, "leave") == ""
    assert not Club.objects.exists()
    assert club.status(owner) == 404


def test_suspended_players_do_not_join(
    open_club: OpenClub, people: list[Player], owner: Player
) -> None:
    club = open_club()
    until = club.clock.now + timedelta(days=1)
    Player.objects.filter(pk=people[0].pk).update(suspended_until=until)
    assert club.send(people[0], "join") != ""
    assert club.role(people[0]) == ""


def test_directors_change_what_the_club_says(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    address = f"/clubs/{club.code}/desk/settings/"
    form = {"title": "Havel Spellers", "zone": "Europe/Paris", "joining": "request"}
    assert club.browser_of(owner).post(address, form).status_code == 302
    assert "Havel Spellers" in club.page() and "The directors decide who joins" in club.page()
    wrong = club.browser_of(owner).post(address, form | {"zone": "Moon/Crater"})
    assert wrong.status_code == 422
    assert club.club.zone == "Europe/Paris"


def test_every_field_of_a_form_is_in_a_section(lexicon: Lexicon) -> None:
    for form in (ClubForm(), SeasonForm(), NightForm(), MatchForm()):
        shown = [field.name for _heading, fields in form.list_sections() for field in fields]
        assert sorted(shown) == sorted(form.fields)
