"""What happens to rounds that are played here when something unusual comes between."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError

from games.accounts.services.account_deletion import delete_account
from games.events.models import EventAct
from games.events.services import rooms
from games.events.services.rooms import FORFEIT_AFTER, GRACE
from games.play.models import Game
from games.play.services.prepared_rooms import begin_prepared_game
from games.players.models import Player
from games.rules.equipment.errors import NotAllowedError
from tests.events.conftest import Open
from tests.events.event_driver import EventDriver, read_part
from tests.events.test_online_rounds import come, online, see

__all__ = ["online"]
pytestmark = pytest.mark.django_db


def test_no_clock_starts_while_the_event_is_paused(online: EventDriver) -> None:
    online.direct("pause")
    come(online)
    online.clock.now += FORFEIT_AFTER
    assert online.run_worker() == []
    online.direct("resume")
    assert len(online.run_worker()) == 2, "everyone is there"


def test_a_result_by_absence_is_undone_completely(online: EventDriver) -> None:
    one, other = online.tables
    see(online, *online.players_at(other), online.players_at(one)[0])
    online.clock.now += GRACE
    online.run_worker()
    online.clock.now += FORFEIT_AFTER - GRACE
    assert len(online.run_worker()) == 1
    assert [seat.absent for seat in online.tables[0].seats.all()] == [False, True]
    undone = EventAct.objects.order_by("-number")[0]
    assert undone.kind == "result"
    assert online.direct("undo", number=undone.number) == ""
    assert [seat.absent for seat in online.tables[0].seats.all()] == [False, False]
    assert online.report(online.tables[0], 300, 250) == ""


def test_one_broken_game_does_not_stop_the_others(
    online: EventDriver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = online.tables[0].game.room.code

    def begin(code: str, now: Any) -> bool:
        if code == broken:
            raise NotAllowedError("game.seats", "one seat")
        return begin_prepared_game(code, now)

    monkeypatch.setattr(rooms, "begin_prepared_game", begin)
    come(online)
    statuses = [table.game.status for table in online.tables if table.game]
    assert statuses == [Game.Status.WAITING, Game.Status.PLAYING]
    online.run_worker()
    assert caplog.text.count(f"Could not attend to {broken}") == 1, "not at every round of the loop"


def test_an_outage_of_the_database_is_no_fault_of_a_game(
    online: EventDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin(code: str, now: Any) -> bool:
        raise OperationalError("the connection was closed")

    monkeypatch.setattr(rooms, "begin_prepared_game", begin)
    with pytest.raises(OperationalError):
        come(online)


def test_a_drawn_game_of_a_knock_out_is_played_again_with_half_the_time(open_event: Open) -> None:
    event = open_event(on_boards=None, entrants=2, method="knockout", rounds=3, clock="25+0/5")
    event.pair()
    event.start()
    assert event.report(event.tables[0], 300, 300) == ""
    event.pair()
    event.start()
    (table,) = event.tables
    assert table.game is not None
    assert table.game.room.options["clock"]["seconds"] == 25 * 60 // 2
    assert "with half the time" in read_part(event.page(), "_pairings")


def test_an_account_deleted_before_the_start_leaves_no_half_table(open_event: Open) -> None:
    event = open_event(on_boards=None, rounds=2)
    event.pair()
    leaving = event.players_at(event.tables[0])[0]
    delete_account(leaving, event.clock.now)
    assert [table.seats.count() for table in event.tables] == [2, 2]
    assert "withdrew after the round was paired" in event.start()
    assert event.direct("pair_again") == ""
    assert event.start() == ""
    assert [table.seats.count() for table in event.tables] == [2]


def test_a_suspended_player_is_not_paired(open_event: Open, people: list[Player]) -> None:
    event = open_event(on_boards=None, rounds=2)
    now = event.clock.now
    Player.objects.filter(pk=people[0].pk).update(suspended_until=now + timedelta(hours=1))
    event.pair()
    seated = [player for table in event.tables for player in event.players_at(table)]
    assert people[0] not in seated
    assert event.entrant(people[0]).withdrawn_from is None
    event.clock.advance(hours=2)
    event.direct("pair_again")
    assert len(event.tables) == 2
