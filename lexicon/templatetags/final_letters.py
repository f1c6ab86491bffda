"""Template filters for words as people write them."""

from collections.abc import Iterable

from django import template

from scrabble_site.shared.final_letters import write_final_letter

register = template.Library()
register.filter("as_written", write_final_letter)


@register.filter
def list_as_written(words: Iterable[str]) -> str:
    """List words for a sentence."""
    return ", ".join(map(write_final_letter, words))
