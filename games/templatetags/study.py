"""Words in notation as people read them, for the pages of word study."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def plain(word: str) -> str:
    """A word without its brackets: "[CH]AL" as "CHAL"."""
    return word.replace("[", "").replace("]", "")


@register.filter
def spaced(tiles: str) -> str:
    """Tiles apart, or a dash where there are none: "AB[CH]" as "A B CH"."""
    found: list[str] = []
    for part in tiles.split("["):
        whole, bracket, rest = part.rpartition("]")
        found += [whole, *rest] if bracket else rest
    return " ".join(found) or "–"


@register.filter(name="of")
def meaning_of(meanings: Mapping[str, str], word: str) -> str:
    return meanings.get(plain(word), "")
