"""While the database is away or full, no game is marked as failed and none is delayed further."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.computers.jobs import runner
from games.computers.services import work_claims
from games.play.jobs import referee
from games.play.models import Game
from games.play.services import turns
from games.play.store.snapshots import RoomSnapshot
from tests.play.conftest import table_of
from tests.play.test_busy_computers import BEGINNER, moved, work_until

pytestmark = pytest.mark.django_db(transaction=True)

FULL = OperationalError("database or disk is full")


def test_a_computer_moves_as_soon_as_the_database_is_writable(
    open_against, people, monkeypatch
) -> None:
    # A short lease, so that the game is soon claimed again.
    monkeypatch.setattr(work_claims, "CLAIM_LEASE", timedelta(seconds=0.05))
    room, found = open_against(people[0], BEGINNER), []

    def apply_seat_act(*args: Any, **named: Any) -> RoomSnapshot:
        found.append(table_of(room).failures)
        if len(found) < 4:
            raise FULL
        return turns.apply_seat_act(*args, **named)

    monkeypatch.setattr(runner, "apply_seat_act", apply_seat_act)
    work_until(lambda: moved(room))
    # On a busy machine the short lease may end before the fourth attempt does.
    assert len(found) >= 4
    assert set(found) == {0}


def test_the_referee_postpones_no_game_during_an_outage(
    open_against, people, monkeypatch, caplog
) -> None:
    """The error reaches the referee's loop, which logs it and tries again;
    the game is not postponed."""
    room = open_against(people[0], BEGINNER)
    due_at = timezone.now() - timedelta(days=1)
    Game.objects.update(due_at=due_at)

    def attend(*_args) -> bool:
        raise FULL

    monkeypatch.setattr(referee, "referee_game", attend)
    with caplog.at_level(logging.ERROR), pytest.raises(OperationalError):
        referee.referee_due_game(room.code, table_of(room).pk)
    assert (table_of(room).failures, table_of(room).due_at) == (0, due_at)
    assert caplog.records == []
