"""Words as they come, many of them twice, to one sorted text in little memory."""

from collections.abc import Iterator

from lexicon.lists.text import iterate_words, join_words, merge_texts

MOST_LOOSE = 500_000
"""So many words are kept one by one; then they become a text, a fifth as large."""


class Pile:
    """Distinct words.

    >>> pile = Pile()
    >>> pile.add("EMU"), pile.add("CAT"), pile.add("EMU")
    (True, True, False)
    >>> len(pile), list(pile), pile.text
    (2, ['CAT', 'EMU'], 'CAT\\nEMU\\n')
    """

    def __init__(self) -> None:
        self._loose: set[str] = set()
        self._texts: list[str] = []

    def add(self, word: str) -> bool:
        """False for a word that was added lately; of others that come again nothing is seen."""
        loose = self._loose
        if word in loose:
            return False
        loose.add(word)
        if len(loose) >= MOST_LOOSE:
            self._bind()
        return True

    @property
    def text(self) -> str:
        """One word a line, sorted: see :mod:`lexicon.lists.text`."""
        if self._loose or len(self._texts) != 1:
            self._bind()
            self._texts = [merge_texts(self._texts)]
        return self._texts[0]

    def __len__(self) -> int:
        return self.text.count("\n")

    def __iter__(self) -> Iterator[str]:
        return iterate_words(self.text)

    def _bind(self) -> None:
        self._texts.append(join_words(self._loose))
        self._loose = set()
