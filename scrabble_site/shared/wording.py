"""Figures and lists as the reader's language writes them. Django's formats know the separators."""

from collections.abc import Iterable

from django.utils.formats import number_format
from django.utils.translation import get_language_bidi, pgettext
from django.utils.translation import gettext as _


def format_percent(value: float) -> str:
    """Return a percentage without decimals, such as "34%" or, in German, "34 %".

    >>> format_percent(33.6)
    '34%'
    """
    return _("%(number)s%%") % {"number": format_decimal(value, 0)}


def format_decimal(value: float, places: int = 1) -> str:
    """Return a number with a fixed number of decimals and a true minus sign.

    >>> format_decimal(-3.04), format_decimal(-0.01), format_decimal(12, 0)
    ('−3.0', '0.0', '12')
    """
    rounded = round(value, places) or 0  # no minus before zero
    return write_minus(number_format(rounded, places))


def write_minus(figure: str) -> str:
    """Return a figure with a true minus sign. Its sign stays in front of it in every language."""
    mark = "\u200e" if figure[:1] in "+-" and get_language_bidi() else ""
    return mark + figure.replace("-", "−")


def join_list(parts: Iterable[object]) -> str:
    """Return parts as a list in a sentence, with the comma of the reader's language.

    >>> join_list(["CAT", "DOG"])
    'CAT, DOG'
    """
    return pgettext("between the parts of a list", ", ").join(map(str, parts))
