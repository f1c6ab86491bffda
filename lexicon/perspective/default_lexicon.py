"""Which dictionary is used if no one chose one, and languages by their own names.

It is the site's default, else one in a language that the visitor's browser asks for, else English.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from django.conf.locale import LANG_INFO
from django.utils.text import capfirst
from django.utils.translation.trans_real import parse_accept_lang_header

from lexicon.models import Lexicon
from lexicon.terms.alphabets import get_main_language

FALLBACK = "en"
_OWN_NAMES = {
    "ar": "العربية", "cs": "čeština", "eu": "euskara", "fo": "føroyskt", "ht": "Kreyòl ayisyen",
    "la": "Latina", "lt": "lietuvių", "mg": "Malagasy", "sk": "slovenčina", "tn": "Setswana",
}  # fmt: skip
"""For languages that Django has no own name for, or only an adverb ("in Czech")."""


def choose_lexicon(offered: Iterable[Lexicon], languages: Sequence[str] = ()) -> Lexicon | None:
    """Choose one of the dictionaries. ``languages`` are the visitor's, the preferred one first.

    If there is none in those languages or in English, the oldest one is chosen.
    """
    present = sorted(offered, key=lambda each: (not each.default, each.pk))
    for each in present:
        if each.site_default:
            return each
    for language in (*map(get_main_language, languages), FALLBACK):
        for each in present:
            if each.language == language:
                return each
    return min(present, key=lambda each: each.pk, default=None)


def read_languages(header: str) -> tuple[str, ...]:
    """Return the languages of an ``Accept-Language`` header, the preferred one first.

    >>> read_languages("da, en-GB;q=0.8, *;q=0.5, fr;q=0")
    ('da', 'en')
    """
    preferred = [
        code for code, weight in parse_accept_lang_header(header) if weight and code != "*"
    ]
    return tuple(dict.fromkeys(map(get_main_language, preferred)))


def get_own_name(language: str) -> str:
    """Return what speakers of a language call it, with the region if it has one.

    >>> get_own_name("de"), get_own_name("es-US"), get_own_name("fo"), get_own_name("xx")
    ('Deutsch', 'Español (US)', 'Føroyskt', 'xx')
    """
    known: dict[str, str] = LANG_INFO.get(language, {})
    if name := capfirst(_OWN_NAMES.get(language) or known.get("name_local") or ""):
        return name
    main, _hyphen, region = language.partition("-")
    return f"{get_own_name(main)} ({region})" if region else language


def list_own_names(languages: Iterable[str]) -> list[tuple[str, str]]:
    """Return code and own name of each language, sorted by name, ignoring accents.

    >>> list_own_names(["el", "fi", "cs", "is"])
    [('cs', 'Čeština'), ('is', 'Íslenska'), ('fi', 'Suomi'), ('el', 'Ελληνικά')]
    """
    pairs = ((code, get_own_name(code)) for code in set(languages))
    return sorted(pairs, key=lambda pair: unicodedata.normalize("NFKD", pair[1]).casefold())
