"""Collecting words, many of them repeated, into one sorted text in little memory."""

from collections.abc import Iterator

from lexicon.graph.progress import Progress
from lexicon.lists.word_text import iterate_words, join_words, merge_texts

MAX_LOOSE_WORDS = 500_000
"""Words held as separate strings. Beyond that they are joined into a text a fifth the size."""


class WordCollector:
    """A set of words.

    >>> pile = WordCollector()
    >>> pile.add("EMU"), pile.add("CAT"), pile.add("EMU")
    (True, True, False)
    >>> len(pile), list(pile), pile.text
    (2, ['CAT', 'EMU'], 'CAT\\nEMU\\n')
    """

    def __init__(self) -> None:
        self._loose: set[str] = set()
        self._texts: list[str] = []

    def add(self, word: str) -> bool:
        """Add a word. Returns false for a recent duplicate; older ones are not detected here."""
        loose = self._loose
        if word in loose:
            return False
        loose.add(word)
        if len(loose) >= MAX_LOOSE_WORDS:
            self._bind()
        return True

    @property
    def text(self) -> str:
        """The distinct words, sorted, one per line: see :mod:`lexicon.lists.word_text`."""
        self.sort()
        return self._texts[0]

    def sort(self, progress: Progress | None = None) -> None:
        """Sort all words. Otherwise this happens when the text is first asked for."""
        if self._loose or len(self._texts) != 1:
            self._bind()
            self._texts = [merge_texts(self._texts, progress)]
        elif progress:
            progress(1, 1)

    def __len__(self) -> int:
        return self.text.count("\n")

    def __iter__(self) -> Iterator[str]:
        return iterate_words(self.text)

    def _bind(self) -> None:
        self._texts.append(join_words(self._loose))
        self._loose = set()
