"""The board: the tile on each square, its owner and whether it is safe. Immutable.

The squares themselves (premiums, padlocks) are in ``layouts``; ``placement`` finds words.
"""

from __future__ import annotations

from collections.abc import ItemsView, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.rules.equipment.squares import Square
from games.rules.equipment.tiles import BLANK, Face, LetterTile, Tile


@dataclass(frozen=True, slots=True)
class BoardTile:
    """A tile on the board: the letter it represents and the seat that owns it."""

    face: Face
    blank: bool
    owner: int
    safe: bool = False

    @property
    def tile(self) -> Tile:
        """The tile as it was on the rack."""
        return BLANK if self.blank else LetterTile(self.face)


class Board:
    """The tiles by square. Boards with equal tiles are equal; a changed board is a new object.

    >>> empty = Board()
    >>> board = empty.with_tiles({Square(7, 7): BoardTile("A", blank=False, owner=0)})
    >>> board, len(board), len(empty), Square(7, 7) in board
    (Board(H8=A), 1, 0, True)
    """

    __slots__ = ("_tiles",)

    def __init__(self, tiles: Mapping[Square, BoardTile] | None = None) -> None:
        self._tiles: Mapping[Square, BoardTile] = MappingProxyType(dict(tiles or {}))

    def get(self, square: Square) -> BoardTile | None:
        """Return the tile on a square, or ``None``."""
        return self._tiles.get(square)

    def __getitem__(self, square: Square) -> BoardTile:
        return self._tiles[square]

    def items(self) -> ItemsView[Square, BoardTile]:
        return self._tiles.items()

    def with_tiles(self, changes: Mapping[Square, BoardTile | None]) -> Board:
        """Return a board with these squares changed; ``None`` empties a square."""
        merged = {**self._tiles, **changes}
        return Board({square: tile for square, tile in merged.items() if tile is not None})

    def undo(self, before: Board) -> tuple[tuple[Square, BoardTile | None], ...]:
        """Return the changes that restore an earlier board with fewer tiles.

        >>> board = Board({Square(7, 7): BoardTile("A", blank=False, owner=0)})
        >>> board.undo(Board())
        ((Square(row=7, col=7), None),)
        """
        changed = (square for square, tile in self.items() if before.get(square) != tile)
        return tuple((square, before.get(square)) for square in changed)

    def __contains__(self, square: Square) -> bool:
        return square in self._tiles

    def __len__(self) -> int:
        return len(self._tiles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._tiles == other._tiles

    def __hash__(self) -> int:
        return hash(frozenset(self._tiles.items()))

    def __repr__(self) -> str:
        placed = " ".join(f"{square.name}={tile.face}" for square, tile in self._tiles.items())
        return f"Board({placed})"
