"""Sources of words for a quiz."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.equipment.errors import NotationError
from games.study.models import MissedWord, StudyList
from games.study.services.questions import Examiner
from lexicon.graph.wordgraph import Word
from lexicon.search.query import WordOrder, WordQuery
from lexicon.search.word_search import search_words

WORDS_PER_LIST = 100
"""Number of words taken from the list ordered by probability."""

StoredWords: TypeAlias = Sequence[str]
WordOrigin: TypeAlias = Literal["due", "missed", "probable", "own"]


@dataclass(frozen=True, slots=True)
class QuizWordSource:
    """The source of a quiz's words."""

    # ``due`` uses only cards that are due, ``probable`` words of ``length`` tiles by probability,
    # starting at place ``first``, and ``own`` the player's ``word_list``.
    origin: WordOrigin = "due"
    length: int = 7
    first: int = 1
    word_list: StudyList | None = None

    @property
    def name(self) -> str:
        """Text stored with the quiz."""
        if self.origin == "probable":
            return f"probable {self.length} {self.first}"
        return f"own {self.word_list.pk}" if self.word_list else self.origin


def list_source_words(
    source: QuizWordSource, missed: Sequence[MissedWord], examiner: Examiner
) -> list[Word]:
    """Return the words of a source, in the order in which they should be learnt."""
    if source.origin == "probable":
        wanted = WordQuery(
            min_length=source.length, max_length=source.length, order=WordOrder.PROBABILITY
        )
        skip = source.first - 1
        found = search_words(examiner.graph, examiner.bag, wanted, skip=skip, limit=WORDS_PER_LIST)
        return list(found.words)
    if source.origin == "missed":
        return parse_words([missed_word.word for missed_word in missed], examiner)
    return parse_words(source.word_list.words, examiner) if source.word_list else []


def parse_words(words: StoredWords, examiner: Examiner) -> list[Word]:
    """Convert words in notation to tiles, without duplicates.

    Those with unknown tiles are skipped.
    """
    found: dict[Word, None] = {}
    for word in words:
        try:
            found[examiner.read(word)] = None
        except NotationError:
            continue
    return list(found)
