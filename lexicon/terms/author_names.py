"""Names of the people who dispute words: stored as codes, shown in the reader's language.

The site may give a name to people who have none. The functions that know those names are in the
settings ``LEXICON_TRANSLATE_AUTHOR`` and ``LEXICON_RESTORE_AUTHOR``.
"""

from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string


def translate_author(name: str) -> str:
    """Return a stored name in the current language."""
    translate: Callable[[str], str] = import_string(settings.LEXICON_TRANSLATE_AUTHOR)
    return translate(name)


def restore_author(name: str) -> str:
    """Return what is stored for a name that someone has typed or sent back."""
    restore: Callable[[str], str] = import_string(settings.LEXICON_RESTORE_AUTHOR)
    return restore(name)
