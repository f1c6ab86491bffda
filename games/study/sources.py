"""Where the words of a quiz come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.errors import UnreadableError
from games.study.models import MissedWord, WordSet
from games.study.questions import Examiner
from lexicon.graph.wordgraph import Word
from lexicon.search.query import Order, Query
from lexicon.search.searching import search

AT_ONCE = 100
"""Words of a list by probability."""

Kept: TypeAlias = Sequence[str]
Origin: TypeAlias = Literal["due", "missed", "probable", "own"]


@dataclass(frozen=True, slots=True)
class Source:
    """``due``: only what is to be asked again. ``probable``: a hundred words of ``length`` tiles,
    from the ``first`` on in order of probability. ``own``: the set with this number."""

    origin: Origin = "due"
    length: int = 7
    first: int = 1
    word_set: WordSet | None = None

    @property
    def name(self) -> str:
        """For the quiz's row."""
        if self.origin == "probable":
            return f"probable {self.length} {self.first}"
        return f"own {self.word_set.pk}" if self.word_set else self.origin


def find_words(source: Source, missed: Sequence[MissedWord], examiner: Examiner) -> list[Word]:
    """The words of a source, those first that should be learnt first."""
    if source.origin == "probable":
        wanted = Query(least=source.length, most=source.length, order=Order.PROBABILITY)
        skip = source.first - 1
        found = search(examiner.graph, examiner.bag, wanted, skip=skip, most=AT_ONCE)
        return list(found.words)
    if source.origin == "missed":
        return read_words([one.word for one in missed], examiner)
    return read_words(source.word_set.words, examiner) if source.word_set else []


def read_words(words: Kept, examiner: Examiner) -> list[Word]:
    """Words in notation as tiles, each once; those that have none any more are left out."""
    found: dict[Word, None] = {}
    for word in words:
        try:
            found[examiner.read(word)] = None
        except UnreadableError:
            continue
    return list(found)
