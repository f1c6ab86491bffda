"""A query's answer: how many words, and some of them in order, those with most tiles first."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from lexicon.bags import Bag
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.search.matching import match
from lexicon.search.query import Codes, Order, Query
from lexicon.search.shelf import Block, Places, Shelf, shelve
from lexicon.search.worth import count_all_draws, score_all


@dataclass(frozen=True, slots=True)
class Found:
    """``sizes``: how many words of each length there are, the longest first. ``words``: those that
    were asked for."""

    total: int
    sizes: tuple[tuple[int, int], ...]
    words: tuple[Word, ...]


def search(graph: WordGraph, bag: Bag, query: Query, *, skip: int = 0, most: int = 100) -> Found:
    """Some words that fit a query: ``most`` after the first ``skip``.

    Two blanks among nine tiles take some milliseconds in a quarter of a million words.
    """
    shelf = shelve(graph)
    never = frozenset(graph.alphabet.index(face) + 1 for face in bag.never_blank)
    sizes: list[tuple[int, int]] = []
    words: list[Word] = []
    passed = 0
    for length in reversed(query.lengths(shelf.longest)):
        places = _find(shelf, query, length, never)
        if not len(places):
            continue
        sizes.append((length, len(places)))
        first, last = max(0, skip - passed), skip + most - passed
        passed += len(places)
        if first < len(places) and last > 0:
            ordered = places[_rank(shelf, bag, query.order, places, length)]
            words.extend(_read(graph, shelf.read(ordered[first:last], length)))
    return Found(passed, tuple(sizes), tuple(words))


def _find(shelf: Shelf, query: Query, length: int, never: frozenset[int]) -> Places:
    parts = [
        block.starts[match(block, query, never)] for block in shelf.blocks(length) if len(block)
    ]
    return np.concatenate(parts) if parts else np.empty(0, np.uint32)


def _rank(
    shelf: Shelf, bag: Bag, order: Order, places: Places, length: int
) -> slice | np.ndarray[tuple[int], np.dtype[np.intp]]:
    """The order of words that stand in that of the alphabet, which settles ties."""
    if order is Order.ALPHABET:
        return slice(None)
    weigh = score_all if order is Order.SCORE else count_all_draws
    keys = [
        -weigh(bag, shelf.read(part, length)).astype(np.float64)
        for part in np.array_split(places, max(1, len(places) >> 16))
    ]
    return np.argsort(np.concatenate(keys), kind="stable")


def _read(graph: WordGraph, block: Block) -> Iterator[Word]:
    faces = ("", *graph.alphabet)
    for codes in zip(*(column.tolist() for column in block.columns), strict=True):
        yield tuple(faces[code] for code in codes)


def codes_of(graph: WordGraph, word: Word) -> Codes:
    """A word's tiles as codes."""
    return tuple(graph.alphabet.index(face) + 1 for face in word)
