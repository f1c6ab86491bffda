"""Folding of spellings to what tiles show: upper case, NFC, and no marks that no tile shows.

The rules for each language follow the notes of its tile set. All functions are pure. Typed words
and the words of lists go through :func:`fold_word` alone, so that both are read alike.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from scrabble_site.shared.final_letters import FINAL_FORMS

# Languages whose tiles show no accents. Separate letters of the alphabet stay, with a tile (Ñ) or
# without one (the Ü of Swedish, which only a blank may represent).
_PLAIN_TILES = frozenset(
    ("af", "ca", "cy", "da", "de", "el", "es", "fr", "it", "la", "mg", "nl", "no", "pt", "ro", "sv")
)
_KEPT = {
    "ca": "Ç",
    "da": "ÆØÅÄÖÜ",
    "de": "ÄÖÜ",
    "es": "Ñ",
    "no": "ÆØÅÄÖÜ",
    "pt": "Ç",
    "sv": "ÅÄÖÆØÜ",
}
_SPELLINGS: dict[str, dict[str, str]] = {
    # A letter is laid as the tile of the same shape, without the marks that no tile has.
    "ar": {"ى": "ي", "ة": "ه", "إ": "ا", "آ": "ا", "ٱ": "ا", "ـ": ""},
    "ca": {"Ŀ": "L·", "•": "·"},
    "de": {"ẞ": "SS"},
    # A hamza is not laid, the letter that carries it is.
    "fa": {
        "ي": "ی", "ك": "ک", "ـ": "",
        "أ": "ا", "إ": "ا", "ٱ": "ا", "ؤ": "و", "ئ": "ی", "ۀ": "ه", "ة": "ه", "ء": "",
    },
    "fr": {"Œ": "OE", "Æ": "AE"},
    "he": {final: plain for plain, final in FINAL_FORMS.items()},
    "hr": {"Ǆ": "DŽ", "Ǉ": "LJ", "Ǌ": "NJ"},
    "la": {"Œ": "OE", "Æ": "AE", "J": "I"},
    "nl": {"Ĳ": "IJ"},
    # A circumflex marks a long vowel or a soft consonant, and no tile has it.
    "tr": {"Â": "A", "Î": "İ", "Û": "U"},
    "uk": {"’": "'", "ʼ": "'"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Folding:
    """The rules applied to upper-case letters.

    ``spellings`` are replaced one after the other. Then marks are removed, except from the letters
    in ``kept``; ``None`` keeps all marks.
    """

    kept: str | None
    spellings: tuple[tuple[str, str], ...]


def get_folding(language: str) -> Folding:
    """Return the rules of a language, for scripts that must fold like :func:`fold_word`.

    >>> get_folding("es"), get_folding("de").spellings
    (Folding(kept='Ñ', spellings=()), (('ẞ', 'SS'),))
    """
    kept = _KEPT.get(language, "") if language in _PLAIN_TILES else None
    return Folding(kept, tuple(_SPELLINGS.get(language, {}).items()))


_VOWEL_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u064b-\u065f\u0670]")
_TURKISH = str.maketrans({"i": "İ", "ı": "I"})
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Soft hyphens, joiners, spaces of no width and marks of direction: pasted texts have them, and
Persian lists join parts of words with them."""
_GERESH = re.compile("(?<=[גדזחטעצץת])['’׳](?=.)|(?<=[גזצץ])['’׳]$")
"""A geresh that changes the sound of a letter. Any other marks an abbreviation."""


def clean_word(word: str, language: str) -> str:
    """Return a word without the characters that are no part of its spelling with tiles.

    >>> clean_word("Donau\u00addampf", "de"), clean_word("ג'ירפה", "he"), clean_word("רח'", "he")
    ('Donaudampf', 'גירפה', "רח'")
    """
    if word.isascii():
        return word
    if _INVISIBLE.search(word):
        word = _INVISIBLE.sub("", word)
    return _GERESH.sub("", word) if language == "he" else word


def fold_word(word: str, language: str) -> str:
    """Return a word as tiles spell it.

    >>> fold_word("straße", "de"), fold_word("ırmak", "tr"), fold_word("été", "fr")
    ('STRASSE', 'IRMAK', 'ETE')
    >>> fold_word("paral·lel", "ca"), fold_word("niño", "es"), fold_word("naïve", "en")
    ('PARAL·LEL', 'NIÑO', 'NAÏVE')
    """
    if word.isascii() and language not in {"tr", "az", "la"}:
        return word.upper()
    word = unicodedata.normalize("NFKC", clean_word(word, language))
    if language in {"tr", "az"}:
        word = word.translate(_TURKISH)
    word = unicodedata.normalize("NFC", word.upper())
    for spelling, tiles in _SPELLINGS.get(language, {}).items():
        word = word.replace(spelling, tiles)
    if language in {"ar", "fa", "he"}:
        word = _VOWEL_POINTS.sub("", word)
    return word.translate(_DROPPING[language]) if language in _PLAIN_TILES else word


@cache
def list_variants(language: str, faces: frozenset[str]) -> tuple[str, ...]:
    """Return the small letters of European alphabets that fold to a single tile.

    >>> "".join(list_variants("nl", frozenset("AE")))
    'aeàáâãäåèéêëāăąēĕėęěǎǟǡǻȁȃȅȇȧȩ'
    """
    letters = map(chr, range(0x61, 0x530))
    small = (letter for letter in letters if unicodedata.category(letter) == "Ll")
    return tuple(letter for letter in small if fold_word(letter, language) in faces)


_REMEMBERED = 0x2000
"""Only code points below this one are cached, so that odd input cannot fill the memory."""


class _MarkRemover(dict[int, str]):
    """A translation table that removes marks from letters, filled as it is used."""

    def __init__(self, kept: str) -> None:
        self._kept = kept

    def __missing__(self, point: int) -> str:
        letter = chr(point)
        if letter not in self._kept:
            parts = unicodedata.normalize("NFD", letter)
            letter = "".join(part for part in parts if not unicodedata.combining(part))
        if point < _REMEMBERED:
            self[point] = letter
        return letter


_DROPPING = {language: _MarkRemover(_KEPT.get(language, "")) for language in _PLAIN_TILES}
