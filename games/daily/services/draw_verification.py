"""Verifies the draws of a daily game by repeating them from the published secret.

:func:`verify_daily_draws` does this with the rules, for ``manage.py verify_daily``. Players need
not trust it: :func:`serialize_draws` provides the data for the check in their browser
(``static/js/bag/duplicate_replay.js``) or for anyone's own.
"""

from collections.abc import Sequence
from typing import Any

from games.daily.models import DailyGame
from games.daily.services.daily_games import SCHEME, load_turns, make_daily_seed
from games.daily.terms.daily_turns import DAILY_OPTIONS, DailyTurn
from games.rules.duplicate.game import make_best_play, start_duplicate
from games.rules.equipment.fair_shuffle import hash_secret
from games.rules.equipment.notation import BLANK_MARK
from games.rules.equipment.tiles import LetterTile, Tile, load_tile_set


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


def serialize_draws(game: DailyGame, secret: bytes) -> dict[str, Any]:
    """Return the data needed to verify the draws; a blank is written "?".

    It has the form of the record of a duplicate game. Each of the ``turns`` has everyone's rack and
    the tiles of the best play.
    """
    tile_set = load_tile_set(game.tile_set)
    return {
        "game": str(game.pk),
        "scheme": SCHEME,
        "hash": game.seed_hash,
        "secret": secret.hex(),
        "contributions": [],
        "tiles": _write_faces(tile_set.all_tiles()),
        "vowels": sorted(tile_set.vowels),
        "consonants": sorted(tile_set.consonants),
        "rackSize": DAILY_OPTIONS.format.rack_size,
        "joker": False,
        "turns": [
            {"number": number, **_serialize_turn(game, turn)}
            for number, turn in enumerate(load_turns(game), 1)
        ],
    }


def _serialize_turn(game: DailyGame, turn: DailyTurn) -> dict[str, Any]:
    tile_set = load_tile_set(game.tile_set)
    placed = [letter.tile for _square, letter in turn.read_best_play(tile_set).placed()]
    rack = _write_faces(tile_set.read(turn.rack))
    # Letters of blanks matter only where they return to the rack, in the joker format.
    return {"rack": rack, "laid": _write_faces(placed), "blanks": []}


def _write_faces(tiles: Sequence[Tile]) -> list[str]:
    return [tile.face if isinstance(tile, LetterTile) else BLANK_MARK for tile in tiles]
