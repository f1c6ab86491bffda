"""Names of languages and tile sets in the reader's language.

Files name tile sets in English: a language, and in brackets which of its sets.
"""

import re

from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

_MORE_LANGUAGES = {
    "Faroese": _("Faroese"),
    "Haitian Creole": _("Haitian Creole"),
    "Latin": _("Latin"),
    "Malagasy": _("Malagasy"),
    "Norwegian": _("Norwegian"),
    "Tswana": _("Tswana"),
}
"""Languages that Django has no name for."""

_EDITIONS = {
    "1975 US edition": _("1975 US edition"),
    "2008 edition": _("2008 edition"),
    "20 letters": _("20 letters"),
    "21x21 board": _("21 × 21 board"),
    "110 tiles, current retail": _("110 tiles, current edition"),
    "112 tiles": _("112 tiles"),
    "dotted consonants, Scrabble3D": _("dotted consonants, Scrabble3D"),
    "earlier retail edition": _("earlier edition"),
    "hiragana": _("hiragana"),
    "Mattel edition": _("Mattel edition"),
    "North American edition": _("North American edition"),
    "scrabble-solver set": _("scrabble-solver set"),
    "set used before 1990": _("set used before 1990"),
}
"""What distinguishes tile sets of one language. Names of games are missing: they stay."""

_PARTS = re.compile(r"(?P<main>.+?) \((?P<edition>.+)\)")


def translate_language_name(name: str) -> str:
    """Return the name of a language, which is given in English."""
    # Django's own catalogues have the names of most languages, some in lower case.
    return capfirst(str(_MORE_LANGUAGES.get(name) or translation.gettext(name)))


def translate_tile_set_name(name: str) -> str:
    """Return the name of a tile set, which is given in English.

    >>> translate_tile_set_name("German (21x21 board)"), translate_tile_set_name("Dutch")
    ('German (21 × 21 board)', 'Dutch')
    """
    parts = _PARTS.fullmatch(name)
    if parts is None:
        return translate_language_name(name)
    main, edition = parts["main"], parts["edition"]
    shown = str(_EDITIONS[edition]) if edition in _EDITIONS else translate_language_name(edition)
    return f"{translate_language_name(main)} ({shown})"
