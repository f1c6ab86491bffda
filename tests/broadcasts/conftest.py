"""Games on real boards, written down by the forms of the site."""

from collections.abc import Callable
from typing import Any

import pytest

from games.players.models import Player
from lexicon.models import Lexicon
from tests.broadcasts.keeper_driver import KeptGame
from tests.events.conftest import clock, director, make_member, open_event, people
from tests.play.conftest import _no_graphs_of_other_tests, lexicon

__all__ = [
    "_no_graphs_of_other_tests",
    "clock",
    "director",
    "lexicon",
    "open_event",
    "people",
]

Keep = Callable[..., KeptGame]


@pytest.fixture
def keeper(db: None) -> Player:
    return make_member("Keeper")


@pytest.fixture
def keep_game(lexicon: Lexicon, keeper: Player) -> Keep:
    """``keep_game(name_2="Rust", shows_racks="on")``: a game of Amber and Cobalt."""

    def keep(by: Player | None = None, **chosen: Any) -> KeptGame:
        return KeptGame.open(by or keeper, **chosen)

    return keep
