"""Racks: whether tiles are there, taking them off, and drawing up to a full rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.rules.errors import UnlawfulError
from games.rules.tiles import Letter, Tile

Rack = tuple[Tile, ...]


def missing(rack: Sequence[Tile], tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """The tiles that are wanted but not on the rack."""
    return tuple((Counter(tiles) - Counter(rack)).elements())


def check_holds(rack: Sequence[Tile], tiles: Iterable[Tile]) -> None:
    absent = missing(rack, tiles)
    if absent:
        faces = tuple(tile.face if isinstance(tile, Letter) else "?" for tile in absent)
        raise UnlawfulError("rack.missing_tile", f"not on the rack: {faces}", words=faces)


def without(rack: Rack, tiles: Iterable[Tile]) -> Rack:
    """The rack after these tiles were taken, the others in their order."""
    rest = list(rack)
    for tile in tiles:
        rest.remove(tile)
    return tuple(rest)
