"""A made-up language for tests: texts get brackets, accents and 40 % more room.

Texts that are not marked for translation, or worded in another language, show up in its pages by
having no brackets.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from typing import Any

from django.utils.translation import trans_real

CODE = "eo"
"""Django knows it, so dates and numbers have formats; the site does not offer it."""
RTL_CODE = "he"
"""The same from right to left, in letters that run so."""

_ACCENTS = str.maketrans("AEIOUaeiounycsz", "ÅÉÎÕÜåéîõüñýçšž")
_HEBREW = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבכדהפגחיזקלמנופקרסטעושציז")
_HELD = re.compile(r"(%\(\w+\)[sd]|%%|%[sd]|\{[\w.:!]*\}|</?[a-zA-Z][^>]*>|&#?\w+;|https?://\S+)")


@cache
def distort(text: str) -> str:
    """Return a text as the made-up language has it. Placeholders and tags stay.

    >>> distort("%(name)s won <b>twice</b>")
    '⟦%(name)s wõñ <b>twîçé</b>·····⟧'
    """
    head = text[: len(text) - len(text.lstrip())]
    tail = text[len(text.rstrip()) :]
    parts = _HELD.split(text.strip())
    letters = sum(len(part) for part in parts[::2])
    parts[::2] = [part.translate(_ACCENTS) for part in parts[::2]]
    return f"{head}⟦{''.join(parts)}{'·' * round(letters * 0.4)}⟧{tail}"


@cache
def write_hebrew(text: str) -> str:
    """Return a text in Hebrew letters. Placeholders and tags stay.

    >>> write_hebrew("%(name)s won <b>twice</b>")
    '%(name)s שונ <b>טשיכה</b>'
    """
    parts = _HELD.split(text)
    parts[::2] = [part.lower().translate(_HEBREW) for part in parts[::2]]
    return "".join(parts)


class PseudoCatalogue(trans_real.DjangoTranslation):
    """Answers every text, also those of Django and allauth."""

    def __init__(self, code: str) -> None:
        super().__init__("en")
        self._code = code
        self._distort = write_hebrew if code == RTL_CODE else distort

    def gettext(self, message: str) -> str:
        text = message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]
        return self._distort(text) if text.strip() else text

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = msgid1 if n == 1 else msgid2
        return self._distort(text.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def language(self) -> str:
        return self._code

    def to_language(self) -> str:
        return self._code


@contextmanager
def pseudo_language(settings: Any, code: str = CODE) -> Iterator[str]:
    """Offer the made-up language on the site, and return its code."""
    settings.LANGUAGES = [*settings.LANGUAGES, (code, "Pseudo")]
    catalogues: dict[str, Any] = vars(trans_real)["_translations"]
    kept = dict(catalogues)
    catalogues[code] = PseudoCatalogue(code)
    try:
        yield code
    finally:
        catalogues.clear()
        catalogues.update(kept)


SILENT = {"script", "style", "code", "pre", "kbd", "svg", "samp", "bdi"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
READ_ATTRIBUTES = ("title", "alt", "aria-label", "placeholder", "aria-description")
_MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
_BRACKETS = re.compile("([⟦⟧])")


class TextReader(HTMLParser):
    """Collects what a page says outside the brackets, in texts and attributes.

    Names (``<bdi>``), code, and elements in another language are left out.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.depth = 0
        self.open: list[tuple[str, bool]] = []
        self.found: list[str] = []

    @property
    def is_silent(self) -> bool:
        return any(silent for _tag, silent in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        foreign = tag != "html" and given.get("lang", CODE) not in (CODE, RTL_CODE)
        silent = tag in SILENT or foreign or given.get("translate") == "no"
        if tag not in VOID:
            self.open.append((tag, silent))
        for name, value in attrs:
            is_text = name in READ_ATTRIBUTES or (given.get("id") == "texts" and "data-" in name)
            if is_text and value and not (silent or self.is_silent):
                self._read_attribute(name, value)

    def handle_endtag(self, tag: str) -> None:
        if any(name == tag for name, _silent in self.open):
            while self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        outside = ""
        for part in _BRACKETS.split(data):
            if part in ("⟦", "⟧"):
                self.depth += 1 if part == "⟦" else -1
                outside += " "
            elif self.depth <= 0:
                outside += part
        if outside.strip() and not self.is_silent:
            self.found.append(" ".join(outside.split()))

    def _read_attribute(self, name: str, value: str) -> None:
        while (less := _MARKED.sub(" ", value)) != value:
            value = less
        if value.strip():
            self.found.append(f"[{name}] {' '.join(value.split())}")


def read_unmarked(page: str) -> list[str]:
    """Return the texts of a page, or of a part of one, that are in no made-up language.

    >>> read_unmarked('<p title="Close">⟦Ä <b>lãt</b> ñõt⟧ here</p><code>x</code>')
    ['[title] Close', 'here']
    """
    reader = TextReader()
    reader.feed(page)
    reader.close()
    return reader.found
