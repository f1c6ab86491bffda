"""Tiles as text: letters, brackets for faces of several letters, lower case for played blanks.

"A" is a tile, "[CH]" one tile of several letters, "?" a blank on the rack, "." a square already
filled. A blank that stands for a letter is that letter in lower case ("a", "[ch]"); scripts
without case put the question mark before it ("?א"), which may be read in every script.
``tiles`` and ``moves`` give these marks their meaning.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cached_property

from games.rules.errors import UnreadableError

BLANK = "?"
THROUGH = "."
_DOTTED_I = str.maketrans({"I": "ı", "İ": "i"})
_TURKIC = frozenset({"tr", "az"})


class Marks:
    """The marks of one alphabet, for reading and writing.

    >>> marks = Marks(("A", "CH"), "es")
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
        return _bracket(self._lower[face]) if face in self._lower else BLANK + _bracket(face)

    def read_tiles(self, text: str) -> Iterator[str | None]:
        """The faces on a rack, ``None`` for a blank."""
        for unit in _units(text):
            if unit != BLANK and unit not in self._faces:
                raise _unknown(unit)
            yield None if unit == BLANK else unit

    def read_word(self, text: str) -> Iterator[tuple[str, bool] | None]:
        """The (face, blank) of each letter of a play, ``None`` for a square already filled."""
        units = _units(text)
        for unit in units:
            if unit == THROUGH:
                yield None
            elif unit == BLANK:
                yield self._face(next(units, "")), True
            elif unit in self._blanks:
                yield self._blanks[unit], True
            else:
                yield self._face(unit), False

    def knows(self, unit: str) -> bool:
        """Whether this is one tile, or one blank in lower case."""
        return unit in self._faces or unit in self._blanks

    def _face(self, unit: str) -> str:
        if unit not in self._faces:
            raise _unknown(unit)
        return unit

    @cached_property
    def _lower(self) -> dict[str, str]:
        """Face to its lower case, where that is unmistakable."""
        lower = {face: lower_face(face, self._language) for face in self._faces}
        return {face: small for face, small in lower.items() if small not in self._faces}

    @cached_property
    def _blanks(self) -> dict[str, str]:
        return {small: face for face, small in self._lower.items()}


def lower_face(face: str, language: str) -> str:
    """A face in lower case by the rules of its language.

    >>> lower_face("I", "en"), lower_face("I", "tr"), lower_face("İ", "tr")
    ('i', 'ı', 'i')
    """
    dotted = face.translate(_DOTTED_I) if language.partition("-")[0] in _TURKIC else face
    return unicodedata.normalize("NFC", dotted.lower())


def _bracket(face: str) -> str:
    return face if len(face) == 1 else f"[{face}]"


def _units(text: str) -> Iterator[str]:
    """The letters of a text one after another, brackets taken off."""
    rest = unicodedata.normalize("NFC", text)
    while rest:
        if rest[0] == "[":
            unit, closed, rest = rest[1:].partition("]")
            if not closed or not unit:
                raise UnreadableError("notation.bracket", f"a bracket is not closed: {text!r}")
        else:
            unit, rest = rest[0], rest[1:]
        yield unit


def _unknown(unit: str) -> UnreadableError:
    return UnreadableError("notation.letter", f"no such tile: {unit!r}")
