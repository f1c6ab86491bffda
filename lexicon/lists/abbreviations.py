"""Which entries of a spelling checker's list are abbreviations, units and names of letters.

Checkers list them among the words, often in small letters: HZ, KG, ETC. One rule finds most of
them: they have no vowel. ``lexicon/data/abbreviations`` has a file for each language, with the
words that have no vowel nevertheless or look like Roman numerals, marked by a plus, and the
abbreviations that have one.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from lexicon.lists.folding import fold_word

FOLDER = Path(__file__).parents[1] / "data" / "abbreviations"

_WITHOUT_VOWELS = frozenset(("ar", "fa", "he", "ja"))
"""Languages whose scripts leave vowels out, or write them together with a consonant."""
_SYLLABIC = {"cs": "[LR]", "hr": "R", "sk": "[LRĹŔ]", "sl": "R"}
"""Consonants that may be the middle of a syllable, in a word of three letters or more."""

_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
ROMAN_NUMERALS = frozenset(tens + unit for tens in ("", "X", "XX", "XXX") for unit in _UNITS)
"""The numerals up to 39, as of centuries and kings."""
_WORDS_TOO = frozenset(("", "I", "V", "VI", "X", "XI"))
"""Numerals that are words of many languages. The file of a language may list them."""


class AbbreviationRule:
    """Tells abbreviations from words, both as tiles spell them."""

    def __init__(
        self, language: str, vowels: Iterable[str], lines: Iterable[str] | None = None
    ) -> None:
        if lines is None:
            lines = _read_lines(language)
        entries = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        marked = [entry.removeprefix("+") for entry in entries if entry.startswith("+")]
        plain = [entry for entry in entries if not entry.startswith("+")]
        self._words = frozenset(fold_word(entry, language) for entry in marked)
        listed = frozenset(fold_word(entry, language) for entry in plain)
        self._abbreviations = (listed | (ROMAN_NUMERALS - _WORDS_TOO)) - self._words
        self._has_vowel = _compile_vowels(language, vowels).search

    def matches(self, word: str) -> bool:
        """Return whether a word is an abbreviation.

        >>> rule = AbbreviationRule("cs", "AEIOUY", ["+pst", "apod"])
        >>> [rule.matches(word) for word in ("KG", "PST", "APOD", "VLK", "KR", "PES")]
        [True, False, True, False, True, False]
        """
        if word in self._abbreviations:
            return True
        return not self._has_vowel(word) and word not in self._words


def _compile_vowels(language: str, vowels: Iterable[str]) -> re.Pattern[str]:
    letters = re.escape("".join(sorted(set("".join(vowels)))))
    if language in _WITHOUT_VOWELS or not letters:
        return re.compile("")
    if syllabic := _SYLLABIC.get(language):
        return re.compile(f"[{letters}]|.{syllabic}.|..{syllabic}|{syllabic}..")
    return re.compile(f"[{letters}]")


@cache
def _read_lines(language: str) -> tuple[str, ...]:
    path = FOLDER / f"{language}.txt"
    return tuple(path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
