"""Rows of a duplicate game to rules objects and back. Nothing here makes a decision.

:func:`load_shown_state` reads only what is public. Everything else is for services, the worker, and
games that are over.
"""

from typing import Any

from games.duplicate.models import DuplicateGame, DuplicateSecret
from games.rules.duplicate.formats import DuplicateOptions
from games.rules.duplicate.game import DuplicateState
from games.rules.equipment.fair_shuffle import SeedScheme, make_seed
from games.rules.equipment.json_codec import decode, encode
from games.rules.equipment.tiles import TileSet, load_tile_set
from lexicon.graph.wordgraph import WordGraph
from lexicon.store import open_lexicon


def load_shown_state(game: DuplicateGame) -> DuplicateState:
    """Return the state as everyone may see it now, with an empty bag."""
    assert game.state is not None, "the game has not started"
    return DuplicateState.join(game.state, [])


def load_whole_state(secret: DuplicateSecret) -> DuplicateState:
    """Return the state of the turn that runs or comes next, with its bag."""
    assert secret.state is not None, "the game has not started"
    return DuplicateState.join(secret.state, secret.bag)


def write_whole_state(secret: DuplicateSecret, state: DuplicateState) -> None:
    """Set both halves of a state on the secret row, which is not saved."""
    secret.state, secret.bag = state.to_public_and_secret_json()


def serialize_public(state: DuplicateState) -> dict[str, Any]:
    """Return the public half of a state."""
    return state.to_public_and_secret_json()[0]


def read_options(game: DuplicateGame) -> DuplicateOptions:
    return decode(DuplicateOptions, game.options)


def write_options(options: DuplicateOptions) -> Any:
    return encode(options)


def read_seed(game: DuplicateGame, secret: DuplicateSecret) -> bytes:
    """Return the seed that determines all draws of the game."""
    added = [bytes.fromhex(one) for one in game.contributions]
    return make_seed(SeedScheme(game.scheme), bytes(secret.secret), added)


def get_tile_set(game: DuplicateGame) -> TileSet:
    return load_tile_set(game.tile_set)


def open_words(game: DuplicateGame) -> WordGraph:
    """Return the game's dictionary. One that is new to this machine takes seconds to compile."""
    assert game.revision_id is not None, "a started game has pinned a revision"
    return open_lexicon(game.revision_id, get_tile_set(game).faces)
