"""An immutable word graph, memory-mapped and shared by every process that opens the file.

One file holds the same words in two forms, each best at its task:

- a minimised GADDAG (Gordon, "A Faster Scrabble Move Generation Algorithm", Software: Practice
  and Experience 24, 1994) in two flat arrays, for the move generator in :mod:`games.engine`;
- the words themselves in alphabet order with a hash index, for look-ups from Python.

:mod:`lexicon.graph.build` writes the files, and :mod:`lexicon.store` knows which file belongs to
which revision. A *face* is what is printed on a tile; a letter's *code* is its position in the
alphabet, counted from 1.

Layout of the GADDAG: state ``s`` (0 is dead, ``ROOT`` is first) is the row ``nodes[s:s + 4]``. Its
items are the mask of the letters (bit = code - 1) that have a child, the mask of the letters that
complete a word, the index of the first child in ``arcs``, and the state after the separator. The
child for letter ``l`` is ``arcs[first child + number of bits below l in the first mask]``. Items
have 32 bits if the alphabet fits, because states of 16 bytes stay longer in the processor's cache,
and 64 bits otherwise.
"""

import json
import mmap
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

MAGIC = b"TRWG0002"
HEAD = struct.Struct("<8sI")
ALIGNMENT = 64
NODE_WIDTH = 4
ROOT = NODE_WIDTH
# Most letters for which the masks of a state fit into 64 and 32 bits.
MAX_LETTERS = 63
NARROW = 32
END = b"\0"
_ONE_LETTER = [1]
"""The widths of faces in most languages."""

Word = tuple[str, ...]


class GraphFileError(Exception):
    """The file is not a word graph, or was written by another release."""


class WordGraph:
    """A set of words over one alphabet. ``word in graph`` takes a sequence of faces.

    A plain string works if every face is a single character.

    >>> import tempfile, pathlib
    >>> from lexicon.graph.build import build_graph
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "tiny.graph"
    >>> report = build_graph(["CAT", "CATS", "ACT"], "ACST", path)
    >>> graph = WordGraph.open(path)
    >>> len(graph), ("C", "A", "T") in graph, "CAST" in graph
    (3, True, False)
    >>> ["".join(word) for word in graph.words("C")]
    ['CAT', 'CATS']
    """

    def __init__(self, buffer: mmap.mmap | bytes) -> None:
        header, start = _read_header(buffer)
        self.alphabet: tuple[str, ...] = tuple(header["alphabet"])
        self.longest: int = header["longest"]
        self._size: int = header["words"]
        self._buffer = buffer
        self._codes = {face: code for code, face in enumerate(self.alphabet, 1)}
        self._widths = sorted({len(face) for face in self.alphabet})
        sections: dict[str, list[int]] = header["sections"]
        mask_type = np.uint32 if len(self.alphabet) <= NARROW else np.uint64
        self.nodes: NDArray[Any] = _view(buffer, mask_type, start, sections["nodes"])
        self.arcs: NDArray[np.uint32] = _view(buffer, np.uint32, start, sections["arcs"])
        slots: NDArray[np.uint32] = _view(buffer, np.uint32, start, sections["slots"])
        self._slots = slots.data
        self._mask = len(slots) - 1
        offset, self._text_size = sections["text"]
        self._text_start = start + offset
        self._text = memoryview(buffer)[self._text_start : self._text_start + self._text_size]
        self.text: NDArray[np.uint8] = _view(buffer, np.uint8, start, sections["text"])
        """The codes of the words in alphabet order, each word followed by a zero."""

    @classmethod
    def open(cls, path: Path | str) -> "WordGraph":
        """Map the file at ``path``. Raises :class:`GraphFileError` if it is not a word graph."""
        with Path(path).open("rb") as file:
            try:
                buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError as error:
                raise GraphFileError(f"{path} is empty") from error
        return cls(buffer)

    def __len__(self) -> int:
        return self._size

    def __contains__(self, word: Sequence[str]) -> bool:
        try:
            key = bytes(map(self._codes.__getitem__, word)) + END
        except KeyError:
            return False
        mask, slots, size = self._mask, self._slots, len(key)
        slot = crc32(key) & mask
        while found := slots[slot]:
            if self._text[found - 1 : found - 1 + size] == key:
                return True
            slot = (slot + 1) & mask
        return False

    def find(self, letters: str) -> Word | None:
        """Return the tiles of a word given as plain letters, or ``None`` if it is not a word.

        This walks letters and graph together from the end, visiting each state at each letter once.
        """
        if self._widths == _ONE_LETTER:  # each letter is a tile
            return tuple(letters) if letters in self else None
        visited: set[tuple[int, int]] = set()
        paths: list[tuple[int, int, Word]] = [(len(letters), ROOT, ())]
        while paths:
            end, state, placed = paths.pop()
            leads, completes, first = (int(part) for part in self.nodes[state : state + 3])
            for width in self._widths:
                face = letters[max(0, end - width) : end]
                code = self._codes.get(face) if len(face) == width else None
                if code is None:
                    continue
                bit = 1 << (code - 1)
                if end == width and completes & bit:
                    return (face, *placed)
                if leads & bit:
                    child = int(self.arcs[first + (leads & (bit - 1)).bit_count()])
                    if (end - width, child) not in visited:
                        visited.add((end - width, child))
                        paths.append((end - width, child, (face, *placed)))
        return None

    def words(self, prefix: Sequence[str] = ()) -> Iterator[Word]:
        """Yield every word that starts with ``prefix``, in alphabet order."""
        if any(face not in self._codes for face in prefix):
            return
        key = bytes(map(self._codes.__getitem__, prefix))
        faces = ("", *self.alphabet)
        at = self._find_first(key)
        while at < self._text_size:
            stop = self._end_of_word(at)
            word = bytes(self._text[at:stop])
            if not word.startswith(key):
                return
            yield tuple(map(faces.__getitem__, word))
            at = stop + 1

    def _find_first(self, key: bytes) -> int:
        """Return the offset of the first word not before ``key``, by a binary search."""
        low, high = 0, self._text_size
        while low < high:
            middle = self._start_of_word((low + high) // 2)
            stop = self._end_of_word(middle)
            if bytes(self._text[middle:stop]) < key:
                low = stop + 1
            else:
                high = middle
        return low

    def _start_of_word(self, offset: int) -> int:
        end_before = self._buffer.rfind(END, self._text_start, self._text_start + offset)
        return 0 if end_before < 0 else end_before + 1 - self._text_start

    def _end_of_word(self, offset: int) -> int:
        return self._buffer.find(END, self._text_start + offset) - self._text_start


def _read_header(buffer: mmap.mmap | bytes) -> tuple[dict[str, Any], int]:
    """Return the file's header and the offset at which its sections begin."""
    if len(buffer) < HEAD.size:
        raise GraphFileError("the file is too short for a word graph")
    magic, length = HEAD.unpack(buffer[: HEAD.size])
    if magic != MAGIC:
        raise GraphFileError("the file is not a word graph of this release")
    header: dict[str, Any] = json.loads(buffer[HEAD.size : HEAD.size + length])
    start = align(HEAD.size + length)
    if len(buffer) < start + header["size"]:
        raise GraphFileError("the word graph is incomplete")
    return header, start


def _view(buffer: mmap.mmap | bytes, kind: type[Any], start: int, section: list[int]) -> Any:
    offset, size = section
    return np.frombuffer(buffer, kind, size // np.dtype(kind).itemsize, start + offset)


def align(offset: int) -> int:
    """Round an offset up to the alignment of sections."""
    return -(-offset // ALIGNMENT) * ALIGNMENT
