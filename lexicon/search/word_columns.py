"""A dictionary's words by length, in blocks of columns that fit a processor's cache.

The words are not stored again: the index holds only the offset of each word in the graph's text, at
4 bytes per word.
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

BLOCK_SIZE = 1 << 16
MAX_CACHED = 4


@dataclass(frozen=True, slots=True)
class WordBlock:
    """Words of one length: their offsets, and a column of codes for each tile position."""

    starts: Places
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.starts)

    def pick(self, wanted: Bools) -> "WordBlock":
        return WordBlock(self.starts[wanted], tuple(column[wanted] for column in self.columns))

    def counts(self, code: int) -> Column:
        """Return how many tiles with this code each word has."""
        found = np.zeros(len(self), np.uint8)
        for column in self.columns:
            found += column == code
        return found


class WordColumns:
    """The words of one graph. Those of one length are in alphabet order."""

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
        """Return how many words have this many tiles."""
        return self._bounds[length + 1] - self._bounds[length]

    def blocks(self, length: int) -> Iterator[WordBlock]:
        for first in range(self._bounds[length], self._bounds[length + 1], BLOCK_SIZE):
            last = min(first + BLOCK_SIZE, self._bounds[length + 1])
            yield self.read(self._starts[first:last], length)

    def read(self, starts: Places, length: int) -> WordBlock:
        """Return the words at these offsets, which must all have the same length."""
        places: NDArray[Any] = starts.astype(np.intp)
        return WordBlock(starts, tuple(self._text[places + at] for at in range(length)))


@lru_cache(maxsize=MAX_CACHED)
def get_word_columns(graph: WordGraph) -> WordColumns:
    """Return the cached columns of a graph. Five million words take a second to index."""
    return WordColumns(graph)
