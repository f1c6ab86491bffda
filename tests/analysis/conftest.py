"""Finished games to analyse, played through the services with a computer's choices."""

from collections.abc import Callable
from random import Random

import pytest

from games.engine.budget import Budget
from games.engine.kernel_warmup import compile_kernels
from games.engine.levels import choose_act
from games.play import store
from games.play.models import Game, Room
from games.play.services import turns
from games.players.models import Player
from games.records.services.record_sources import RecordSource, find_source
from games.rules.plays.acts import Act, Pass
from lexicon.lists.frequencies import WordFrequencies
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

MAX_PLAYED = 8
"""The number of acts after which all seats pass, since a whole game would take longer and test no
more.
"""


def play_to_the_end(room: Room, players: list[Player]) -> Game:
    """Let each seat play as a strong computer would, then pass until the game is over."""
    rng = Random(1)
    compile_kernels()
    while (game := table_of(room)).status != Game.Status.OVER:
        state = store.load_state(game)
        assert game.revision_id is not None
        words = open_lexicon(game.revision_id, state.tile_set.faces)
        assert state.to_move is not None, "no play is open to a challenge here"
        seat = state.to_move
        act: Act = Pass()
        if game.turn_number < MAX_PLAYED:
            act = choose_act(state, seat, 9, words, WordFrequencies({}), rng, Budget())
        turns.apply_player_act(
            room.code, players[seat].pk, act, turn=game.turn_number, key="", now=NOON
        )
    return game


@pytest.fixture
def played(open_table: Callable[..., Room], people: list[Player]) -> Callable[..., RecordSource]:
    """``played(seats=3)``: a finished game, as the source of a record."""

    def play(**options: object) -> RecordSource:
        room = open_table(challenge="void", **options)
        return find_source(play_to_the_end(room, people).pk, None)

    return play
