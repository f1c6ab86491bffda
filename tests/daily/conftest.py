"""Players, a daily game with known turns, and a clock that tests move."""

from collections.abc import Callable
from datetime import datetime

import pytest

from games.daily.models import DailyGame
from lexicon.models import Lexicon
from tests.daily.handmade_games import add_daily_game
from tests.engine.conftest import _kernels, english
from tests.play.conftest import (
    NOON,
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    open_table,
    people,
)

__all__ = [
    "_kernels",
    "_no_graphs_of_other_tests",
    "client_of",
    "english",
    "lexicon",
    "open_table",
    "people",
]


@pytest.fixture
def game(lexicon: Lexicon) -> DailyGame:
    """The game of the first of May, of two turns."""
    return add_daily_game(lexicon)


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """``set_clock(at)``: the time from now on. It begins at noon."""
    moment = [NOON]
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment[0])

    def set_(at: datetime) -> None:
        moment[0] = at

    return set_
