"""A dictionary's words by length, handed out in blocks of columns that fit a processor's cache.

Nothing is copied to keep: a shelf knows where in the graph's text each word begins, 4 bytes a word.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lexicon.graph.wordgraph import WordGraph

Bools: TypeAlias = NDArray[np.bool_]
Column: TypeAlias = NDArray[np.uint8]
Places: TypeAlias = NDArray[np.uint32]

BLOCK = 1 << 16
MOST_KEPT = 4


@dataclass(frozen=True, slots=True)
class Block:
    """Words of one length: where they begin, and a column of codes for each of their tiles."""

    starts: Places
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.starts)

    def pick(self, wanted: Bools) -> "Block":
        return Block(self.starts[wanted], tuple(column[wanted] for column in self.columns))

    def counts(self, code: int) -> Column:
        """How many tiles with this code each word has."""
        found = np.zeros(len(self), np.uint8)
        for column in self.columns:
            found += column == code
        return found


class Shelf:
    """Of one graph; words of a length stand in the order of the alphabet."""

    def __init__(self, graph: WordGraph) -> None:
        self.longest = graph.longest
        self._text = graph.text
        ends = np.flatnonzero(self._text == 0)
        starts = np.empty(len(ends), np.uint32)
        starts[:1] = 0
        starts[1:] = ends[:-1] + 1
        lengths = (ends - starts).astype(np.uint8)
        self._starts: Places = starts[np.argsort(lengths, kind="stable")]
        sizes = np.bincount(lengths, minlength=self.longest + 1)
        self._bounds = [0, *np.cumsum(sizes).tolist()]

    def count(self, length: int) -> int:
        """How many words have this many tiles."""
        return self._bounds[length + 1] - self._bounds[length]

    def blocks(self, length: int) -> Iterator[Block]:
        for first in range(self._bounds[length], self._bounds[length + 1], BLOCK):
            last = min(first + BLOCK, self._bounds[length + 1])
            yield self.read(self._starts[first:last], length)

    def read(self, starts: Places, length: int) -> Block:
        """The words that begin at these places, all of one length."""
        places: NDArray[Any] = starts.astype(np.intp)
        return Block(starts, tuple(self._text[places + at] for at in range(length)))


@lru_cache(maxsize=MOST_KEPT)
def shelve(graph: WordGraph) -> Shelf:
    """The shelf of a graph, made once: a second for five million words."""
    return Shelf(graph)
