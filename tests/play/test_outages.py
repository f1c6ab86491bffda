"""While the database is away or full, no game is at fault, and none waits longer for it."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone

from games.computers import thinking
from games.computers.services import claims
from games.play import referee
from games.play.models import Game
from games.play.scenes import Scene
from games.play.services import turns
from tests.play.conftest import table_of
from tests.play.test_busy_computers import BEGINNER, moved, work_until

pytestmark = pytest.mark.django_db(transaction=True)

FULL = OperationalError("database or disk is full")


def test_a_computer_moves_as_soon_as_it_can_be_written(open_against, people, monkeypatch) -> None:
    monkeypatch.setattr(claims, "LEASE", timedelta(seconds=0.05))
    room, found = open_against(people[0], BEGINNER), []

    def act_for_seat(*args: Any, **named: Any) -> Scene:
        found.append(table_of(room).failures)
        if len(found) < 4:
            raise FULL
        return turns.act_for_seat(*args, **named)

    monkeypatch.setattr(thinking, "act_for_seat", act_for_seat)
    work_until(lambda: moved(room))
    assert found == [0] * 4


def test_the_referee_puts_no_game_back(open_against, people, monkeypatch, caplog) -> None:
    """Its loop rests and looks again, and tells the log."""
    room = open_against(people[0], BEGINNER)
    due_at = timezone.now() - timedelta(days=1)
    Game.objects.update(due_at=due_at)

    def attend(*_args) -> bool:
        raise FULL

    monkeypatch.setattr(referee, "attend", attend)
    with caplog.at_level(logging.ERROR), pytest.raises(OperationalError):
        referee.attend_one(room.code, table_of(room).pk)
    assert (table_of(room).failures, table_of(room).due_at) == (0, due_at)
    assert caplog.records == []
