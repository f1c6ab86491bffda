"""Search results as a page shows them: words with hooks, points, odds and definitions."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.models import Revision
from lexicon.search.hooks import Hooks, find_hooks
from lexicon.search.query import WordQuery
from lexicon.search.word_search import encode_word, search_words
from lexicon.search.word_values import find_probability, score
from lexicon.services.definitions import find_definitions
from lexicon.store import has_graph, open_lexicon
from lexicon.terms.alphabets import list_language_alphabets
from lexicon.terms.bags import TileBag, list_bags

PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A word in the results. ``one_in``: one in so many draws of as many tiles makes it; 0 if
    none does."""

    text: str
    hooks: Hooks
    points: int
    one_in: int
    definition: str


@dataclass(frozen=True, slots=True)
class WordGroup:
    """The words of one length on this page; ``total`` counts those on all pages."""

    length: int
    total: int
    words: tuple[FoundWord, ...]


@dataclass(frozen=True, slots=True)
class SearchResultsPage:
    """One page of the words that match a search; ``total`` counts those on all pages."""

    total: int
    number: int
    pages: int
    groups: tuple[WordGroup, ...]

    @property
    def first(self) -> int:
        return (self.number - 1) * PAGE_SIZE + 1

    @property
    def last(self) -> int:
        return min(self.number * PAGE_SIZE, self.total)


@dataclass(frozen=True, slots=True)
class HookedWord:
    """The text whose hooks were requested; ``good`` if it is a word itself."""

    text: str
    good: bool
    hooks: Hooks


def list_searchable_bags(revision: Revision) -> list[TileBag]:
    """Return the editions whose words can be searched, the standard one first.

    An edition with other tiles is included once its graph exists, because someone has played with
    it. Compiling a graph takes too long for a search.
    """
    alphabets = list_language_alphabets(revision.lexicon.language)
    offered = []
    for bag in list_bags(revision.lexicon.language):
        faces = next(
            alphabet.faces for alphabet in alphabets if set(alphabet.faces) == set(bag.faces)
        )
        if faces == alphabets[0].faces or has_graph(revision.pk, faces):
            offered.append(bag.over(faces))
    return offered


def open_words(revision: Revision, bag: TileBag) -> WordGraph:
    return open_lexicon(revision.pk, bag.faces)


def find_results_page(
    revision: Revision, bag: TileBag, query: WordQuery, number: int
) -> SearchResultsPage:
    """Return a page of the words that match, or the last page if ``number`` is too large."""
    graph = open_words(revision, bag)
    found = search_words(graph, bag, query, skip=(number - 1) * PAGE_SIZE, limit=PAGE_SIZE)
    pages = max(1, -(-found.total // PAGE_SIZE))
    if number > pages:
        return find_results_page(revision, bag, query, pages)
    texts = ["".join(word) for word in found.words]
    meanings = find_definitions(revision.lexicon.language, texts)
    sizes = dict(found.sizes)
    groups = tuple(
        WordGroup(
            length,
            sizes[length],
            tuple(_build_found_word(graph, bag, word, meanings) for word in words),
        )
        for length, words in groupby(found.words, len)
    )
    return SearchResultsPage(found.total, number, pages, groups)


def list_word_hooks(revision: Revision, bag: TileBag, words: Sequence[Word]) -> list[HookedWord]:
    """Return the hooks of a word for each way it can be laid."""
    if not words:
        return []
    graph = open_words(revision, bag)
    return [HookedWord("".join(word), word in graph, find_hooks(graph, word)) for word in words]


def _build_found_word(
    graph: WordGraph, bag: TileBag, word: Word, meanings: dict[str, str]
) -> FoundWord:
    codes, text = encode_word(graph, word), "".join(word)
    chance = find_probability(bag, codes)
    one_in = round(1 / chance) if chance else 0  # 0: the bag has too few of these tiles
    return FoundWord(
        text, find_hooks(graph, word), score(bag, codes), one_in, meanings.get(text, "")
    )
