"""Which dictionary is taken when nobody chose one: never the first of some order.

The site's default first, else one in a language the visitor's browser asks for, else English.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation.trans_real import parse_accept_lang_header

from lexicon.alphabets import main_language
from lexicon.models import Lexicon

FALLBACK = "en"


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
