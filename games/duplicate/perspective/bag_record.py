"""What a browser needs to draw the racks of a duplicate game again. See also ``bag_check``."""

from typing import Any

from games.duplicate import store
from games.duplicate.models import DuplicateGame
from games.duplicate.terms.plays import StoredPlay
from games.rules.duplicate.draw_record import DrawnTurn, PublishedSeed, serialize_draws
from scrabble_site.shared.refusals import Conflict


def serialize_bag(game: DuplicateGame) -> dict[str, Any]:
    """Return the data needed to verify the draws. Raises ``Conflict`` while the game goes on."""
    if not game.is_over or game.state is None:
        raise Conflict("duplicate.running")
    secret = bytes(game.secret.secret)
    seed = PublishedSeed(game.scheme, game.seed_hash, secret, game.contributions)
    tile_set, options = store.get_tile_set(game), store.read_options(game)
    turns = (
        DrawnTurn(
            turn.number,
            tile_set.read(turn.rack),
            StoredPlay.from_json(turn.best).read(tile_set),
        )
        for turn in game.turns.order_by("number")
    )
    return serialize_draws(game.code, seed, tile_set, options, turns)
