"""What a search finds, as a page shows it: words with hooks, points, odds and meanings."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from lexicon.alphabets import alphabets_of
from lexicon.bags import Bag, list_bags
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.models import Revision
from lexicon.search.hooks import Hooks, find_hooks
from lexicon.search.query import Query
from lexicon.search.searching import codes_of, search
from lexicon.search.worth import find_probability, score
from lexicon.services.definitions import find_definitions
from lexicon.store import has_graph, open_lexicon

PAGE = 100


@dataclass(frozen=True, slots=True)
class FoundWord:
    """``one_in``: it is drawn once in so many draws of as many tiles; 0 for never."""

    text: str
    hooks: Hooks
    points: int
    one_in: int
    definition: str


@dataclass(frozen=True, slots=True)
class Group:
    """Words of one length on this page; ``total`` are there in all."""

    length: int
    total: int
    words: tuple[FoundWord, ...]


@dataclass(frozen=True, slots=True)
class FoundPage:
    total: int
    number: int
    pages: int
    groups: tuple[Group, ...]

    @property
    def first(self) -> int:
        return (self.number - 1) * PAGE + 1

    @property
    def last(self) -> int:
        return min(self.number * PAGE, self.total)


@dataclass(frozen=True, slots=True)
class HookedWord:
    """A word whose hooks were asked for; ``good`` where it is one."""

    text: str
    good: bool
    hooks: Hooks


def offer_bags(revision: Revision) -> list[Bag]:
    """The editions whose words can be searched, the plain one first. One with other tiles is among
    them once a game has been played with it: compiling a graph takes long."""
    alphabets = alphabets_of(revision.lexicon.language)
    offered = []
    for bag in list_bags(revision.lexicon.language):
        faces = next(one.faces for one in alphabets if set(one.faces) == set(bag.faces))
        if faces == alphabets[0].faces or has_graph(revision, faces):
            offered.append(bag.over(faces))
    return offered


def open_words(revision: Revision, bag: Bag) -> WordGraph:
    return open_lexicon(revision.pk, bag.faces)


def find_page(revision: Revision, bag: Bag, query: Query, number: int) -> FoundPage:
    """A page of what fits; the last one for numbers beyond it."""
    graph = open_words(revision, bag)
    found = search(graph, bag, query, skip=(number - 1) * PAGE, most=PAGE)
    pages = max(1, -(-found.total // PAGE))
    if number > pages:
        return find_page(revision, bag, query, pages)
    texts = ["".join(word) for word in found.words]
    meanings = find_definitions(revision.lexicon.language, texts)
    sizes = dict(found.sizes)
    groups = tuple(
        Group(length, sizes[length], tuple(_tell(graph, bag, word, meanings) for word in words))
        for length, words in groupby(found.words, len)
    )
    return FoundPage(found.total, number, pages, groups)


def hooks_of(revision: Revision, bag: Bag, words: Sequence[Word]) -> list[HookedWord]:
    """The hooks of one word, in each way it can be laid."""
    if not words:
        return []
    graph = open_words(revision, bag)
    return [HookedWord("".join(word), word in graph, find_hooks(graph, word)) for word in words]


def _tell(graph: WordGraph, bag: Bag, word: Word, meanings: dict[str, str]) -> FoundWord:
    codes, text = codes_of(graph, word), "".join(word)
    chance = find_probability(bag, codes)
    one_in = round(1 / chance) if chance else 0
    return FoundWord(
        text, find_hooks(graph, word), score(bag, codes), one_in, meanings.get(text, "")
    )
