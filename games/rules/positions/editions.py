"""Editions: which tile sets a room can offer, given the available dictionaries.

The lexicon app gets alphabets and bags through ``settings.LEXICON_ALPHABETS``, which names
:func:`describe_alphabets`, and ``settings.LEXICON_BAGS``, which names :func:`describe_bags`, so it
does not have to import this app.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from games.rules.equipment.tiles import TileSet, load_tile_set, tile_set_codes
from games.rules.positions.variants import Variant

AlphabetDescription: TypeAlias = tuple[str, str, tuple[str, ...], tuple[str, ...], frozenset[str]]
BagDescription: TypeAlias = tuple[
    str, str, Literal["ltr", "rtl"], dict[str, tuple[int, int]], int, frozenset[str]
]


def describe_alphabets() -> Mapping[str, AlphabetDescription]:
    """Map tile set codes to (language, name, faces in alphabet order, faces never placed as single
    tiles, faces that may be vowels).

    >>> language, name, faces, whole, vowels = describe_alphabets()["es"]
    >>> language, name, faces[:5], whole, "".join(sorted(vowels))
    ('es', 'Spanish', ('A', 'B', 'C', 'CH', 'D'), ('CH', 'LL', 'RR'), 'AEIOUY')
    """
    sets = (load_tile_set(code) for code in tile_set_codes())
    return {
        item.code: (item.language, item.name, item.faces, item.whole, item.vowels) for item in sets
    }


def describe_bags() -> Mapping[str, BagDescription]:
    """Map tile set codes to the contents of their bags.

    Each value is (language, name, direction, count and value by face in alphabet order, number of
    blanks, faces that no blank may represent).

    >>> language, name, direction, letters, blanks, never_blank = describe_bags()["en"]
    >>> language, direction, letters["Q"], blanks
    ('en', 'ltr', (1, 10), 2)
    """
    return {
        item.code: (
            item.language,
            item.name,
            item.direction,
            {face: (item.counts[face], item.values[face]) for face in item.faces},
            item.blanks,
            item.never_blank,
        )
        for item in (load_tile_set(code) for code in tile_set_codes())
    }


def list_editions(variant: Variant, languages: Iterable[str]) -> list[TileSet]:
    """Return the variant's tile sets for any of these languages, plain ones first.

    >>> from games.rules.positions.variants import get_variant
    >>> [edition.code for edition in list_editions(get_variant("qwibble"), ["en"])]
    ['qwibble-en']
    >>> list_editions(get_variant("scrabble"), ["xx"])
    []
    """
    spoken = {language.split("-")[0] for language in languages}
    sets = [
        load_tile_set(code)
        for code in tile_set_codes()
        if _family(code) == _family(variant.tile_set)
    ]
    fitting = [item for item in sets if item.language.split("-")[0] in spoken]
    return sorted(fitting, key=lambda item: (item.code != item.language, item.name))


def _family(code: str) -> str:
    """Return the family of a tile set: larger boards and Qwibble have their own, all others are
    plain."""
    if code.endswith("-super"):
        return "super"
    return "qwibble" if code.startswith("qwibble-") else "plain"
