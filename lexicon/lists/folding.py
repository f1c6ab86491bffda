"""Spelling to tiles: upper case by the rules of the language, NFC, marks that no tile shows gone.

What to fold per language follows the notes of its tile set. Pure functions.
"""

import re
import unicodedata

# Languages whose tiles show no accents. Letters of their own stay, with a tile (Ñ) or without one
# (the Ü of Swedish, which only a blank may stand for).
_PLAIN_TILES = frozenset(
    ("af", "ca", "da", "de", "el", "es", "fr", "it", "la", "mg", "nl", "no", "pt", "ro", "sv")
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
    "ar": {"ى": "ي", "ـ": ""},
    "ca": {"Ŀ": "L·", "•": "·"},
    "de": {"ẞ": "SS"},
    "fa": {"ي": "ی", "ك": "ک", "ـ": ""},
    "fr": {"Œ": "OE", "Æ": "AE"},
    "he": {"ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ"},
    "hr": {"Ǆ": "DŽ", "Ǉ": "LJ", "Ǌ": "NJ"},
    "la": {"Œ": "OE", "Æ": "AE", "J": "I"},
    "nl": {"Ĳ": "IJ"},
    "uk": {"’": "'", "ʼ": "'"},
}
_VOWEL_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u064b-\u0652\u0670]")
_TURKISH = str.maketrans({"i": "İ", "ı": "I"})


def fold_word(word: str, language: str) -> str:
    """The word as its tiles spell it.

    >>> fold_word("straße", "de"), fold_word("ırmak", "tr"), fold_word("été", "fr")
    ('STRASSE', 'IRMAK', 'ETE')
    >>> fold_word("paral·lel", "ca"), fold_word("niño", "es"), fold_word("naïve", "en")
    ('PARAL·LEL', 'NIÑO', 'NAÏVE')
    """
    if word.isascii() and language not in {"tr", "az", "la"}:
        return word.upper()
    if language in {"tr", "az"}:
        word = unicodedata.normalize("NFC", word).translate(_TURKISH)
    word = unicodedata.normalize("NFC", word.upper())
    for spelling, tiles in _SPELLINGS.get(language, {}).items():
        word = word.replace(spelling, tiles)
    if language in {"ar", "fa", "he"}:
        word = _VOWEL_POINTS.sub("", word)
    if language in _PLAIN_TILES:
        word = "".join(_drop_marks(letter, _KEPT.get(language, "")) for letter in word)
    return word


def _drop_marks(letter: str, kept: str) -> str:
    if letter.isascii() or letter in kept:
        return letter
    return "".join(
        part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part)
    )
