"""Tiles and tile sets: what is printed on them, how many there are and what they are worth.

A *face* is what is printed on one tile: usually one letter, sometimes several ("CH", "L·L").
Sets are data in ``data/tilesets``; ``bag`` shuffles them, ``notation`` writes them as text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from games.rules import notation
from games.rules.errors import UnlawfulError

Face: TypeAlias = str


@dataclass(frozen=True, slots=True, order=True)
class Letter:
    """A tile with a face printed on it."""

    face: Face


@dataclass(frozen=True, slots=True)
class Blank:
    """A tile without a face; it gets one when it is played."""


BLANK = Blank()
Tile: TypeAlias = Letter | Blank


def tile_key(tile: Tile) -> tuple[bool, str]:
    """The canonical order of tiles: faces by code point, blanks last."""
    return (False, tile.face) if isinstance(tile, Letter) else (True, "")


@dataclass(frozen=True, eq=False)
class TileSet:
    """One edition's tiles; ``faces`` stand in the order of its alphabet.

    ``never_blank`` are the faces a blank may not stand for. Faces that only a blank may stand for
    come last; their count and value are 0. ``whole`` are the faces of two letters that are laid
    with their own tile and never with two single ones.
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

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values()) + self.blanks

    @cached_property
    def points(self) -> int:
        """The value of all tiles together."""
        return sum(self.counts[face] * self.values[face] for face in self.faces)

    @cached_property
    def blank_faces(self) -> tuple[Face, ...]:
        """The faces a blank may stand for, in alphabet order."""
        return tuple(face for face in self.faces if face not in self.never_blank)

    @cached_property
    def marks(self) -> notation.Marks:
        return notation.Marks(self.faces, self.language)

    def value(self, tile: Tile) -> int:
        return self.values[tile.face] if isinstance(tile, Letter) else 0

    def all_tiles(self) -> tuple[Tile, ...]:
        letters = [Letter(face) for face in self.faces for _ in range(self.counts[face])]
        return (*letters, *[BLANK] * self.blanks)

    def splits_pair(self, faces: Sequence[Face]) -> bool:
        """Whether two single tiles lie where the edition wants the one that bears both letters.

        >>> spanish = load_tile_set("es")
        >>> spanish.splits_pair(("C", "A", "L", "L", "E")), spanish.splits_pair(("L", "LL"))
        (True, False)
        """
        return any(one + two in self.whole for one, two in pairwise(faces))

    def read(self, text: str) -> tuple[Tile, ...]:
        """Tiles from text: "AB?[CH]" is an A, a B, a blank and one tile CH."""
        return tuple(
            BLANK if face is None else Letter(face) for face in self.marks.read_tiles(text)
        )

    def write(self, tiles: tuple[Tile, ...]) -> str:
        return "".join(
            self.marks.of(tile.face) if isinstance(tile, Letter) else notation.BLANK
            for tile in tiles
        )


@cache
def load_tile_set(code: str) -> TileSet:
    """The set with this code; raises UnlawfulError "tile_set.unknown"."""
    if code not in tile_set_codes():
        raise UnlawfulError("tile_set.unknown", f"no tile set {code!r}")
    return _tile_set(json.loads((_folder() / f"{code}.json").read_text(encoding="utf-8")))


@cache
def tile_set_codes() -> tuple[str, ...]:
    return tuple(sorted(p.name.removesuffix(".json") for p in _folder().iterdir()))


def _folder() -> Any:
    return files("games.rules") / "data" / "tilesets"


def _tile_set(data: dict[str, Any]) -> TileSet:
    blank_only = [{"letter": face, "count": 0, "value": 0} for face in data.get("blank_only", ())]
    tiles = [*data["tiles"], *blank_only]
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
    )
