"""Who goes first: strategies named by a variant. Dealing the racks is in ``opening``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.rules.events import StartDraw
from games.rules.tiles import Letter, Tile, TileSet

StartRule: TypeAlias = Callable[[TileSet, Sequence[Tile], int], StartDraw]
"""From the tile set, a shuffled bag and the number of seats to the draw."""


def draw_for_start(tile_set: TileSet, bag: Sequence[Tile], seats: int) -> StartDraw:
    """Closest to the start of the alphabet goes first, a blank beats all, equals draw again."""
    rounds: list[tuple[tuple[int, Tile], ...]] = []
    drawing, drawn = tuple(range(seats)), 0
    while len(drawing) > 1:
        tiles = bag[drawn : drawn + len(drawing)]
        drawn += len(drawing)
        rounds.append(tuple(zip(drawing, tiles, strict=True)))
        best = min(_rank(tile_set, tile) for tile in tiles)
        drawing = tuple(seat for seat, tile in rounds[-1] if _rank(tile_set, tile) == best)
    return StartDraw(drawing[0], tuple(rounds))


def _rank(tile_set: TileSet, tile: Tile) -> int:
    return tile_set.faces.index(tile.face) if isinstance(tile, Letter) else -1
