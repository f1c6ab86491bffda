"""Squares, directions and positions, and their names in game notation.

Columns are letters from A, rows are numbers from 1. A position is the square of a main word's first
letter: row first ("8H") means across, column first ("H8") means down. "Across" is the reading
direction of the language; a page mirrors the board for right-to-left scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from games.rules.equipment.errors import NotationError

_SQUARE = re.compile(r"([A-Z])([1-9][0-9]?)")
_ACROSS = re.compile(r"([1-9][0-9]?)([A-Z])")


class Square(NamedTuple):
    """One place on the board; ``row`` and ``col`` count from 0.

    >>> Square(7, 7).name
    'H8'
    >>> Square.parse("a15")
    Square(row=14, col=0)
    >>> Square.parse("8H")
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotationError: not a square: '8H'
    """

    row: int
    col: int

    @property
    def name(self) -> str:
        """The column's letter and the row's number, as in "H8"."""
        return f"{chr(65 + self.col)}{self.row + 1}"

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> Square:
        """Parse a name such as "H8" or "h8"; raises NotationError "notation.coordinates"."""
        match = _SQUARE.fullmatch(text.strip().upper())
        if match is None:
            raise NotationError("notation.coordinates", f"not a square: {text!r}")
        return Square(int(match[2]) - 1, ord(match[1]) - 65)

    def moved(self, step: tuple[int, int], count: int = 1) -> Square:
        """Return the square ``count`` steps further, which may be off the board.

        >>> Square.parse("H8").moved(Direction.ACROSS.step, 2).name
        'J8'
        """
        return Square(self.row + step[0] * count, self.col + step[1] * count)


class Direction(Enum):
    """The direction of a word; the value is the step in rows and columns."""

    ACROSS = (0, 1)
    DOWN = (1, 0)

    def __init__(self, rows: int, cols: int) -> None:
        self.step = (rows, cols)
        self.back = (-rows, -cols)

    @property
    def perpendicular(self) -> Direction:
        """The direction at right angles to this one.

        >>> Direction.DOWN.perpendicular.name
        'ACROSS'
        """
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class PlayPosition(NamedTuple):
    """Where a play starts and in which direction it runs.

    >>> PlayPosition.parse("8H").direction, PlayPosition.parse("h8").direction
    (<Direction.ACROSS: (0, 1)>, <Direction.DOWN: (1, 0)>)
    """

    square: Square
    direction: Direction

    @property
    def name(self) -> str:
        """The position in game notation: row first for across, column first for down.

        >>> PlayPosition(Square(7, 7), Direction.DOWN).name
        'H8'
        """
        column, row = self.square.name[0], self.square.name[1:]
        return row + column if self.direction is Direction.ACROSS else column + row

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> PlayPosition:
        """Parse "8H" (across) or "H8" (down); raises NotationError "notation.coordinates"."""
        tidy = text.strip().upper()
        across = _ACROSS.fullmatch(tidy)
        if across is not None:
            return PlayPosition(Square(int(across[1]) - 1, ord(across[2]) - 65), Direction.ACROSS)
        return PlayPosition(Square.parse(tidy), Direction.DOWN)

    def squares(self, count: int) -> Iterator[Square]:
        """Yield the first ``count`` squares from the start, on the board or not.

        >>> [square.name for square in PlayPosition.parse("H14").squares(3)]
        ['H14', 'H15', 'H16']
        """
        return (self.square.moved(self.direction.step, index) for index in range(count))
