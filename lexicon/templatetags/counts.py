"""Numbers as people read them, in templates."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def with_thousands(number: int) -> str:
    """269870 as "269,870", by the customs of the page's language."""
    return number_format(number, use_l10n=True, force_grouping=True)
