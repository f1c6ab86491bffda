"""Steps of the worker that another worker or a director has taken in the meantime."""

from datetime import datetime

import pytest

from games.accounts.services.account_merging import merge_guest
from games.events.models import Event, EventAct, EventRound
from games.events.services import automation, rooms
from games.events.services.rooms import FORFEIT_AFTER, GRACE
from games.play.models import Game
from games.play.services.abandoned_rooms import ABANDONED_AFTER, delete_abandoned_rooms
from games.play.signals import outage_ended
from games.players.models import Player
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver
from tests.events.test_online_rounds import come, resign, see

pytestmark = pytest.mark.django_db

START = "2026-05-01T13:00"


@pytest.fixture
def online(open_event: Open) -> EventDriver:
    """An event of four that is played here, whose first round has started."""
    event = open_event(on_boards=None, rounds=2)
    event.pair()
    assert event.start() == ""
    return event


@pytest.mark.parametrize("arena", [None, 60])
def test_a_round_that_has_just_started_is_not_started_again(
    open_event: Open, monkeypatch: pytest.MonkeyPatch, arena: int | None
) -> None:
    """Both workers have found the event due before one of them started its round."""
    chosen = {"method": "arena", "arena_minutes": arena, "rounds": 1} if arena else {}
    event = open_event(on_boards=None, starts_at=START, break_minutes=10, **chosen)
    event.clock.advance(hours=1)
    due = automation.list_due_events(event.clock.now)
    assert due == [event.code]
    assert automation.run_due_events(event.clock.now) == [event.code]

    def list_as_before(now: datetime, code: str | None = None) -> list[str]:
        return due if code is None else find_due(now, code)

    find_due = automation.list_due_events
    monkeypatch.setattr(automation, "list_due_events", list_as_before)
    assert automation.run_due_events(event.clock.now) == []
    assert not event.event.paused
    assert event.event.rounds.count() == 1
    assert not EventAct.objects.filter(kind="hold").exists()


def test_a_paused_event_starts_no_game_that_was_due(
    online: EventDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    online.clock.now += GRACE
    due = rooms.list_games_to_begin(online.clock.now)
    online.direct("pause")
    monkeypatch.setattr(rooms, "list_games_to_begin", lambda _now: due)
    assert rooms.begin_due_games(online.clock.now) == []
    assert {table.game.status for table in online.tables if table.game} == {Game.Status.WAITING}


def test_the_rooms_of_a_paused_round_are_kept(online: EventDriver) -> None:
    online.direct("pause")
    assert delete_abandoned_rooms(online.clock.now + ABANDONED_AFTER * 20) == 0
    assert all(table.game for table in online.tables)
    assert delete_abandoned_rooms(online.clock.now + ABANDONED_AFTER * 80) == 2


def test_undoing_a_pause_gives_back_its_time(online: EventDriver) -> None:
    online.clock.advance(seconds=30)
    online.direct("pause")
    number = EventAct.objects.order_by("-number")[0].number
    online.clock.advance(minutes=20)
    assert online.direct("undo", number=number) == ""
    assert not online.event.paused
    assert online.run_worker() == [], "half of the grace is left"
    online.clock.advance(seconds=30)
    assert len(online.run_worker()) == 2


def test_an_outage_during_a_pause_counts_once(online: EventDriver) -> None:
    began = online.clock.now
    online.direct("pause")
    online.clock.advance(minutes=30)
    outage_ended.send(sender=Game, began=began, ended=online.clock.now)
    online.direct("resume")
    online.clock.now += GRACE
    assert len(online.run_worker()) == 2


def test_a_round_whose_start_an_outage_hid_starts_later(open_event: Open) -> None:
    event = open_event(on_boards=None, starts_at=START, break_minutes=10)
    event.clock.advance(minutes=50)
    began = event.clock.now
    event.clock.advance(minutes=30)
    outage_ended.send(sender=Game, began=began, ended=event.clock.now)
    assert event.run_worker() == []
    event.clock.advance(minutes=10)
    assert event.run_worker() == [event.code]


def test_a_seat_that_has_left_does_not_keep_others_from_losing(open_event: Open) -> None:
    event = open_event(entrants=4, on_boards=None, table_size=4, rounds=1, method="automatic")
    event.pair()
    event.start()
    (table,) = event.tables
    present = event.players_at(table)[:2]
    see(event, *present)
    event.clock.now += GRACE
    event.run_worker()
    event.clock.now += FORFEIT_AFTER
    assert len(event.run_worker()) == 1
    assert event.run_worker() == [], "those who have lost lose only once"


def test_a_guest_who_becomes_a_member_of_the_same_event_is_paired_no_more(
    open_event: Open, people: list[Player]
) -> None:
    event = open_event(entrants=5, on_boards=None, rounds=3)
    merge_guest(people[4], people[0], event.clock.now)
    left = event.event.entrants.get(player=None)
    assert (left.name, left.withdrawn_from) == ("Slate", 1)
    assert event.pair() == ""
    assert not EventRound.objects.get().tables.filter(seats__entrant=left).exists()


def test_a_paused_arena_does_not_end(open_event: Open) -> None:
    event = open_event(on_boards=None, method="arena", arena_minutes=30, rounds=1)
    event.direct("start_arena")
    event.run_worker()
    come(event)
    event.clock.advance(minutes=31)
    event.direct("pause")
    event.run_worker()
    resign(event, event.players_at(event.tables[0])[0])
    resign(event, event.players_at(event.tables[1])[0])
    assert event.event.stage == Event.Stage.RUNNING
    event.direct("resume")
    event.clock.advance(minutes=1)
    event.run_worker()
    assert event.event.stage == Event.Stage.OVER
