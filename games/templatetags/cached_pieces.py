"""Cached rendering of lists whose items rarely change, such as tiles and moves."""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.common.fragment_rendering import render_fragment

register = template.Library()

MAX_CACHED = 16_384
"""Cached fragments, of about 200 bytes each."""


@register.filter
def each(items: Iterable[Hashable], piece: str) -> SafeString:
    """Render each item with a template, in which it is called ``item``.

    The result for equal items is cached, because most of a list has not changed since it was last
    rendered.
    """
    language = get_language()
    return mark_safe("".join(_render_piece(piece, item, language) for item in items))  # noqa: S308


@lru_cache(maxsize=MAX_CACHED)
def _render_piece(piece: str, item: Hashable, _language: str | None) -> str:
    return render_fragment(piece, {"item": item})
