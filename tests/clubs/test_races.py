"""Two workers and two directors at the same moment, as far as rows show it."""

from datetime import UTC, datetime

import pytest

from games.clubs.models import ClubEvent, ClubNight, ClubRequest
from games.clubs.services.clubs import pass_on, set_director
from games.clubs.services.membership import answer_request, join_club
from games.clubs.services.nights import run_due_nights
from games.events.models import Event
from games.players.models import Notification, Player
from scrabble_site.shared.refusals import NotFound
from tests.clubs.conftest import OpenClub

pytestmark = pytest.mark.django_db

DAY_BEFORE = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_a_worker_with_old_rows_makes_no_second_event(open_club: OpenClub) -> None:
    club = open_club()
    night = club.plan_night()
    club.run_worker_at(DAY_BEFORE)
    ClubNight.objects.filter(pk=night.pk).update(due_at=DAY_BEFORE)  # as before the first worker
    assert run_due_nights(DAY_BEFORE) == []
    assert Event.objects.count() == ClubEvent.objects.count() == 1
    night.refresh_from_db()
    assert night.due_at is not None and night.due_at > DAY_BEFORE


def test_two_directors_answer_one_request(
    open_club: OpenClub, owner: Player, people: list[Player]
) -> None:
    club = open_club(members=1, joining="request")
    set_director(club.code, owner, str(people[0].pk), directs=True, now=club.clock.now)
    join_club(club.code, people[1], club.clock.now)
    request = ClubRequest.objects.get().pk
    answer_request(club.code, owner, request, accept=True, now=club.clock.now)
    with pytest.raises(NotFound):
        answer_request(club.code, people[0], request, accept=False, now=club.clock.now)
    assert club.role(people[1]) == "member"


def test_passing_on_to_the_owner_changes_nothing(open_club: OpenClub, owner: Player) -> None:
    club = open_club()
    pass_on(club.code, owner, str(owner.pk), club.clock.now)
    assert club.role(owner) == "owner"
    assert not Notification.objects.exists()
