"""Board layouts: size, start square, premium squares and padlocks, from ``data/layouts``.

A layout never changes; the tiles on it are in ``board``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from games.rules.equipment.errors import NotAllowedError
from games.rules.equipment.squares import Square

_CODES = {"d": "DL", "t": "TL", "q": "QL", "D": "DW", "T": "TW", "Q": "QW", "*": "DW"}
_FACTORS = {"D": 2, "T": 3, "Q": 4}


@dataclass(frozen=True, eq=False)
class Layout:
    """A board layout. ``lines`` are the rows from the top, one character per square as in the data
    files.

    ``d``, ``t``, ``q``: double, triple, quadruple letter. ``D``, ``T``, ``Q``: the same for words.
    ``*``: the start square with a double word. ``+``: the start square without premium. ``.``:
    plain.
    """

    id: str
    name: str
    lines: tuple[str, ...]
    start: Square
    padlocks: frozenset[Square]

    @cached_property
    def rows(self) -> int:
        return len(self.lines)

    @cached_property
    def cols(self) -> int:
        return len(self.lines[0])

    def __contains__(self, square: Square) -> bool:
        return 0 <= square.row < self.rows and 0 <= square.col < self.cols

    def squares(self) -> tuple[Square, ...]:
        return tuple(Square(row, col) for row in range(self.rows) for col in range(self.cols))

    def premium_code(self, square: Square) -> str:
        """Return "DL", "TL", "QL", "DW", "TW" or "QW", or "" for a plain square.

        >>> standard = load_layout("standard")
        >>> [standard.premium_code(Square.parse(name)) for name in ("A1", "H8", "F2", "D1", "A2")]
        ['TW', 'DW', 'TL', 'DL', '']
        """
        return _CODES.get(self.lines[square.row][square.col], "")

    def letter_multiplier(self, square: Square) -> int:
        """Return the multiplier, 1 to 4, of a new tile on this square.

        >>> load_layout("standard").letter_multiplier(Square.parse("F2"))
        3
        """
        return self._letter.get(square, 1)

    def word_multiplier(self, square: Square) -> int:
        """Return the multiplier, 1 to 4, of a word with a new tile on this square.

        >>> load_layout("super").word_multiplier(Square.parse("A1"))
        4
        """
        return self._word.get(square, 1)

    @cached_property
    def _letter(self) -> dict[Square, int]:
        return self._multipliers("L")

    @cached_property
    def _word(self) -> dict[Square, int]:
        return self._multipliers("W")

    def _multipliers(self, kind: str) -> dict[Square, int]:
        codes = {square: self.premium_code(square) for square in self.squares()}
        return {square: _FACTORS[code[0]] for square, code in codes.items() if code[1:] == kind}


@cache
def load_layout(layout_id: str) -> Layout:
    """Return the layout with this id; raises NotAllowedError "layout.unknown".

    >>> qwibble = load_layout("qwibble")
    >>> qwibble.rows, qwibble.cols, qwibble.start.name, len(qwibble.padlocks)
    (15, 15, 'H8', 12)
    >>> Square.parse("P16") in qwibble
    False
    """
    if layout_id not in list_layout_ids():
        raise NotAllowedError("layout.unknown", f"no layout {layout_id!r}")
    data = json.loads((_folder() / f"{layout_id}.json").read_text(encoding="utf-8"))
    return Layout(
        id=data["id"],
        name=data["name"],
        lines=tuple(data["rows"]),
        start=Square.parse(data["start"]),
        padlocks=frozenset(Square.parse(name) for name in data["padlocks"]),
    )


@cache
def list_layout_ids() -> tuple[str, ...]:
    """Return the ids of all layouts, sorted.

    >>> list_layout_ids()
    ('qwibble', 'standard', 'super')
    """
    return tuple(sorted(p.name.removesuffix(".json") for p in _folder().iterdir()))


def _folder() -> Any:
    return files("games.rules") / "data" / "layouts"
