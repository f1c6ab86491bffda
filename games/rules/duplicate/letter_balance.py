"""How many vowels and consonants a rack of a duplicate game must hold.

Source: the abridged rules of the Fédération internationale de Scrabble francophone. In turns 1 to
15 a rack holds at least two vowels and two consonants, later one of each. A blank counts as either,
and so does a letter that can be both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.equipment.tiles import LetterTile, Tile, TileSet

STRICT_TURNS = 15
"""How many turns at the start of a game need two vowels and two consonants."""


@dataclass(frozen=True, slots=True)
class LetterCount:
    """How many tiles are only a vowel, only a consonant, and either of them."""

    vowels: int
    consonants: int
    either: int

    def holds(self, least: int) -> bool:
        """Return whether there are ``least`` vowels and ``least`` consonants, each tile used once.

        >>> LetterCount(vowels=1, consonants=5, either=1).holds(2)
        True
        >>> LetterCount(vowels=1, consonants=1, either=1).holds(2)
        False
        """
        missing = max(0, least - self.vowels) + max(0, least - self.consonants)
        return missing <= self.either


def count_letters(tile_set: TileSet, tiles: Iterable[Tile], *, blanks: bool = True) -> LetterCount:
    """Count vowels and consonants; blanks count as either, or not at all.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> count_letters(english, english.read("AEIRSY?"))
    LetterCount(vowels=3, consonants=2, either=2)
    >>> count_letters(english, english.read("AEIRSY?"), blanks=False).either
    1
    """
    vowels = consonants = either = 0
    for tile in tiles:
        if not isinstance(tile, LetterTile):
            either += blanks
        elif tile.face in tile_set.vowels and tile.face in tile_set.consonants:
            either += 1
        elif tile.face in tile_set.vowels:
            vowels += 1
        else:
            consonants += 1
    return LetterCount(vowels, consonants, either)


def get_required_letters(tile_set: TileSet, tiles: Iterable[Tile], turn: int) -> int:
    """Return how many vowels, and how many consonants, the rack of a turn must hold.

    ``tiles`` are all from which the rack can be made. If they allow no rack by the stricter rule,
    the weaker one applies at once.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> get_required_letters(english, english.all_tiles(), 15)
    2
    >>> get_required_letters(english, english.all_tiles(), 16)
    1
    >>> get_required_letters(english, english.read("AERST?"), 3)
    2
    >>> get_required_letters(english, english.read("ARSTLN"), 3)
    1
    """
    strict = turn <= STRICT_TURNS and count_letters(tile_set, tiles).holds(2)
    return 2 if strict else 1


def can_go_on(tile_set: TileSet, tiles: Iterable[Tile]) -> bool:
    """Return whether a vowel and a consonant are left, not counting blanks.

    >>> from games.rules.equipment.tiles import load_tile_set
    >>> english = load_tile_set("en")
    >>> [can_go_on(english, english.read(left)) for left in ("AB", "YB", "A?", "Y", "")]
    [True, True, False, False, False]
    """
    return count_letters(tile_set, tiles, blanks=False).holds(1)
