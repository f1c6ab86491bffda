"""Games that are over, to be analysed: played through the services by computers' choices."""

from collections.abc import Callable
from random import Random

import pytest

from games.engine.budget import Budget
from games.engine.levels import choose
from games.engine.warm import warm
from games.play import store
from games.play.models import Game, Room
from games.play.services import turns
from games.players.models import Player
from games.records.services.sources import Source, find_source
from games.rules.moves import Act, Pass
from lexicon.store import open_lexicon
from tests.engine.conftest import _kernels
from tests.play.conftest import (
    NOON,
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    open_table,
    people,
    table_of,
)

__all__ = ["_kernels", "_no_graphs_of_other_tests", "client_of", "lexicon", "open_table", "people"]

MOST_PLAYED = 8
"""Acts after which everybody passes: most of a game costs time and shows nothing more."""


def play_to_the_end(room: Room, players: list[Player]) -> Game:
    """Let each seat play what a strong computer would, and pass in the end."""
    rng = Random(1)
    warm()
    while (game := table_of(room)).status != Game.Status.OVER:
        state = store.load(game)
        assert game.revision_id is not None
        words = open_lexicon(game.revision_id, state.tile_set.faces)
        assert state.to_move is not None, "nobody can be challenged here"
        seat = state.to_move
        act: Act = Pass()
        if game.turn_number < MOST_PLAYED:
            act = choose(state, seat, 4, words, None, rng, Budget())
        turns.act(room.code, players[seat].pk, act, turn=game.turn_number, key="", now=NOON)
    return game


@pytest.fixture
def played(open_table: Callable[..., Room], people: list[Player]) -> Callable[..., Source]:
    """``played(seats=3)``: a game that is over, as a record."""

    def play(**wishes: object) -> Source:
        room = open_table(challenge="void", **wishes)
        return find_source(play_to_the_end(room, people).pk, None)

    return play
