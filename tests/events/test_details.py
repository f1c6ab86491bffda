"""What directors change about an event, who directs it, and what they tell everyone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.events.models import Event
from games.players.models import Notification, Player
from games.players.services.blocks import block_player
from games.players.services.notifications import describe_notification
from tests.events.conftest import Open, make_member
from tests.events.event_driver import ISOLATES, EventDriver, read_part, read_text

pytestmark = pytest.mark.django_db


DETAILS: dict[str, Any] = {
    "title": "Winter Cup",
    "about": "Bring a scarf.",
    "entry": "link",
    "places": 20,
    "checks_in": "on",
    "starts_at": "2026-12-05T19:30",
    "break_minutes": 10,
}


def change(event: EventDriver, **changes: Any) -> str:
    return event.direct("details", **(DETAILS | changes))


def read_details(event: EventDriver) -> dict[str, Any]:
    found = event.event
    return {name: getattr(found, name) for name in DETAILS}


def test_name_times_and_entry_can_be_changed(open_event: Open) -> None:
    event = open_event()
    event.browser_of(event.director).cookies["timezone"] = "Europe/Berlin"
    assert change(event) == ""
    assert read_details(event) == DETAILS | {
        "checks_in": True,
        "starts_at": datetime(2026, 12, 5, 18, 30, tzinfo=UTC),
    }
    page = event.page()
    assert "Winter Cup" in page and "Bring a scarf." in page
    assert "Unlisted: only those with the link can find it." in read_part(page, "_details")
    # The form begins with what is there, in the director's own time.
    assert 'value="2026-12-05T19:30"' in event.desk()
    assert change(event, starts_at="", break_minutes="", places="") == ""
    found = event.event
    assert (found.starts_at, found.break_minutes, found.places) == (None, None, None)


def test_open_pages_see_the_new_name(open_event: Open) -> None:
    event = open_event()
    stamp = event.event.stamp
    change(event)
    assert event.event.stamp == stamp + 1
    assert "Winter Cup" in read_part(event.page(), "_details")


def test_a_start_and_checking_in_are_settled_once_the_event_has_begun(open_event: Open) -> None:
    event = open_event()
    assert change(event, checks_in="") == ""
    before = read_details(event)
    event.pair()
    event.start()
    desk = event.desk()
    assert 'name="starts_at"' not in desk and 'name="checks_in"' not in desk
    assert change(event, starts_at="2027-01-01T10:00", checks_in="on", title="Late Cup") == ""
    assert read_details(event) == before | {"title": "Late Cup"}


def test_a_longer_break_puts_off_the_next_round(open_event: Open) -> None:
    event = open_event()
    assert change(event, checks_in="", starts_at="") == ""
    event.play_round()
    ended_at = event.last_round.ended_at
    assert ended_at is not None
    assert event.last_round.due_at == ended_at + timedelta(minutes=10)
    change(event, break_minutes=30)
    assert event.last_round.due_at == ended_at + timedelta(minutes=30)
    event.clock.advance(minutes=29)
    assert event.run_worker() == []
    change(event, break_minutes="")
    event.clock.advance(minutes=5)
    assert event.run_worker() == []
    change(event, break_minutes=30)
    assert event.run_worker() == [event.code]
    assert event.last_round.number == 2


def test_an_arena_has_no_breaks(open_event: Open) -> None:
    event = open_event(on_boards=None, method="arena", arena_minutes=30)
    assert 'name="break_minutes" ' not in event.desk()
    change(event)
    assert event.event.break_minutes is None


@pytest.mark.parametrize(
    "wrong",
    [{"title": " "}, {"title": "\u200b"}, {"entry": "club"}, {"places": 1}, {"starts_at": "soon"}],
)
def test_impossible_details_change_nothing(open_event: Open, wrong: dict[str, Any]) -> None:
    event = open_event()
    before = read_details(event)
    assert change(event, **wrong) != ""
    assert read_details(event) == before


def test_an_event_of_a_club_can_stay_for_its_members(open_event: Open) -> None:
    event = open_event()
    Event.objects.filter(code=event.code).update(entry=Event.Entry.CLUB)
    assert change(event, entry="club") == ""
    assert event.event.entry == Event.Entry.CLUB


def test_an_event_that_is_over_stays_as_it_is(open_event: Open) -> None:
    event = open_event()
    event.direct("end")
    assert "The event is over." in change(event)
    assert 'value="details"' not in event.desk()


def test_a_director_can_be_removed(open_event: Open) -> None:
    event = open_event()
    helper = make_member("Helper")
    event.direct("add_director", name="Helper")
    assert "Helper" in read_text(event.desk())
    row = event.event.directors.get(player=helper)
    assert event.direct("remove_director", director=row.pk) == ""
    assert event.send(helper, "desk/act", act="announce", text="Hello") != ""
    assert "Helper no longer directs the event." in read_text(event.page(None, "log/"))
    assert "doesn't direct this event" in event.direct("remove_director", director=row.pk)


def test_a_director_can_step_down_but_not_the_last_one(open_event: Open) -> None:
    event = open_event()
    own = event.event.directors.get(player=event.director)
    assert "An event needs a director." in event.direct("remove_director", director=own.pk)
    assert 'value="remove_director"' not in event.desk()
    make_member("Helper")
    event.direct("add_director", name="Helper")
    # The page that follows is that of the event, as the desk is for directors.
    assert event.direct("remove_director", director=own.pk) == ""
    assert list(event.event.directors.values_list("player__nickname", flat=True)) == ["Helper"]


def test_an_announcement_reaches_players_wherever_they_are(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=4)
    event.send(people[3], "withdraw")
    block_player(people[2], event.director, timezone.now())
    event.enter(people[4])
    assert event.direct("announce", text="Tea  is ready", key="tea") == ""
    assert event.direct("announce", text="Tea  is ready", key="tea") == ""
    notices = Notification.objects.filter(kind="event_announcement")
    assert {one.player for one in notices} == {people[0], people[1], people[4]}
    assert notices.count() == 3
    assert all(one.path == f"/events/{event.code}/" for one in notices)
    number = event.event.acts.get(kind="announce").number
    text = describe_notification(notices[0], timezone.now())
    assert text.translate(ISOLATES) == "Autumn Cup: Tea is ready"
    assert event.direct("undo", number=number) == ""
    assert not notices.all().exists(), "what was taken back stays in no bell"
