"""Names that the site gives to people: guests who have chosen none, and deleted accounts.

They are stored in English, whatever the language of whoever caused them, and serve as codes: each
reader gets them in their own language. See :mod:`games.common.names` for names that people choose.
"""

import re
from collections.abc import Iterable
from functools import cache

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

FORMER_PLAYER = "A former player"
"""The stored name of a player whose account is deleted."""

_GUEST = "Guest %(number)s"


def format_guest_name(number: int) -> str:
    """Return the stored name of a guest with this six-digit number.

    >>> format_guest_name(482917)
    'Guest 482917'
    """
    return _GUEST % {"number": number}


def translate_name(name: str) -> str:
    """Return a stored name in the current language. A name that someone chose stays as it is.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     translate_name("Guest 482917"), translate_name("Guest of Amber")
    ('Gast 482917', 'Guest of Amber')
    """
    if name == FORMER_PLAYER:
        return _("A former player")
    if found := _compile_pattern(_GUEST).fullmatch(name):
        return _("Guest %(number)s") % {"number": found["number"]}
    return name


def translate_team_name(names: str) -> str:
    """Like :func:`translate_name`, for the stored names of people who share a seat."""
    return " & ".join(map(translate_name, names.split(" & ")))


def list_translations(name: str) -> Iterable[str]:
    """Yield every way in which readers see a stored name."""
    for language, _own_name in settings.LANGUAGES:
        with override(language):
            yield translate_name(name)


def restore_stored_name(name: str) -> str:
    """Return what is stored for a name that a reader has typed or sent back.

    >>> restore_stored_name("Gast 482917"), restore_stored_name("Gast 1")
    ('Guest 482917', 'Gast 1')
    >>> restore_stored_name("Gast 012345")
    'Guest 012345'
    """
    for language, _own_name in settings.LANGUAGES:
        with override(language):
            pattern = _compile_pattern(_("Guest %(number)s"))
        if found := pattern.fullmatch(name):
            return _GUEST % {"number": found["number"]}
    return name


def restore_beginning(text: str) -> str:
    """Return the stored form of the beginning of a name, as typed in the current language.

    >>> from django.utils.translation import override
    >>> with override("de"):
    ...     restore_beginning("gast 48"), restore_beginning("Gast"), restore_beginning("Gastone")
    ('Guest 48', 'Guest ', 'Gastone')
    """
    before, after = _("Guest %(number)s").split("%(number)s")
    pattern = rf"{re.escape(before.strip())}\s*(?P<number>[0-9]{{0,6}}){re.escape(after)}"
    found = before and re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    return _GUEST % {"number": found["number"]} if found else text


@cache
def _compile_pattern(text: str) -> re.Pattern[str]:
    before, after = map(re.escape, text.split("%(number)s"))
    return re.compile(f"{before}(?P<number>[0-9]{{6}}){after}", re.IGNORECASE)
