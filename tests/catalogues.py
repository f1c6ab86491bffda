"""Message catalogues: what ``.ci/messages`` writes and ``tests/test_catalogues.py`` checks."""

import re
from collections.abc import Iterable
from copy import copy
from pathlib import Path

from polib import POEntry, POFile, pofile

LOCALE = Path(__file__).parent.parent / "scrabble_site" / "locale"

_ONE_OR_MORE = "nplurals=2; plural=(n != 1);"
_ONE_FEW_MANY = "(n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"

PLURALS = {
    "ar": "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 "
    ": n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
    "de": _ONE_OR_MORE,
    "es": _ONE_OR_MORE,
    "fr": "nplurals=2; plural=(n > 1);",
    "it": _ONE_OR_MORE,
    "nl": _ONE_OR_MORE,
    "pl": f"nplurals=3; plural=(n==1) ? 0 : {_ONE_FEW_MANY}",
    "pt_BR": "nplurals=2; plural=(n > 1);",
    "ru": f"nplurals=3; plural=(n%10==1 && n%100!=11) ? 0 : {_ONE_FEW_MANY}",
    "sv": _ONE_OR_MORE,
}
"""The plural rules of the languages with a catalogue, by the name of their folder."""

_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%|\{[\w.:!]*\}")
_TAG = re.compile(r"</?[a-zA-Z][^>]*>")

Key = tuple[str, str, str | None]
"""A text, its plural and its context, which together name a message."""


def get_key(entry: POEntry) -> Key:
    """Return what names a message in every catalogue."""
    return entry.msgid, entry.msgid_plural, entry.msgctxt


def count_forms(language: str) -> int:
    """Return the number of plural forms of a language.

    >>> count_forms("de")
    2
    """
    return int(PLURALS[language].partition("nplurals=")[2].partition(";")[0])


def get_forms(entry: POEntry) -> list[str]:
    """Return the translation of a message: one text, or one for each plural form."""
    if entry.msgid_plural:
        return [text for _number, text in sorted(entry.msgstr_plural.items())]
    return [entry.msgstr]


def read_catalogue(path: Path) -> POFile:
    """Return a ``.po`` or ``.pot`` file."""
    return pofile(str(path), wrapwidth=0)


def merge(template: Iterable[POEntry], known: Iterable[POEntry], language: str) -> POFile:
    """Return the catalogue of all texts, with the translations known. Others stay empty.

    Where a text occurs twice in ``known``, the later translation counts.
    """
    translations = {
        get_key(one): get_forms(one)
        for one in known
        if all(get_forms(one)) and not (one.fuzzy or one.obsolete)
    }
    catalogue = POFile(wrapwidth=0)
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "MIME-Version": "1.0",
        "Language": language,
        "Plural-Forms": PLURALS[language],
    }
    for one in sorted(template, key=lambda one: (one.msgid, one.msgctxt or "", one.msgid_plural)):
        entry = POEntry(
            msgid=one.msgid,
            msgid_plural=one.msgid_plural,
            msgctxt=one.msgctxt,
            comment=one.comment,
        )
        forms = [""] * (count_forms(language) if one.msgid_plural else 1)
        translated = translations.get(get_key(one), forms)
        if len(translated) == len(forms):
            forms = translated
        if one.msgid_plural:
            entry.msgstr_plural = dict(enumerate(forms))
        else:
            entry.msgstr = forms[0]
        catalogue.append(entry)
    return catalogue


def write_binary(catalogue: POFile) -> bytes:
    """Return the ``.mo`` file of a catalogue, which Django reads."""
    complete = copy(catalogue)
    complete[:] = [one for one in catalogue if all(get_forms(one))]
    return complete.to_binary()


def find_mistakes(entry: POEntry, language: str = "") -> list[str]:
    """Return what is wrong with a translation, in words for the translator.

    A form for exactly one may leave out its number; in Arabic so may those for zero and two.

    >>> find_mistakes(POEntry(msgid="%(n)s <b>move</b>", msgstr="Zug"))
    ["placeholders [] instead of ['%(n)s']", "tags [] instead of ['</b>', '<b>']"]
    """
    forms = get_forms(entry)
    if not (forms and all(forms)):
        return ["not translated"]
    wrong = ["fuzzy"] if entry.fuzzy else []
    source = entry.msgid_plural or entry.msgid
    for number, form in enumerate(forms):
        may_drop = bool(entry.msgid_plural) and (number == 0 or (language == "ar" and number < 3))
        for what, pattern in (("placeholders", _PLACEHOLDER), ("tags", _TAG)):
            wanted, found = sorted(pattern.findall(source)), sorted(pattern.findall(form))
            lacking = [hold for hold in wanted if hold not in found]
            alike = not set(found) - set(wanted) and len(lacking) <= 1
            if found != wanted and not (may_drop and what == "placeholders" and alike):
                wrong.append(f"{what} {found} instead of {wanted}")
        for edge in (" ", "\n"):
            ends = [(text.startswith(edge), text.endswith(edge)) for text in (entry.msgid, form)]
            if ends[0] != ends[1]:
                wrong.append(f"{edge!r} at the edge")
    return wrong
