"""Encoding of words as sorted arrays of tile codes, from which the graph is built.

A word that can be laid in several ways (see :mod:`lexicon.terms.spelling`) gets a code string for
each.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from lexicon.graph.wordgraph import END, MAX_LETTERS
from lexicon.terms.spelling import Spelling

SHORTEST_WORD = 2
_AT_ONCE = 200_000
_BAD = MAX_LETTERS + 1


class Encoder:
    """Encodes words with the tiles of one alphabet."""

    def __init__(self, alphabet: Sequence[str], whole: Sequence[str] = ()) -> None:
        if not 0 < len(set(alphabet)) == len(alphabet) <= MAX_LETTERS:
            raise ValueError(f"an alphabet must have 1 to {MAX_LETTERS} distinct letters")
        self._codes = {face: code for code, face in enumerate(alphabet, 1)}
        several = [face for face in alphabet if len(face) > 1]
        self._holds_several = re.compile("|".join(map(re.escape, several))).search
        self._has_several = bool(several)
        self._spelling = Spelling(alphabet, whole)
        self._table = self._make_table()

    def encode(self, words: Sequence[str]) -> tuple[list[bytes], int]:
        """Return code strings in no particular order, and how many words cannot be laid."""
        mixed: list[str] = []
        if self._has_several:
            mixed = [word for word in words if self._holds_several(word)]
            words = [word for word in words if not self._holds_several(word)]
        found = self._encode_plain(words)
        unread = len(words) - len(found)
        for word in mixed:
            ways = [way for way in self._spelling.list_spellings(word) if len(way) >= SHORTEST_WORD]
            unread += not ways
            found.extend(bytes(self._codes[face] for face in way) for way in ways)
        return found, unread

    def _make_table(self) -> NDArray[np.uint8]:
        """Build the table from code points to codes, for tiles with one letter."""
        single = {ord(face): code for face, code in self._codes.items() if len(face) == 1}
        table = np.full(max(single, default=0) + 2, _BAD, np.uint8)
        for point, code in single.items():
            table[point] = code
        if ord("\n") < len(table):
            table[ord("\n")] = 0
        return table

    def _encode_plain(self, words: Sequence[str]) -> list[bytes]:
        """Encode all words at once, with one tile for each character."""
        points = np.frombuffer("\n".join(words).encode("utf-32-le"), np.uint32)
        codes = self._table[np.minimum(points, len(self._table) - 1)]
        keys = codes.tobytes().split(END)
        marker = bytes((_BAD,))
        return [key for key in keys if len(key) >= SHORTEST_WORD and marker not in key]


def encode_words(
    words: Iterable[str], alphabet: Sequence[str], whole: Sequence[str] = ()
) -> tuple[NDArray[np.bytes_], int]:
    """Return the words as sorted, distinct code strings, and how many words cannot be laid."""
    encoder = Encoder(alphabet, whole)
    given = iter(words)
    parts: list[NDArray[np.bytes_]] = [np.array([], np.bytes_)]
    unread = 0
    while block := list(islice(given, _AT_ONCE)):
        found, lost = encoder.encode(block)
        parts.append(np.array(found, np.bytes_))
        unread += lost
    keys = np.concatenate(parts)
    keys.sort(kind="stable")  # fast, because it exploits runs that are already sorted
    fresh = np.ones(len(keys), np.bool_)
    fresh[1:] = keys[1:] != keys[:-1]
    return keys[fresh], unread
