"""Racks: find missing tiles and remove tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.tiles import LetterTile, Tile

Rack = tuple[Tile, ...]


def find_missing_tiles(rack: Sequence[Tile], tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return the tiles that are needed but not on the rack.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> read = load_tile_set("en").read
    >>> find_missing_tiles(read("CATS?"), read("TATS"))
    (LetterTile(face='T'),)
    """
    return tuple((Counter(tiles) - Counter(rack)).elements())


def check_rack_holds(rack: Sequence[Tile], tiles: Iterable[Tile]) -> None:
    """Raise NotAllowedError "rack.missing_tile" unless all these tiles are on the rack.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> read = load_tile_set("en").read
    >>> check_rack_holds(read("CATS?"), read("CAT?"))
    >>> check_rack_holds(read("CATS?"), read("TATS"))
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: not on the rack: ('T',)
    """
    absent = find_missing_tiles(rack, tiles)
    if absent:
        faces = tuple(tile.face if isinstance(tile, LetterTile) else "?" for tile in absent)
        raise NotAllowedError("rack.missing_tile", f"not on the rack: {faces}", words=faces)


def remove_tiles(rack: Rack, tiles: Iterable[Tile]) -> Rack:
    """Return the rack without these tiles, the others in their order.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> english.write(remove_tiles(english.read("CATS?"), english.read("A?")))
    'CTS'
    """
    rest = list(rack)
    for tile in tiles:
        rest.remove(tile)
    return tuple(rest)
