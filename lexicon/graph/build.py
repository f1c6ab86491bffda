"""Words to a word graph file; its layout and reader are in :mod:`lexicon.graph.wordgraph`.

The heavy part is compiled (:mod:`lexicon.graph.kernels`) and imported only when a graph is built,
so that a process that merely reads graphs never loads a compiler.
"""

import json
import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from lexicon.graph.progress import Progress
from lexicon.graph.spelling import Spelling
from lexicon.graph.wordgraph import END, HEAD, MAGIC, MAX_LETTERS, NARROW, NODE_WIDTH, align

SHORTEST_WORD = 2
STEPS = 5


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What became of the words. ``skipped`` ones cannot be laid with this alphabet's tiles
    or have a single tile; ``size`` is the file's, in bytes."""

    words: int
    skipped: int
    size: int
    seconds: float


def build_graph(
    words: Iterable[str],
    alphabet: Sequence[str],
    path: Path | str,
    progress: Progress | None = None,
    *,
    whole: Sequence[str] = (),
) -> BuildReport:
    """Write the graph of ``words`` to ``path``, whole or not at all.

    Words are in composed form (NFC) and upper case; a word that can be laid in several ways is kept
    in each. ``whole`` are faces never laid with single tiles: see :mod:`lexicon.graph.spelling`.
    ``progress`` is told the steps done and their number.
    """
    tell: Progress = progress or (lambda _done, _total: None)
    started = perf_counter()
    tell(0, STEPS)
    given = list(words)
    keys, unread = encode_words(given, alphabet, whole)
    tell(1, STEPS)
    text = b"".join(key + END for key in keys)
    nodes, arcs = _build_arrays(text, keys, len(alphabet), tell)
    sections = {"nodes": nodes, "arcs": arcs, "slots": index_words(keys), "text": text}
    header = {
        "alphabet": list(alphabet),
        "words": len(keys),
        "longest": max(map(len, keys), default=0),
    }
    size = _write_file(Path(path), header, sections)
    tell(STEPS, STEPS)
    return BuildReport(len(keys), unread, size, perf_counter() - started)


def encode_words(
    words: Sequence[str], alphabet: Sequence[str], whole: Sequence[str] = ()
) -> tuple[list[bytes], int]:
    """The words as sorted, distinct code strings, and how many words cannot be laid."""
    _check_alphabet(alphabet)
    codes = {face: code for code, face in enumerate(alphabet, 1)}
    several = [face for face in alphabet if len(face) > 1]
    plain, mixed = _part_words(words, several)
    found = _encode_plain(plain, codes)
    unread = len(plain) - len(found)
    spelling = Spelling(alphabet, whole)
    for word in mixed:
        ways = [way for way in spelling.ways(word) if len(way) > 1]
        unread += not ways
        found.extend(bytes(codes[face] for face in way) for way in ways)
    return sorted(set(found)), unread


def _check_alphabet(alphabet: Sequence[str]) -> None:
    if not 0 < len(set(alphabet)) == len(alphabet) <= MAX_LETTERS:
        raise ValueError(f"an alphabet has 1 to {MAX_LETTERS} distinct letters")


def _part_words(words: Sequence[str], several: list[str]) -> tuple[Sequence[str], list[str]]:
    """Apart the words in which a tile of several letters might be laid."""
    if not several:
        return words, []
    holds = re.compile("|".join(map(re.escape, several))).search
    mixed = [word for word in words if holds(word)]
    return [word for word in words if not holds(word)], mixed


def _encode_plain(words: Sequence[str], codes: dict[str, int]) -> list[bytes]:
    """All words at once, each character one tile: a table from code point to code."""
    bad = MAX_LETTERS + 1
    text = np.frombuffer("\n".join(words).encode("utf-32-le"), np.uint32)
    table = np.full(int(text.max(initial=0)) + 1, bad, np.uint8)
    for face, code in codes.items():
        if len(face) == 1 and ord(face) < len(table):
            table[ord(face)] = code
    if ord("\n") < len(table):
        table[ord("\n")] = 0
    marker = bytes((bad,))
    encoded = table[text].tobytes().split(END)
    return [key for key in encoded if len(key) >= SHORTEST_WORD and marker not in key]


def index_words(keys: Sequence[bytes]) -> NDArray[np.uint32]:
    """A hash table, at most half full: one more than the offset of each word's text, or 0."""
    size = 1 << max(4, (2 * len(keys)).bit_length())
    slots = [0] * size
    offset = 0
    for key in keys:
        slot = crc32(key + END) & (size - 1)
        while slots[slot]:
            slot = (slot + 1) & (size - 1)
        slots[slot] = offset + 1
        offset += len(key) + 1
    return np.array(slots, np.uint32)


def _build_arrays(
    text: bytes, keys: Sequence[bytes], letters: int, tell: Progress
) -> tuple[NDArray[Any], NDArray[np.uint32]]:
    """The two arrays of the GADDAG: expand, sort, minimise, number."""
    from lexicon.graph import kernels

    lengths = np.fromiter(map(len, keys), np.int64, len(keys))
    bits = kernels.symbol_bits(letters)
    longest = int(lengths.max(initial=0))
    strings = kernels.expand(np.frombuffer(text, np.uint8), lengths, longest, bits)
    tell(2, STEPS)
    order = np.lexsort(strings[::-1])
    tell(3, STEPS)
    states, arcs, root = kernels.minimise(strings, order, longest, bits)
    tell(4, STEPS)
    # One row more than the states (the dead one included): the root is there without any words.
    nodes = np.zeros((len(states) + 1) * NODE_WIDTH, np.uint32 if letters <= NARROW else np.uint64)
    return nodes, kernels.renumber(states, arcs, root, nodes)


def _write_file(path: Path, header: dict[str, Any], sections: dict[str, Any]) -> int:
    """Beside the old file first, then in its place: a reader never sees half a graph."""
    parts = {name: bytes(memoryview(part).cast("B")) for name, part in sections.items()}
    places: dict[str, list[int]] = {}
    offset = 0
    for name, part in parts.items():
        places[name] = [offset, len(part)]
        offset = align(offset + len(part))
    # The mapped arrays stay whole words even at the end of the file.
    text = json.dumps(header | {"sections": places, "size": offset}, ensure_ascii=False).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            _write_aligned(file, HEAD.pack(MAGIC, len(text)) + text)
            for part in parts.values():
                _write_aligned(file, part)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
    return path.stat().st_size


def _write_aligned(file: Any, part: bytes) -> None:
    file.write(part.ljust(align(len(part)), b"\0"))
