"""Workers and directors that really act at the same moment."""

from datetime import UTC, datetime

import pytest

from games.clubs.models import ClubEvent, ClubMember
from games.clubs.services.membership import answer_request, join_club
from games.clubs.services.nights import run_due_nights
from games.events.models import Event
from games.players.models import Notification, Player
from tests.clubs.conftest import OpenClub
from tests.duplicate.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

DAY_BEFORE = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_workers_at_once_make_one_event(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(members=3)
    club.plan_night(days_before=2)
    made = at_once(*[lambda: run_due_nights(DAY_BEFORE)] * 4)
    assert sorted(map(len, made)) == [0, 0, 0, 1]
    assert Event.objects.count() == ClubEvent.objects.count() == 1
    notices = Notification.objects.filter(kind="club_night")
    assert notices.count() == 4, "the owner and three members, each once"


def test_two_clubs_of_one_director_have_their_nights_at_once(
    open_club: OpenClub, owner: Player
) -> None:
    clubs = [open_club(title=title) for title in ("Spellers", "Anagrammers")]
    for club in clubs:
        club.plan_night(days_before=2)
    made = at_once(*[lambda: run_due_nights(DAY_BEFORE)] * 3)
    assert sorted(code for codes in made for code in codes) == sorted(
        Event.objects.values_list("code", flat=True)
    )
    assert Event.objects.count() == 2


def test_a_request_is_answered_twice_at_once(open_club: OpenClub, people: list[Player]) -> None:
    club = open_club(joining="request")
    join_club(club.code, people[0], club.clock.now)
    request = club.club.requests.get().pk

    def answer(*, accept: bool) -> None:
        answer_request(club.code, club.owner, request, accept=accept, now=club.clock.now)

    at_once(*[lambda: answer(accept=True)] * 3)
    assert ClubMember.objects.filter(club=club.club, player=people[0]).count() == 1
    assert Notification.objects.filter(kind="club_joined").count() == 1
