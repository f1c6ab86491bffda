"""Template filter for descriptions of dictionaries."""

from django import template

from lexicon.perspective import wording

register = template.Library()


@register.filter
def translate_description(text: str) -> str:
    """Show a description in the reader's language, unless an editor has written it."""
    return wording.translate_description(text)
