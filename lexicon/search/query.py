"""What is asked of a dictionary, in the codes of its alphabet."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from lexicon.errors import LexiconError

Codes: TypeAlias = tuple[int, ...]


class SearchError(LexiconError):
    """What was typed cannot be searched for. ``code`` says why, ``said`` is the piece it is about;
    the sentences stand in :mod:`lexicon.wording`."""

    def __init__(self, code: str, said: str = "") -> None:
        super().__init__(f"{code}: {said}")
        self.code = code
        self.said = said


class Order(StrEnum):
    """How words of one length follow each other."""

    ALPHABET = "alphabet"
    SCORE = "score"
    PROBABILITY = "probability"


@dataclass(frozen=True, slots=True)
class Rack:
    """Tiles to make words of: sorted codes, and how many blanks."""

    codes: Codes
    blanks: int = 0

    @property
    def size(self) -> int:
        return len(self.codes) + self.blanks


@dataclass(frozen=True, slots=True)
class Run:
    """Any number of tiles, none included."""


@dataclass(frozen=True, slots=True)
class Place:
    """One tile: one of ``codes``, or any other where ``others``.

    ``Place(frozenset(), True)`` is any tile at all.
    """

    codes: frozenset[int]
    others: bool = False


RUN = Run()
ANY = Place(frozenset(), others=True)
Item: TypeAlias = Place | Run
Pattern: TypeAlias = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """All that is wanted of a word; every part holds.

    ``racks``: one of them makes the word, wholly or, where ``shorter``, with tiles left over; none
    asks for nothing. ``patterns``: of each group one fits. ``least`` and ``most`` tiles.
    """

    racks: tuple[Rack, ...] = ()
    shorter: bool = False
    patterns: tuple[tuple[Pattern, ...], ...] = ()
    least: int | None = None
    most: int | None = None
    order: Order = Order.ALPHABET

    @property
    def empty(self) -> bool:
        """Whether it asks for nothing, so that every word would do."""
        return not (self.racks or self.patterns or self.least or self.most)

    def lengths(self, longest: int) -> range:
        """The lengths a word may have, by what is cheap to tell."""
        least, most = self.least or 1, min(self.most or longest, longest)
        if self.racks:
            sizes = [rack.size for rack in self.racks]
            most = min(most, max(sizes))
            least = least if self.shorter else max(least, min(sizes))
        for group in self.patterns:
            least = max(least, min(map(_places, group)))
            if not any(RUN in pattern for pattern in group):
                most = min(most, max(map(_places, group)))
        return range(least, most + 1)


def _places(pattern: Pattern) -> int:
    return sum(isinstance(item, Place) for item in pattern)
