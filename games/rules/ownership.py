"""Owned tiles: a play takes over the tiles of the words it forms, unless they are safe.

A seat's score is the sum of the values of the tiles it owns, so what one seat gains by theft the
other loses. ``scoring`` has the strategy with premium squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.board import Board, BoardTile
from games.rules.placement import Formation, FormedWord
from games.rules.scoring import Ground, PlayScore, score_word
from games.rules.squares import Square
from games.rules.tiles import TileSet


@dataclass(frozen=True, slots=True)
class OwnershipScoring:
    """No bonus, no premiums: placed and stolen tiles count, padlocks and full racks make safe."""

    owned_tiles: bool = True
    bingo_bonus: int = 0

    def score(self, ground: Ground, formation: Formation, bingo: bool) -> PlayScore:
        values = ground.tile_set.value
        placed = sum(values(letter.tile) for letter in formation.placed.values())
        stolen = _stolen(ground, formation)
        theft = sum(values(ground.board[square].tile) for square in stolen)
        return PlayScore(
            words=tuple(score_word(ground, word) for word in formation.words),
            bingo=0,
            total=placed + theft,
            placed=placed,
            stolen=theft,
            stolen_squares=stolen,
            safe_squares=_made_safe(ground, formation, bingo),
        )


def owned_points(board: Board, tile_set: TileSet, seat: int) -> int:
    """The value of all tiles of one seat."""
    return sum(tile_set.value(tile.tile) for _, tile in board.items() if tile.owner == seat)


def safe_points(board: Board, tile_set: TileSet, seat: int) -> int:
    """The value of the safe tiles of one seat."""
    tiles = (tile for _, tile in board.items() if tile.owner == seat and tile.safe)
    return sum(tile_set.value(tile.tile) for tile in tiles)


def _stolen(ground: Ground, formation: Formation) -> tuple[Square, ...]:
    """The squares of the words formed where a tile of the other seat lies unsafe."""
    tiles = {square: ground.board.get(square) for square in _squares(formation.words)}
    return tuple(s for s, tile in tiles.items() if tile and _open_to(tile, ground.seat))


def _open_to(tile: BoardTile, seat: int) -> bool:
    return tile.owner != seat and not tile.safe


def _made_safe(ground: Ground, formation: Formation, bingo: bool) -> tuple[Square, ...]:
    """The squares of safe words that were not safe yet; the player owns them after the play."""
    words = [word for word in formation.words if bingo or _on_padlock(ground, word)]
    tiles = {square: ground.board.get(square) for square in _squares(words)}
    return tuple(square for square, tile in tiles.items() if not (tile and tile.safe))


def _squares(words: Iterable[FormedWord]) -> list[Square]:
    return sorted({letter.square for word in words for letter in word.letters})


def _on_padlock(ground: Ground, word: FormedWord) -> bool:
    return any(letter.new and letter.square in ground.layout.padlocks for letter in word.letters)
