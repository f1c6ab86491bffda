"""Players, the small dictionary and duplicate games made with it."""

from collections.abc import Callable
from typing import Any

import pytest

from games.players.models import Player
from lexicon.models import Lexicon
from tests.duplicate.game_driver import GameDriver
from tests.engine.conftest import _kernels
from tests.play.conftest import _no_graphs_of_other_tests, client_of, lexicon, noon, people

__all__ = ["_kernels", "_no_graphs_of_other_tests", "client_of", "lexicon", "noon", "people"]


@pytest.fixture
def open_duplicate(
    lexicon: Lexicon, people: list[Player], settings: Any, _kernels: None
) -> Callable[..., GameDriver]:
    """``open_duplicate(entrants=3, lone_best_bonus=True)``: a game with its first rack dealt.

    Its draws are the same every time.
    """
    settings.TEST_SEED = "duplicate"

    def open_(*, entrants: int = 2, started: bool = True, **options: object) -> GameDriver:
        driver = GameDriver.open(lexicon, people, entrants, **options)
        if started:
            driver.start()
        return driver

    return open_
