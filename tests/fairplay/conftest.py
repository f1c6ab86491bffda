"""Rated games as in :mod:`tests.ratings`, a moderator as in :mod:`tests.moderation`."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.engine.engine import Engine
from games.fairplay.models import PendingGame
from games.play import store
from games.play.models import Game, Room
from games.rules.plays.acts import Act, Resign
from lexicon.graph.wordgraph import WordGraph
from tests.moderation.conftest import moderator
from tests.play.conftest import NOON, table_of
from tests.ratings.conftest import (
    _no_graphs_of_other_tests,
    act,
    client_of,
    lexicon,
    open_rated,
    people,
)

__all__ = [
    "_no_graphs_of_other_tests",
    "client_of",
    "lexicon",
    "moderator",
    "open_rated",
    "people",
]

TURN = timedelta(seconds=20)


def best_of(game: Game) -> Act:
    """Return the engine's choice for the seat to move."""
    state, tile_set = store.load_state(game), store.get_tile_set(game)
    graph = store.get_lexicon(game, tile_set)
    assert isinstance(graph, WordGraph)
    assert state.to_move is not None
    return Engine(graph).survey(state, state.to_move)[0].act


@pytest.fixture
def play_rated(open_rated: Callable[..., Room], settings: Any) -> Callable[..., Game]:
    """Return a function: ``play_rated(moves=4)`` plays a rated game with the engine's best plays.

    Each takes 20 seconds. Then the player to move resigns, and the game waits to be measured.
    """
    settings.TEST_SEED = "signals"

    def play(moves: int = 4) -> Game:
        room = open_rated()
        for number in range(moves + 1):
            state = store.load_state(table_of(room))
            assert state.to_move is not None
            holder = table_of(room).holders.get(seat__number=state.to_move)
            chosen = best_of(table_of(room)) if number < moves else Resign()
            act(room, holder.player, chosen, NOON + (number + 1) * TURN)
        game = table_of(room)
        assert PendingGame.objects.filter(game=game).exists()
        return game

    return play
