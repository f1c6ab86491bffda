"""The contents of each edition's bag, from the setting ``LEXICON_BAGS``.

As with alphabets (:mod:`lexicon.terms.alphabets`), the tile sets belong to the games app, which
this app never imports. The setting names a function that maps the code of each tile set to its
language, name, direction, faces with their counts and values, number of blanks, and the faces that
a blank may not represent.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from django.conf import settings
from django.utils.module_loading import import_string

from lexicon.terms.alphabets import get_main_language

Direction: TypeAlias = Literal["ltr", "rtl"]
BagDescription: TypeAlias = tuple[
    str, str, Direction, Mapping[str, tuple[int, int]], int, Collection[str]
]


@dataclass(frozen=True, slots=True)
class TileBag:
    """The tiles of one edition. ``counts`` and ``values`` are in the order of ``faces``."""

    code: str
    language: str
    name: str
    direction: Direction
    faces: tuple[str, ...]
    counts: tuple[int, ...]
    values: tuple[int, ...]
    blanks: int
    never_blank: frozenset[str] = frozenset()

    @property
    def total(self) -> int:
        return sum(self.counts) + self.blanks

    def over(self, faces: Sequence[str]) -> "TileBag":
        """Return the same bag with its faces in another order, such as that of a graph."""
        order = [self.faces.index(face) for face in faces]
        return replace(
            self,
            faces=tuple(faces),
            counts=tuple(self.counts[at] for at in order),
            values=tuple(self.values[at] for at in order),
        )


def list_bags(language: str) -> list[TileBag]:
    """Return the bags of a language, that of the standard edition first."""
    describe: Callable[[], Mapping[str, BagDescription]] = import_string(settings.LEXICON_BAGS)
    found = [
        _make(code, described)
        for code, described in describe().items()
        if get_main_language(described[0]) == get_main_language(language)
    ]
    return sorted(found, key=lambda bag: (bag.code != get_main_language(language), bag.name))


def _make(code: str, described: BagDescription) -> TileBag:
    language, name, direction, tiles, blanks, never = described
    return TileBag(
        code,
        get_main_language(language),
        name,
        direction,
        tuple(tiles),
        tuple(count for count, _value in tiles.values()),
        tuple(value for _count, value in tiles.values()),
        blanks,
        frozenset(never),
    )
