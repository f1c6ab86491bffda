"""What share of the words in running text a word list contains."""

import re
from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass

from lexicon.lists.word_filter import RejectReason, WordFilter

_JOINTS = re.compile("['’ʼ·]")


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of words in a text, and those that a list lacks, each as often as it occurs."""

    words: int
    missing: Counter[str]

    @property
    def percent(self) -> float:
        """Return the share of the words that the list has."""
        return 100 * (1 - self.missing.total() / self.words) if self.words else 0.0


def count_words(text: Iterable[str], word_filter: WordFilter) -> Counter[str]:
    """Count the words of a text that a game could know, as tiles spell them.

    Names, abbreviations and words without tiles, which the filter refuses, are not counted. A word
    with an apostrophe counts as two if the filter refuses it (``l’arbre``).
    """
    found: Counter[str] = Counter()
    for word in text:
        folded, reason = word_filter.check_word(word)
        if reason is RejectReason.APOSTROPHE:
            parts = [word_filter.check_word(part) for part in _JOINTS.split(word) if part]
        else:
            parts = [(folded, reason)]
        found.update(part for part, refusal in parts if refusal is None)
    return found


def measure_coverage(counted: Counter[str], known: Container[str]) -> Coverage:
    """Compare the words of a text with those of a list."""
    missing = {word: times for word, times in counted.items() if word not in known}
    return Coverage(counted.total(), Counter(missing))
