"""Running a query: how many words match, and a page of them, the longest first."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.search.matching import match
from lexicon.search.query import Codes, WordOrder, WordQuery
from lexicon.search.word_columns import Places, WordBlock, WordColumns, get_word_columns
from lexicon.search.word_values import count_all_draws, score_all
from lexicon.terms.bags import TileBag


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The words that match a query."""

    total: int
    # Pairs of word length and number of matches, the longest first.
    sizes: tuple[tuple[int, int], ...]
    # The requested page of words.
    words: tuple[Word, ...]


def search_words(
    graph: WordGraph, bag: TileBag, query: WordQuery, *, skip: int = 0, limit: int = 100
) -> SearchResult:
    """Return ``limit`` words that match a query, after the first ``skip``.

    A rack of nine tiles with two blanks takes a few milliseconds in a quarter of a million words.
    """
    shelf = get_word_columns(graph)
    never = frozenset(graph.alphabet.index(face) + 1 for face in bag.never_blank)
    sizes: list[tuple[int, int]] = []
    words: list[Word] = []
    passed = 0
    for length in reversed(query.lengths(shelf.longest)):
        places = _find(shelf, query, length, never)
        if not len(places):
            continue
        sizes.append((length, len(places)))
        first, last = max(0, skip - passed), skip + limit - passed
        passed += len(places)
        if first < len(places) and last > 0:
            ordered = places[_rank(shelf, bag, query.order, places, length)]
            words.extend(_read(graph, shelf.read(ordered[first:last], length)))
    return SearchResult(passed, tuple(sizes), tuple(words))


def _find(shelf: WordColumns, query: WordQuery, length: int, never: frozenset[int]) -> Places:
    parts = [
        block.starts[match(block, query, never)] for block in shelf.blocks(length) if len(block)
    ]
    return np.concatenate(parts) if parts else np.empty(0, np.uint32)


def _rank(
    shelf: WordColumns, bag: TileBag, order: WordOrder, places: Places, length: int
) -> slice | np.ndarray[tuple[int], np.dtype[np.intp]]:
    """Return the order of words that are given alphabetically. The sort is stable, so the
    alphabet breaks ties."""
    if order is WordOrder.ALPHABET:
        return slice(None)
    weigh = score_all if order is WordOrder.SCORE else count_all_draws
    keys = [
        -weigh(bag, shelf.read(part, length)).astype(np.float64)
        for part in np.array_split(places, max(1, len(places) >> 16))
    ]
    return np.argsort(np.concatenate(keys), kind="stable")


def _read(graph: WordGraph, block: WordBlock) -> Iterator[Word]:
    faces = ("", *graph.alphabet)
    for codes in zip(*(column.tolist() for column in block.columns), strict=True):
        yield tuple(faces[code] for code in codes)


def encode_word(graph: WordGraph, word: Word) -> Codes:
    """Return the codes of a word's tiles."""
    return tuple(graph.alphabet.index(face) + 1 for face in word)
