"""What is in the bag of each edition, asked of the setting ``LEXICON_BAGS``.

Like alphabets (:mod:`lexicon.alphabets`) the tile sets belong to the games, which this app never
imports: the setting names a function that returns, for every tile set's code, its language, name,
direction, the faces with their counts and values, its blanks, and what these may not stand for.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from django.conf import settings
from django.utils.module_loading import import_string

from lexicon.alphabets import main_language

Direction: TypeAlias = Literal["ltr", "rtl"]
Described: TypeAlias = tuple[
    str, str, Direction, Mapping[str, tuple[int, int]], int, Collection[str]
]


@dataclass(frozen=True, slots=True)
class Bag:
    """``counts`` and ``values`` stand in the order of ``faces``."""

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

    def over(self, faces: Sequence[str]) -> "Bag":
        """The same bag with its faces in another order, that of a graph's alphabet."""
        order = [self.faces.index(face) for face in faces]
        return replace(
            self,
            faces=tuple(faces),
            counts=tuple(self.counts[at] for at in order),
            values=tuple(self.values[at] for at in order),
        )


def list_bags(language: str) -> list[Bag]:
    """The bags of a language, the plain edition's first."""
    describe: Callable[[], Mapping[str, Described]] = import_string(settings.LEXICON_BAGS)
    found = [
        _make(code, described)
        for code, described in describe().items()
        if main_language(described[0]) == main_language(language)
    ]
    return sorted(found, key=lambda bag: (bag.code != main_language(language), bag.name))


def _make(code: str, described: Described) -> Bag:
    language, name, direction, tiles, blanks, never = described
    return Bag(
        code,
        main_language(language),
        name,
        direction,
        tuple(tiles),
        tuple(count for count, _value in tiles.values()),
        tuple(value for _count, value in tiles.values()),
        blanks,
        frozenset(never),
    )
