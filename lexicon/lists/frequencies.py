"""How common words are in everyday language, by the figures of the wordfreq library.

A Zipf value is the decimal logarithm of how often a word occurs in a billion words of text: in
English it is 7.7 for THE, 5.7 for HOUSE, and 2.4 for DOLT (van Heuven, Mandera, Keuleers and
Brysbaert, "SUBTLEX-UK", Quarterly Journal of Experimental Psychology 67, 2014).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from wordfreq import available_languages, get_frequency_list

from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.folding import fold_word

MAX_CACHED = 6
"""Languages kept in memory, with up to 15 MB each."""

CENTIBELS = 100
ZIPF_OF_CERTAINTY = 9.0

FULL_LENGTH = 4
"""Shorter words count one point less for each letter they lack: in ordinary texts most words of two
letters, and many of three, are abbreviations and names."""

_OTHER_CODES = {"no": "nb", "hr": "sh", "sr": "sh", "bs": "sh"}
"""Languages whose data has another code."""


class WordFrequencies:
    """How common the words of one dictionary are.

    ``zipfs`` has the Zipf values of words as tiles spell them; any other word has the value
    ``unlisted``. Without ``zipfs`` the values are estimated from the lengths of the words.
    """

    def __init__(self, zipfs: Mapping[str, float], unlisted: float = 0.0) -> None:
        self._zipfs = zipfs
        self._unlisted = unlisted

    def get(self, word: Sequence[str]) -> float:
        """Return how common a word, given as faces, is: 0 for rare, about 7 for very common.

        >>> WordFrequencies({"HOUSE": 5.7, "XI": 4.1}).get("HOUSE")
        5.7
        >>> [WordFrequencies({}).get(word) for word in ("AA", "CARE", "ENDEAVOUR")]
        [3.0, 5.0, 2.5]
        """
        length = len(word)
        missing = max(0, FULL_LENGTH - length)
        if not self._zipfs:
            return 5.0 - missing if missing else max(0.0, 7.0 - length / 2)
        return max(0.0, self._zipfs.get("".join(word), self._unlisted) - missing)


def list_frequency_languages() -> frozenset[str]:
    """Return the main codes of the languages whose frequencies are known."""
    known = frozenset(available_languages("small"))
    return known | {code for code, other in _OTHER_CODES.items() if other in known}


@lru_cache(maxsize=MAX_CACHED)
def load_word_frequencies(language: str, graph: WordGraph) -> WordFrequencies:
    """Return how common the words of a graph are in a language, given by its main code.

    The first call for a graph takes up to a second.
    """
    if language not in list_frequency_languages():
        return WordFrequencies({})
    zipfs: dict[str, float] = {}
    lowest = ZIPF_OF_CERTAINTY
    for text, zipf in _read_list(language):
        lowest = zipf
        # The list begins with the most common words; other spellings of one word follow later.
        if text not in zipfs and graph.find(text) is not None:
            zipfs[text] = zipf
    return WordFrequencies(zipfs, max(0.0, lowest - 1.0))


def _read_list(language: str) -> Iterator[tuple[str, float]]:
    buckets = get_frequency_list(_OTHER_CODES.get(language, language), "best")
    for centibels, words in enumerate(buckets):
        zipf = round(ZIPF_OF_CERTAINTY - centibels / CENTIBELS, 2)
        for word in words:
            yield fold_word(word, language), zipf
