"""What the rules need of a dictionary: whether it has a word, given as the faces of its tiles."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from games.rules.equipment.tiles import Face


class WordLookup(Protocol):
    """Any dictionary; the rules use nothing else of it."""

    def __contains__(self, word: tuple[Face, ...], /) -> bool: ...


class PermissiveDictionary:
    """A dictionary that has every word, where words are not judged or no verdict may show."""

    def __contains__(self, word: object) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class AllowedWords:
    """A dictionary, and words that the players of a game have allowed besides.

    >>> words = AllowedWords({("C", "A", "T")}, [("Z", "O")])
    >>> ("C", "A", "T") in words, ("Z", "O") in words, ("Q", "I") in words
    (True, True, False)
    """

    lexicon: WordLookup
    allowed: Collection[tuple[Face, ...]]

    def __contains__(self, word: tuple[Face, ...], /) -> bool:
        return word in self.allowed or word in self.lexicon
