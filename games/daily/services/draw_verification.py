"""Verifies the draws of a daily game by repeating them from the published secret.

:func:`verify_daily_draws` does this with the rules, for ``manage.py verify_daily``. Players need
not trust it: :func:`serialize_daily_draws` provides the data for the check in their browser
(``static/js/bag/duplicate_replay.js``) or for anyone's own.
"""

from typing import Any

from games.daily.models import DailyGame
from games.daily.services.daily_games import SCHEME, load_turns, make_daily_seed
from games.daily.terms.daily_turns import DAILY_OPTIONS
from games.rules.duplicate.draw_record import DrawnTurn, PublishedSeed, serialize_draws
from games.rules.duplicate.game import make_best_play, start_duplicate
from games.rules.equipment.fair_shuffle import hash_secret
from games.rules.equipment.tiles import load_tile_set


def verify_daily_draws(game: DailyGame, secret: bytes) -> list[str]:
    """Return what does not match the secret: "secret", or "turn 3" and so on."""
    faults = [] if hash_secret(secret) == game.seed_hash else ["secret"]
    seed, turns = make_daily_seed(secret), load_turns(game)
    state = start_duplicate(
        game.variant, DAILY_OPTIONS, seed, tile_set=game.tile_set, layout=game.layout
    )
    for number, turn in enumerate(turns, 1):
        if state.end is not None or state.tile_set.write(state.rack) != turn.rack:
            return [*faults, f"turn {number}"]
        state = make_best_play(state, turn.read_best_play(state.tile_set), seed)
    return faults


def serialize_daily_draws(game: DailyGame, secret: bytes) -> dict[str, Any]:
    """Return the data needed to verify the draws, as of any duplicate game."""
    tile_set = load_tile_set(game.tile_set)
    seed = PublishedSeed(SCHEME, game.seed_hash, secret, contributions=())
    turns = (
        DrawnTurn(number, tile_set.read(turn.rack), turn.read_best_play(tile_set))
        for number, turn in enumerate(load_turns(game), 1)
    )
    return serialize_draws(str(game.pk), seed, tile_set, DAILY_OPTIONS, turns)
