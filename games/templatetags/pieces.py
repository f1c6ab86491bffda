"""Lists whose items look the same from one rendering to the next, such as tiles and moves."""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.common.rendering import render_part

register = template.Library()

MOST_KEPT = 16_384
"""Pieces kept, of some 200 bytes each."""


@register.filter
def each(items: Iterable[Hashable], piece: str) -> SafeString:
    """Every item by the template of a piece, in which it is called ``item``. What an equal item
    gave is kept, for most of a list has not changed since it was last shown."""
    language = get_language()
    return mark_safe("".join(_draw(piece, item, language) for item in items))  # noqa: S308


@lru_cache(maxsize=MOST_KEPT)
def _draw(piece: str, item: Hashable, _language: str | None) -> str:
    return render_part(piece, {"item": item})
