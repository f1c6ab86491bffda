"""Template filters that format words in notation, for the word study pages."""

from collections.abc import Mapping

from django import template

from scrabble_site.shared.final_letters import write_final_letter

register = template.Library()


@register.filter
def plain(word: str) -> str:
    """Return a word as people write it, without its brackets: "CHAL" for "[CH]AL"."""
    return write_final_letter(_drop_brackets(word))


@register.filter
def spaced(tiles: str) -> str:
    """Return tiles separated by spaces, or a dash if there are none: "A B CH" for "AB[CH]"."""
    found: list[str] = []
    for part in tiles.split("["):
        whole, bracket, rest = part.rpartition("]")
        found += [whole, *rest] if bracket else rest
    return " ".join(found) or "–"


@register.filter(name="of")
def meaning_of(meanings: Mapping[str, str], word: str) -> str:
    return meanings.get(_drop_brackets(word), "")


def _drop_brackets(word: str) -> str:
    return word.replace("[", "").replace("]", "")
