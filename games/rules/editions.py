"""Editions: which tile sets a room can offer, given the dictionaries that are present.

The lexicon app learns of alphabets and bags through ``settings.LEXICON_ALPHABETS`` that names
:func:`alphabets` and ``settings.LEXICON_BAGS`` that names :func:`bags`, so it need not import this
app.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from games.rules.tiles import TileSet, load_tile_set, tile_set_codes
from games.rules.variants import Variant

Described: TypeAlias = tuple[str, str, tuple[str, ...], tuple[str, ...]]
DescribedBag: TypeAlias = tuple[
    str, str, Literal["ltr", "rtl"], dict[str, tuple[int, int]], int, frozenset[str]
]


def alphabets() -> Mapping[str, Described]:
    """Tile set code to (language, name, faces in alphabet order, faces never laid in single
    tiles)."""
    sets = (load_tile_set(code) for code in tile_set_codes())
    return {item.code: (item.language, item.name, item.faces, item.whole) for item in sets}


def bags() -> Mapping[str, DescribedBag]:
    """Tile set code to (language, name, direction, count and value by face in alphabet order,
    blanks, faces that no blank may stand for)."""
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


def editions_for(variant: Variant, languages: Iterable[str]) -> list[TileSet]:
    """The tile sets the variant is played with in any of these languages, plain ones first."""
    spoken = {language.split("-")[0] for language in languages}
    sets = [
        load_tile_set(code)
        for code in tile_set_codes()
        if _family(code) == _family(variant.tile_set)
    ]
    fitting = [item for item in sets if item.language.split("-")[0] in spoken]
    return sorted(fitting, key=lambda item: (item.code != item.language, item.name))


def _family(code: str) -> str:
    """Sets for larger boards and for Qwibble have names of their own; all others are plain."""
    if code.endswith("-super"):
        return "super"
    return "qwibble" if code.startswith("qwibble-") else "plain"
