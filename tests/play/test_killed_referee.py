"""A referee may be killed at any database statement: the next one finds the game intact."""

from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection

from games.play.services import referee
from games.rules.time.clock import TimeControl
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


class ProcessKilled(BaseException):
    """Not an ``Exception``, so that no handler catches it,
    as no handler catches the end of a process."""


class KillAtStatement:
    """Kill the caller at the first database statement after the given number of them."""

    def __init__(self, survived: int) -> None:
        self.left = survived
        self.killed = False

    def __call__(self, execute: Any, *args: Any) -> Any:
        # Savepoints pass: the database also rolls back the transaction of a killed process.
        if "SAVEPOINT" not in args[0]:
            self.killed = self.killed or self.left == 0
            self.left -= 1
            if self.killed:
                raise ProcessKilled
        return execute(*args)


def test_the_next_referee_finishes_the_work_of_a_killed_one(open_table) -> None:
    # The 20 seconds of the clock, and 1.5 s in which a late command may still arrive.
    now = NOON + timedelta(seconds=21.5)
    room = open_table(clock=TimeControl.read("0:20+0"))
    game_id = table_of(room).pk
    for survived in count():
        killing = KillAtStatement(survived)
        with connection.execute_wrapper(killing), suppress(ProcessKilled):
            referee.referee_game(room.code, game_id, now)
        if not killing.killed:
            break
        assert table_of(room).running, f"half done after {survived} statements"
    assert survived > 5
    assert [move.kind for move in table_of(room).moves.all()] == ["flag"]
