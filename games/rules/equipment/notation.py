"""Tiles as text: letters, brackets for faces of several letters, lower case for played blanks.

"A" is a tile, "[CH]" one tile with several letters, "?" a blank on the rack, "." a square already
filled. A blank that represents a letter is that letter in lower case ("a", "[ch]"); scripts without
case put the question mark before it ("?א"), which is accepted in every script. ``tiles`` and
``acts`` give these marks their meaning.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cached_property

from games.rules.equipment.errors import NotationError

BLANK_MARK = "?"
PLAY_THROUGH_MARK = "."
# Turkish and Azeri have the letter pairs I/ı and İ/i, which str.lower does not know.
_DOTTED_I = str.maketrans({"I": "ı", "İ": "i"})
_TURKIC = frozenset({"tr", "az"})


class TileNotation:
    """Reads and writes the marks of one alphabet.

    >>> marks = TileNotation(("A", "CH"), "es")
    >>> marks.of("CH"), marks.of("A", blank=True)
    ('[CH]', 'a')
    >>> list(marks.read_word(".a[CH]"))
    [None, ('A', True), ('CH', False)]
    """

    def __init__(self, faces: tuple[str, ...], language: str) -> None:
        self._faces = frozenset(faces)
        self._language = language.partition("-")[0]

    def of(self, face: str, *, blank: bool = False) -> str:
        if not blank:
            return _bracket(face)
        return _bracket(self._lower[face]) if face in self._lower else BLANK_MARK + _bracket(face)

    def read_tiles(self, text: str) -> Iterator[str | None]:
        """Yield the faces on a rack, ``None`` for a blank."""
        for unit in _units(text):
            if unit != BLANK_MARK and unit not in self._faces:
                raise _unknown(unit)
            yield None if unit == BLANK_MARK else unit

    def read_word(self, text: str) -> Iterator[tuple[str, bool] | None]:
        """Yield (face, blank) for each letter of a play, ``None`` for a square already filled."""
        units = _units(text)
        for unit in units:
            if unit == PLAY_THROUGH_MARK:
                yield None
            elif unit == BLANK_MARK:
                yield self._face(next(units, "")), True
            elif unit in self._blanks:
                yield self._blanks[unit], True
            else:
                yield self._face(unit), False

    def knows(self, unit: str) -> bool:
        """Return whether this is one tile, or one blank in lower case."""
        return unit in self._faces or unit in self._blanks

    def _face(self, unit: str) -> str:
        if unit not in self._faces:
            raise _unknown(unit)
        return unit

    @cached_property
    def _lower(self) -> dict[str, str]:
        """Map each face to its lower case, unless that is also a face."""
        lower = {face: lowercase_face(face, self._language) for face in self._faces}
        return {face: small for face, small in lower.items() if small not in self._faces}

    @cached_property
    def _blanks(self) -> dict[str, str]:
        return {small: face for face, small in self._lower.items()}


def lowercase_face(face: str, language: str) -> str:
    """Return a face in lower case by the rules of its language.

    >>> lowercase_face("I", "en"), lowercase_face("I", "tr"), lowercase_face("İ", "tr")
    ('i', 'ı', 'i')
    """
    dotted = face.translate(_DOTTED_I) if language.partition("-")[0] in _TURKIC else face
    return unicodedata.normalize("NFC", dotted.lower())


def capitalize_letters(text: str, language: str) -> str:
    """Return a text in capitals by the rules of its language.

    >>> capitalize_letters("ai", "en"), capitalize_letters("aiı", "tr")
    ('AI', 'AİI')
    """
    turkic = language.partition("-")[0] in _TURKIC
    return unicodedata.normalize("NFC", (text.replace("i", "İ") if turkic else text).upper())


def _bracket(face: str) -> str:
    return face if len(face) == 1 else f"[{face}]"


def _units(text: str) -> Iterator[str]:
    """Yield the letters of a text one after another, without brackets."""
    rest = unicodedata.normalize("NFC", text)
    while rest:
        if rest[0] == "[":
            unit, closed, rest = rest[1:].partition("]")
            if not closed or not unit:
                raise NotationError("notation.bracket", f"a bracket is not closed: {text!r}")
        else:
            unit, rest = rest[0], rest[1:]
        yield unit


def _unknown(unit: str) -> NotationError:
    return NotationError("notation.letter", f"no such tile: {unit!r}")
