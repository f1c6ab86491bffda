"""Owned tiles: a play takes over the tiles of the words it forms, unless they are safe.

A seat's score is the sum of the values of the tiles it owns, so the other seat loses what one seat
steals. ``scoring`` has the strategy with premium squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.equipment.board import Board, BoardTile
from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import TileSet
from games.rules.plays.placement import FormedPlay, FormedWord
from games.rules.plays.scoring import PlayScore, ScoringContext, score_word


@dataclass(frozen=True, slots=True)
class OwnershipScoring:
    """No bonus, no premiums: placed and stolen tiles count; padlocks and full racks make tiles
    safe."""

    owned_tiles: bool = True
    bingo_bonus: int = 0

    def score(self, context: ScoringContext, formation: FormedPlay, full_rack: bool) -> PlayScore:
        values = context.tile_set.value
        placed = sum(values(letter.tile) for letter in formation.placed.values())
        stolen = _stolen(context, formation)
        theft = sum(values(context.board[square].tile) for square in stolen)
        return PlayScore(
            words=tuple(score_word(context, word) for word in formation.words),
            bingo=0,
            total=placed + theft,
            placed=placed,
            stolen=theft,
            stolen_squares=stolen,
            safe_squares=_made_safe(context, formation, full_rack),
        )


def count_owned_points(board: Board, tile_set: TileSet, seat: int) -> int:
    """Return the value of all tiles that one seat owns.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> tiles = (BoardTile("Q", blank=False, owner=1), BoardTile("A", blank=True, owner=1))
    >>> board = Board({Square(7, 7 + index): tile for index, tile in enumerate(tiles)})
    >>> [count_owned_points(board, load_tile_set("en"), seat) for seat in (0, 1)]
    [0, 10]
    """
    return sum(tile_set.value(tile.tile) for _, tile in board.items() if tile.owner == seat)


def count_safe_points(board: Board, tile_set: TileSet, seat: int) -> int:
    """Return the value of the safe tiles that one seat owns."""
    tiles = (tile for _, tile in board.items() if tile.owner == seat and tile.safe)
    return sum(tile_set.value(tile.tile) for tile in tiles)


def _stolen(context: ScoringContext, formation: FormedPlay) -> tuple[Square, ...]:
    """Return the squares of the formed words on which the other seat has a tile that is not
    safe."""
    tiles = {square: context.board.get(square) for square in _squares(formation.words)}
    return tuple(s for s, tile in tiles.items() if tile and _open_to(tile, context.seat))


def _open_to(tile: BoardTile, seat: int) -> bool:
    return tile.owner != seat and not tile.safe


def _made_safe(
    context: ScoringContext, formation: FormedPlay, full_rack: bool
) -> tuple[Square, ...]:
    """Return the squares of safe words that were not safe before.

    The player owns all of them after the play.
    """
    words = [word for word in formation.words if full_rack or _covers_padlock(context, word)]
    tiles = {square: context.board.get(square) for square in _squares(words)}
    return tuple(square for square, tile in tiles.items() if not (tile and tile.safe))


def _squares(words: Iterable[FormedWord]) -> list[Square]:
    return sorted({letter.square for word in words for letter in word.letters})


def _covers_padlock(context: ScoringContext, word: FormedWord) -> bool:
    return any(letter.new and letter.square in context.layout.padlocks for letter in word.letters)
