"""Who goes first: strategies that a variant names. ``flow.game_start`` deals the racks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.rules.equipment.tiles import LetterTile, Tile, TileSet
from games.rules.plays.events import StartDraw

StartRule: TypeAlias = Callable[[TileSet, Sequence[Tile], int], StartDraw]
"""From the tile set, a shuffled bag and the number of seats to the draw."""


def draw_for_start(tile_set: TileSet, bag: Sequence[Tile], seats: int) -> StartDraw:
    """Draw a tile for each seat: the one closest to A goes first, and a blank beats every letter.

    Tied seats draw again, from the tiles that follow in ``bag``.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> draw = draw_for_start(english, english.read("ESEAB"), 3)
    >>> draw.first, len(draw.rounds)
    (0, 2)
    """
    rounds: list[tuple[tuple[int, Tile], ...]] = []
    drawing, drawn = tuple(range(seats)), 0
    while len(drawing) > 1:
        tiles = bag[drawn : drawn + len(drawing)]
        drawn += len(drawing)
        rounds.append(tuple(zip(drawing, tiles, strict=True)))
        best = min(_rank_tile(tile_set, tile) for tile in tiles)
        drawing = tuple(seat for seat, tile in rounds[-1] if _rank_tile(tile_set, tile) == best)
    return StartDraw(drawing[0], tuple(rounds))


def _rank_tile(tile_set: TileSet, tile: Tile) -> int:
    return tile_set.faces.index(tile.face) if isinstance(tile, LetterTile) else -1
