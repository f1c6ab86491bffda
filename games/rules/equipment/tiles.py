"""Tiles and tile sets: faces, how many tiles there are of each, and what they are worth.

A *face* is what is printed on one tile: usually one letter, sometimes several ("CH", "L·L"). Sets
are data in ``data/tilesets``; ``fair_shuffle`` shuffles them, ``notation`` writes them as text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from games.rules.equipment import notation
from games.rules.equipment.errors import NotAllowedError

Face: TypeAlias = str


@dataclass(frozen=True, slots=True, order=True)
class LetterTile:
    """A tile with a face printed on it."""

    face: Face


@dataclass(frozen=True, slots=True)
class BlankTile:
    """A tile without a face; it is given one when it is played."""


BLANK = BlankTile()
Tile: TypeAlias = LetterTile | BlankTile


def list_faces(tiles: Iterable[Tile]) -> list[Face]:
    """Return the face of each tile, "?" for a blank.

    >>> list_faces([LetterTile("CH"), BLANK])
    ['CH', '?']
    """
    return [tile.face if isinstance(tile, LetterTile) else notation.BLANK_MARK for tile in tiles]


def tile_sort_key(tile: Tile) -> tuple[bool, str]:
    """Return the sort key of the canonical order: faces by code point, blanks last.

    >>> english = load_tile_set("en")
    >>> english.write(tuple(sorted(english.read("B?A"), key=tile_sort_key)))
    'AB?'
    """
    return (False, tile.face) if isinstance(tile, LetterTile) else (True, "")


@dataclass(frozen=True, eq=False)
class TileSet:
    """The tiles of one edition; ``faces`` are in the order of its alphabet.

    ``never_blank`` are the faces that a blank may not represent. Faces that only a blank may
    represent come last; their count and value are 0. ``whole`` are the faces of two letters that
    must be placed as their own tile and never as two single ones. Faces such as Y in English are
    both among the ``vowels`` and among the ``consonants``.

    >>> english = load_tile_set("en")
    >>> english.total, english.points, english.counts["E"], english.values["Q"], english.blanks
    (100, 187, 12, 10, 2)
    """

    code: str
    name: str
    language: str
    direction: Literal["ltr", "rtl"]
    faces: tuple[Face, ...]
    counts: Mapping[Face, int]
    values: Mapping[Face, int]
    blanks: int
    never_blank: frozenset[Face] = field(default_factory=frozenset)
    whole: tuple[Face, ...] = ()
    vowels: frozenset[Face] = field(default_factory=frozenset)
    consonants: frozenset[Face] = field(default_factory=frozenset)

    @cached_property
    def total(self) -> int:
        """The number of tiles, blanks included."""
        return sum(self.counts.values()) + self.blanks

    @cached_property
    def points(self) -> int:
        """The value of all tiles together."""
        return sum(self.counts[face] * self.values[face] for face in self.faces)

    @cached_property
    def blank_faces(self) -> tuple[Face, ...]:
        """The faces a blank may represent, in alphabet order."""
        return tuple(face for face in self.faces if face not in self.never_blank)

    @cached_property
    def marks(self) -> notation.TileNotation:
        """The notation of this set's tiles."""
        return notation.TileNotation(self.faces, self.language)

    def value(self, tile: Tile) -> int:
        """Return the points of a tile; a blank has none.

        >>> english = load_tile_set("en")
        >>> [english.value(tile) for tile in english.read("AQ?")]
        [1, 10, 0]
        """
        return self.values[tile.face] if isinstance(tile, LetterTile) else 0

    def all_tiles(self) -> tuple[Tile, ...]:
        """Return every tile of a full bag, in alphabet order, blanks last."""
        letters = [LetterTile(face) for face in self.faces for _ in range(self.counts[face])]
        return (*letters, *[BLANK] * self.blanks)

    def has_split_pair(self, faces: Sequence[Face]) -> bool:
        """Return whether two single tiles are used where the edition has one for both letters.

        >>> spanish = load_tile_set("es")
        >>> spanish.has_split_pair(("C", "A", "L", "L", "E")), spanish.has_split_pair(("L", "LL"))
        (True, False)
        """
        return any(one + two in self.whole for one, two in pairwise(faces))

    def read(self, text: str) -> tuple[Tile, ...]:
        """Parse tiles: "AB?[CH]" is an A, a B, a blank and one tile CH.

        Raises NotationError "notation.letter" for a letter that is on no tile.

        >>> load_tile_set("es").read("A?[CH]")
        (LetterTile(face='A'), BlankTile(), LetterTile(face='CH'))
        >>> load_tile_set("es").read("K")
        Traceback (most recent call last):
            ...
        games.rules.equipment.errors.NotationError: no such tile: 'K'
        """
        return tuple(
            BLANK if face is None else LetterTile(face) for face in self.marks.read_tiles(text)
        )

    def write(self, tiles: tuple[Tile, ...]) -> str:
        """Return the text that :meth:`read` parses.

        >>> spanish = load_tile_set("es")
        >>> spanish.write(spanish.read("A?[CH]"))
        'A?[CH]'
        """
        return "".join(
            self.marks.of(tile.face) if isinstance(tile, LetterTile) else notation.BLANK_MARK
            for tile in tiles
        )


@cache
def load_tile_set(code: str) -> TileSet:
    """Return the set with this code; raises NotAllowedError "tile_set.unknown".

    >>> load_tile_set("de").name
    'German'
    >>> load_tile_set("xx")
    Traceback (most recent call last):
        ...
    games.rules.equipment.errors.NotAllowedError: no tile set 'xx'
    """
    if code not in tile_set_codes():
        raise NotAllowedError("tile_set.unknown", f"no tile set {code!r}")
    return _tile_set(json.loads((_folder() / f"{code}.json").read_text(encoding="utf-8")))


@cache
def tile_set_codes() -> tuple[str, ...]:
    """Return the codes of all sets, sorted.

    >>> {"en", "de", "en-super", "qwibble-en"} <= set(tile_set_codes())
    True
    """
    return tuple(sorted(p.name.removesuffix(".json") for p in _folder().iterdir()))


def _folder() -> Any:
    return files("games.rules") / "data" / "tilesets"


def _tile_set(data: dict[str, Any]) -> TileSet:
    blank_only = [{"letter": face, "count": 0, "value": 0} for face in data.get("blank_only", ())]
    tiles = [*data["tiles"], *blank_only]
    vowels = frozenset(data["vowels"])
    either = frozenset(data.get("vowels_or_consonants", ()))
    return TileSet(
        code=data["code"],
        name=data["name"],
        language=data["language"],
        direction=data["direction"],
        faces=tuple(tile["letter"] for tile in tiles),
        counts=MappingProxyType({tile["letter"]: tile["count"] for tile in tiles}),
        values=MappingProxyType({tile["letter"]: tile["value"] for tile in tiles}),
        blanks=data["blanks"],
        never_blank=frozenset(data.get("never_blank", ())),
        whole=tuple(data.get("whole", ())),
        vowels=vowels | either,
        consonants=frozenset(tile["letter"] for tile in tiles) - vowels,
    )
