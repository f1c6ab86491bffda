"""Which dictionary is taken when nobody chose one: never the first of some order.

The site's default first, else one in a language the visitor's browser asks for, else English.
"""

import unicodedata
from collections.abc import Iterable, Sequence

from django.conf.locale import LANG_INFO
from django.utils.text import capfirst
from django.utils.translation.trans_real import parse_accept_lang_header

from lexicon.alphabets import main_language
from lexicon.models import Lexicon

FALLBACK = "en"
_OWN_NAMES = {
    "ar": "العربية", "cs": "čeština", "eu": "euskara", "fo": "føroyskt", "ht": "Kreyòl ayisyen",
    "la": "Latina", "lt": "lietuvių", "mg": "Malagasy", "sk": "slovenčina", "tn": "Setswana",
}  # fmt: skip
"""Where Django knows none, or only what "in that language" is called there."""


def choose_lexicon(offered: Iterable[Lexicon], languages: Sequence[str] = ()) -> Lexicon | None:
    """One of those offered; ``languages`` are the visitor's, the preferred one first.

    Where there is none in those languages nor in English, the one that was there first.
    """
    present = sorted(offered, key=lambda each: (not each.default, each.pk))
    for each in present:
        if each.site_default:
            return each
    for language in (*map(main_language, languages), FALLBACK):
        for each in present:
            if each.language == language:
                return each
    return min(present, key=lambda each: each.pk, default=None)


def read_languages(header: str) -> tuple[str, ...]:
    """The languages of an ``Accept-Language`` header, the preferred one first.

    >>> read_languages("da, en-GB;q=0.8, *;q=0.5, fr;q=0")
    ('da', 'en')
    """
    asked = [code for code, weight in parse_accept_lang_header(header) if weight and code != "*"]
    return tuple(dict.fromkeys(map(main_language, asked)))


def own_name(language: str) -> str:
    """What those who speak a language call it.

    >>> own_name("de"), own_name("es"), own_name("fo"), own_name("xx")
    ('Deutsch', 'Español', 'Føroyskt', 'xx')
    """
    known: dict[str, str] = LANG_INFO.get(language, {})
    return capfirst(_OWN_NAMES.get(language) or known.get("name_local") or "") or language


def sort_by_own_name(languages: Iterable[str]) -> list[tuple[str, str]]:
    """Code and own name of every language, as people look for them: accents do not count.

    >>> sort_by_own_name(["el", "fi", "cs", "is"])
    [('cs', 'Čeština'), ('is', 'Íslenska'), ('fi', 'Suomi'), ('el', 'Ελληνικά')]
    """
    named = ((code, own_name(code)) for code in set(languages))
    return sorted(named, key=lambda pair: unicodedata.normalize("NFKD", pair[1]).casefold())
