"""Members whom a director enters into an event played here: they are asked before they are
paired."""

from typing import Any

import pytest
from django.utils import timezone

from games.events.models import Event
from games.players.models import Player, Sanction
from games.players.services.blocks import block_player
from games.players.services.notifications import describe_notification
from games.players.services.sanctions import impose_sanction
from tests.events.conftest import Open
from tests.events.event_driver import ISOLATES, EventClock, EventDriver, read_part, read_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(open_event: Open) -> EventDriver:
    """An event played here with two entrants, Amber and Cobalt."""
    return open_event(entrants=2, on_boards=None)


def add(event: EventDriver, player: Player) -> str:
    return event.direct("add", name=player.nickname)


def list_paired(event: EventDriver) -> set[Player]:
    return {player for table in event.tables for player in event.players_at(table)}


def read_notices(player: Player) -> str:
    now = timezone.now()
    texts = [describe_notification(notice, now) for notice in player.notices.all()]
    return " ".join(texts).translate(ISOLATES)


def test_an_entered_member_is_asked(event: EventDriver, people: list[Player]) -> None:
    jade = people[2]
    assert add(event, jade) == ""
    question = "Director has entered you in Autumn Cup. Confirm that you will play."
    assert read_notices(jade) == question
    own = read_part(event.page(jade), "_own_part")
    assert "A director has entered you in this event. Will you play?" in own
    assert "Yes, I'll play" in own and "No, thanks" in own
    assert "Jade awaiting reply" in read_text(event.desk())
    assert "Jade" not in read_part(event.page(), "_players")


def test_a_member_who_has_not_confirmed_is_not_paired(
    event: EventDriver, people: list[Player]
) -> None:
    add(event, people[2])
    assert event.pair() == ""
    assert list_paired(event) == set(people[:2])
    assert not event.last_round.byes.exists()


def test_a_member_who_confirms_is_paired(event: EventDriver, people: list[Player]) -> None:
    jade = people[2]
    add(event, jade)
    assert event.send(jade, "check-in") == ""
    assert "Jade confirmed the entry." in read_text(event.page(path="log/"))
    assert "You're taking part." in read_part(event.page(jade), "_own_part")
    assert "Jade" in read_part(event.page(), "_players")
    event.enter(people[3])
    event.pair()
    assert list_paired(event) == set(people[:4])


def test_a_member_may_also_confirm_by_entering(event: EventDriver, people: list[Player]) -> None:
    add(event, people[2])
    event.enter(people[2])
    assert not event.entrant(people[2]).unconfirmed


def test_a_member_who_confirms_during_a_round_plays_from_the_next_one(
    event: EventDriver, people: list[Player]
) -> None:
    jade = people[2]
    add(event, jade)
    event.pair()
    event.start()
    assert event.send(jade, "check-in") == ""
    assert event.entrant(jade).first_round == 2


def test_a_member_who_declines_is_out(event: EventDriver, people: list[Player]) -> None:
    jade = people[2]
    add(event, jade)
    assert event.send(jade, "withdraw") == ""
    assert event.entrant(jade).withdrawn_from == 1
    assert "Take part" in event.page(jade)


def test_a_director_cannot_confirm_for_a_member(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=2, on_boards=None, checks_in="on")
    add(event, people[2])
    entrant = event.entrant(people[2])
    said = event.direct("check_in", entrant=entrant.pk)
    assert "Jade has yet to confirm that they will play." in said
    assert event.entrant(people[2]).checked_in_at is None


def test_no_confirmation_is_needed_on_real_boards(open_event: Open, people: list[Player]) -> None:
    event = open_event(entrants=2)
    add(event, people[2])
    assert not event.entrant(people[2]).unconfirmed


def test_directors_who_enter_themselves_have_confirmed(event: EventDriver) -> None:
    add(event, event.director)
    assert not event.entrant(event.director).unconfirmed


def test_a_suspended_member_cannot_be_entered(
    event: EventDriver, people: list[Player], clock: EventClock
) -> None:
    until = clock.now.replace(year=clock.now.year + 1)
    impose_sanction(people[2], Sanction.Kind.SUSPENSION, "Rude.", clock.now, until=until)
    assert "Jade can't be entered in this event." in add(event, people[2])
    assert event.event.entrants.count() == 2


def test_a_member_who_has_blocked_the_director_cannot_be_entered(
    event: EventDriver, people: list[Player], clock: EventClock
) -> None:
    block_player(people[2], event.director, clock.now)
    assert "Jade can't be entered in this event." in add(event, people[2])


def test_a_member_who_withdrew_confirms_to_come_back(
    event: EventDriver, people: list[Player]
) -> None:
    amber = people[0]
    event.send(amber, "withdraw")
    event.direct("reenter", entrant=event.entrant(amber).pk)
    assert event.entrant(amber).unconfirmed
    assert "Will you play?" in read_part(event.page(amber), "_own_part")


def test_a_member_withdrawn_by_a_director_is_simply_back(
    event: EventDriver, people: list[Player]
) -> None:
    entrant = event.entrant(people[0])
    event.direct("withdraw", entrant=entrant.pk)
    event.direct("reenter", entrant=entrant.pk)
    again = event.entrant(people[0])
    assert again.withdrawn_from is None and not again.unconfirmed


def test_undoing_a_confirmation_asks_again(event: EventDriver, people: list[Player]) -> None:
    add(event, people[2])
    event.send(people[2], "check-in")
    number = event.event.acts.get(kind="confirm").number
    assert event.direct("undo", number=number) == ""
    assert event.entrant(people[2]).unconfirmed


def test_undoing_the_entry_takes_the_question_back(
    event: EventDriver, people: list[Player]
) -> None:
    add(event, people[2])
    number = event.event.acts.latest("number").number
    assert event.direct("undo", number=number) == ""
    assert read_notices(people[2]) == ""


def test_an_arena_waits_for_those_who_have_confirmed(
    open_event: Open, people: list[Player], settings: Any
) -> None:
    event = open_event(entrants=1, on_boards=None, method="arena", arena_minutes=60)
    add(event, people[2])
    assert "too few players" in event.direct("start_arena")
    event.send(people[2], "check-in")
    assert event.direct("start_arena") == ""
    assert event.event.stage == Event.Stage.RUNNING
