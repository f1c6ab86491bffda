"""Whatever moment a referee is killed at, the next one finds the game whole."""

from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import connection

from games.play.services import referee
from games.rules.clock import TimeControl
from tests.play.conftest import NOON, table_of

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """No handler takes it, as none takes the end of a process."""


class Killing:
    """Ends whoever asks the database once more than so many times."""

    def __init__(self, survived: int) -> None:
        self.left = survived
        self.killed = False

    def __call__(self, execute: Any, *args: Any) -> Any:
        if "SAVEPOINT" not in args[0]:
            self.killed = self.killed or self.left == 0
            self.left -= 1
            if self.killed:
                raise Killed
        return execute(*args)


def test_a_referee_that_is_killed_at_any_statement_leaves_its_work_to_the_next(open_table) -> None:
    now = NOON + timedelta(seconds=20.5)
    room = open_table(clock=TimeControl.read("0:20+0"))
    game_id = table_of(room).pk
    for survived in count():
        killing = Killing(survived)
        with connection.execute_wrapper(killing), suppress(Killed):
            referee.attend(room.code, game_id, now)
        if not killing.killed:
            break
        assert table_of(room).running, f"half done after {survived} statements"
    assert survived > 5
    assert [move.kind for move in table_of(room).moves.all()] == ["flag"]
