"""Search queries, in the codes of a dictionary's alphabet."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from lexicon.terms.errors import LexiconError

Codes: TypeAlias = tuple[int, ...]


class SearchError(LexiconError):
    """The typed text is not a valid query.

    ``code`` names the reason, and ``said`` is the part in question. The messages are in
    :mod:`lexicon.perspective.wording`.
    """

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.said = text


class WordOrder(StrEnum):
    """The order of words of the same length."""

    ALPHABET = "alphabet"
    SCORE = "score"
    PROBABILITY = "probability"


@dataclass(frozen=True, slots=True)
class SearchRackQuery:
    """Tiles to make words from: sorted codes and a number of blanks."""

    codes: Codes
    blanks: int = 0

    @property
    def size(self) -> int:
        return len(self.codes) + self.blanks


@dataclass(frozen=True, slots=True)
class Wildcard:
    """Any number of tiles, including none."""


@dataclass(frozen=True, slots=True)
class TileChoice:
    """One tile: one of ``codes``, or with ``others`` any tile except those.

    ``TileChoice(frozenset(), True)`` matches every tile.
    """

    codes: frozenset[int]
    others: bool = False


ANY_TILES = Wildcard()
ANY_ONE_TILE = TileChoice(frozenset(), others=True)
PatternItem: TypeAlias = TileChoice | Wildcard
Pattern: TypeAlias = tuple[PatternItem, ...]


@dataclass(frozen=True, slots=True)
class WordQuery:
    """The conditions on a word, all of which must hold."""

    # One of the racks must make the word; no racks means no such condition.
    racks: tuple[SearchRackQuery, ...] = ()
    # Whether tiles of the rack may be left over.
    shorter: bool = False
    # One pattern of each group must match.
    patterns: tuple[tuple[Pattern, ...], ...] = ()
    # Bounds on the number of tiles.
    min_length: int | None = None
    max_length: int | None = None
    order: WordOrder = WordOrder.ALPHABET

    @property
    def empty(self) -> bool:
        """Whether there are no conditions, so that every word would match."""
        return not (self.racks or self.patterns or self.min_length or self.max_length)

    def lengths(self, longest: int) -> range:
        """Return the word lengths that the conditions allow, as far as that is cheap to tell."""
        min_length, max_length = self.min_length or 1, min(self.max_length or longest, longest)
        if self.racks:
            sizes = [rack.size for rack in self.racks]
            max_length = min(max_length, max(sizes))
            min_length = min_length if self.shorter else max(min_length, min(sizes))
        for group in self.patterns:
            min_length = max(min_length, min(map(_places, group)))
            if not any(ANY_TILES in pattern for pattern in group):
                max_length = min(max_length, max(map(_places, group)))
        return range(min_length, max_length + 1)


def _places(pattern: Pattern) -> int:
    return sum(isinstance(item, TileChoice) for item in pattern)
