"""Template filters for large numbers."""

from django import template
from django.utils.formats import number_format

from scrabble_site.shared.wording import format_percent

register = template.Library()


@register.filter
def with_thousands(number: int) -> str:
    """Format 269870 as "269,870", or as the page's language does."""
    return number_format(number, use_l10n=True, force_grouping=True)


@register.filter
def percent(value: float) -> str:
    """Show a percentage without decimals: "34%"."""
    return format_percent(value)
