"""Squares, directions and positions, and their names in game notation.

Columns are letters from A, rows are numbers from 1. A position tells where the first letter of a
main word lies: row first ("8H") runs across, column first ("H8") runs down. "Across" means the
reading direction of the language; a page mirrors the board for scripts that run right to left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from games.rules.errors import UnreadableError

_SQUARE = re.compile(r"([A-Z])([1-9][0-9]?)")
_ACROSS = re.compile(r"([1-9][0-9]?)([A-Z])")


class Square(NamedTuple):
    """One place on the board; ``row`` and ``col`` count from 0.

    >>> Square(7, 7).name
    'H8'
    >>> Square.parse("a15")
    Square(row=14, col=0)
    """

    row: int
    col: int

    @property
    def name(self) -> str:
        return f"{chr(65 + self.col)}{self.row + 1}"

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> Square:
        match = _SQUARE.fullmatch(text.strip().upper())
        if match is None:
            raise UnreadableError("notation.coordinates", f"not a square: {text!r}")
        return Square(int(match[2]) - 1, ord(match[1]) - 65)

    def moved(self, step: tuple[int, int], count: int = 1) -> Square:
        return Square(self.row + step[0] * count, self.col + step[1] * count)


class Direction(Enum):
    """The way a word runs; the value is the step in rows and columns."""

    ACROSS = (0, 1)
    DOWN = (1, 0)

    def __init__(self, rows: int, cols: int) -> None:
        self.step = (rows, cols)
        self.back = (-rows, -cols)

    @property
    def across(self) -> Direction:
        """The direction at right angles to this one."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class Position(NamedTuple):
    """Where a play starts and which way it runs.

    >>> Position.parse("8H").direction, Position.parse("h8").direction
    (<Direction.ACROSS: (0, 1)>, <Direction.DOWN: (1, 0)>)
    """

    square: Square
    direction: Direction

    @property
    def name(self) -> str:
        column, row = self.square.name[0], self.square.name[1:]
        return row + column if self.direction is Direction.ACROSS else column + row

    @staticmethod
    @lru_cache(maxsize=1024)
    def parse(text: str) -> Position:
        tidy = text.strip().upper()
        across = _ACROSS.fullmatch(tidy)
        if across is not None:
            return Position(Square(int(across[1]) - 1, ord(across[2]) - 65), Direction.ACROSS)
        return Position(Square.parse(tidy), Direction.DOWN)

    def squares(self, count: int) -> Iterator[Square]:
        """The first ``count`` squares from here on, on the board or not."""
        return (self.square.moved(self.direction.step, index) for index in range(count))
