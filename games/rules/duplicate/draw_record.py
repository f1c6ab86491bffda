"""The data from which anyone can repeat the draws of a duplicate game.

``static/js/bag/duplicate_replay.js`` does so in the player's browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.equipment.tiles import Tile, TileSet, list_faces
from games.rules.plays.acts import Play


@dataclass(frozen=True, slots=True)
class DrawnTurn:
    """The rack of a turn and the play that went on the board."""

    number: int
    rack: Sequence[Tile]
    best: Play


@dataclass(frozen=True, slots=True)
class PublishedSeed:
    """How a game's seed was made: what everyone may know once the game is over."""

    # A :class:`games.rules.equipment.fair_shuffle.SeedScheme`.
    scheme: int
    # The SHA-256 of the secret, shown before the first draw.
    seed_hash: str
    secret: bytes
    # What the players added to it, in hexadecimal, in the order of their entries.
    contributions: Sequence[Any]


def serialize_draws(
    game: str,
    seed: PublishedSeed,
    tile_set: TileSet,
    options: DuplicateOptions,
    turns: Iterable[DrawnTurn],
) -> dict[str, Any]:
    """Return the seed's parts, the tiles, and each turn's rack and best play.

    A blank is written "?". ``laid`` are the tiles that left the rack. ``blanks`` are the letters
    that blanks among them represent: in the joker format these tiles return to the rack.
    """
    return {
        "game": game,
        "scheme": seed.scheme,
        "hash": seed.seed_hash,
        "secret": seed.secret.hex(),
        "contributions": seed.contributions,
        "tiles": list_faces(tile_set.all_tiles()),
        "vowels": sorted(tile_set.vowels),
        "consonants": sorted(tile_set.consonants),
        "joker": options.format is DuplicateFormat.JOKER,
        "rackSize": options.format.rack_size,
        "turns": [_serialize_turn(turn) for turn in turns],
    }


def _serialize_turn(turn: DrawnTurn) -> dict[str, Any]:
    placed = turn.best.placed()
    return {
        "number": turn.number,
        "rack": list_faces(turn.rack),
        "laid": list_faces(letter.tile for _square, letter in placed),
        "blanks": [letter.face for _square, letter in placed if letter.blank],
    }
