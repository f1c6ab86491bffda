"""Template filters that isolate the direction of names in attributes, page titles and other text
without markup. In markup, use ``<bdi>``. See :func:`games.common.names.isolate_name`."""

from collections.abc import Iterable

from django import template

from games.common.names import get_text_direction, isolate_name
from scrabble_site.shared.wording import join_list

register = template.Library()


@register.filter
def isolated(name: object) -> str:
    """Isolate a name for use in a plain-text sentence."""
    return isolate_name(str(name))


@register.filter
def listed(names: Iterable[object]) -> str:
    """Join several names with commas, isolating each."""
    return join_list(isolate_name(str(name)) for name in names)


@register.filter
def direction(title: object) -> str:
    """Return ``ltr`` or ``rtl`` for ``<bdi dir>``.

    A title may be a sentence around a name that is written in the other direction.
    """
    return get_text_direction(str(title))
