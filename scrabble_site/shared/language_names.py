"""Names of languages, tile sets and dictionaries in the reader's language.

Files name tile sets in English: a language, and in brackets which of its sets. Dictionaries that
come with the site or from a package are named alike.
"""

import re

from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

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
"""What distinguishes tile sets of one language. Names of games are not listed, because they are not
translated."""

_DICTIONARIES = {
    "open": pgettext_lazy("dictionary", "open"),
    "common": pgettext_lazy("dictionary", "common"),
    "Debian": "",  # where it comes from is of no interest to players
}
"""What distinguishes the site's own dictionaries of one language."""

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


def translate_lexicon_name(name: str) -> str:
    """Return the name of a dictionary. One that an operator has chosen stands as it is.

    >>> [translate_lexicon_name(name) for name in ("English (open)", "German (Debian)", "Ours")]
    ['English (open)', 'German', 'Ours']
    """
    parts = _PARTS.fullmatch(name)
    if parts is None or parts["edition"] not in _DICTIONARIES:
        return name
    language, kind = translate_language_name(parts["main"]), str(_DICTIONARIES[parts["edition"]])
    return f"{language} ({kind})" if kind else language
