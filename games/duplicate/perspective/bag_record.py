"""What a browser needs to draw the racks of a duplicate game again. See also ``bag_check``."""

from collections.abc import Iterable
from typing import Any

from games.duplicate import store
from games.duplicate.models import DuplicateGame, DuplicateTurn
from games.duplicate.terms.plays import StoredPlay
from games.rules.equipment.tiles import LetterTile, Tile, TileSet
from scrabble_site.shared.refusals import Conflict


def write_bag_record(game: DuplicateGame) -> dict[str, Any]:
    """Return the seed's parts, the tiles, and each turn's rack and best play.

    A blank is written "?". ``laid`` are the tiles that left the rack, ``blanks`` the letters that
    blanks among them represent. Raises ``Conflict`` while the game goes on.
    """
    if not game.is_over or game.state is None:
        raise Conflict("duplicate.running")
    tile_set, options = store.get_tile_set(game), store.read_options(game)
    return {
        "game": game.code,
        "scheme": game.scheme,
        "hash": game.seed_hash,
        "secret": bytes(game.secret.secret).hex(),
        "contributions": game.contributions,
        "tiles": _write_faces(tile_set.all_tiles()),
        "vowels": sorted(tile_set.vowels),
        "consonants": sorted(tile_set.consonants),
        "joker": options.format.value == "joker",
        "rackSize": options.format.rack_size,
        "turns": [_write_turn(turn, tile_set) for turn in game.turns.order_by("number")],
    }


def _write_turn(turn: DuplicateTurn, tile_set: TileSet) -> dict[str, Any]:
    placed = StoredPlay.from_json(turn.best).read(tile_set).placed()
    return {
        "number": turn.number,
        "rack": _write_faces(tile_set.read(turn.rack)),
        "laid": _write_faces(letter.tile for _square, letter in placed),
        "blanks": [letter.face for _square, letter in placed if letter.blank],
    }


def _write_faces(tiles: Iterable[Tile]) -> list[str]:
    return [tile.face if isinstance(tile, LetterTile) else "?" for tile in tiles]
