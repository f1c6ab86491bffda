"""Words to a word graph file; its layout and reader are in :mod:`lexicon.graph.wordgraph`.

The heavy part is compiled (:mod:`lexicon.graph.kernels`, :mod:`lexicon.graph.strings`) and imported
only when a graph is built, so that a process that merely reads graphs never loads a compiler. The
strings of one letter at a time keep millions of words within some hundred megabytes.
"""

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexicon.graph.encoding import encode_words
from lexicon.graph.progress import Progress
from lexicon.graph.wordgraph import HEAD, MAGIC, NARROW, NODE_WIDTH, align

MORE_STEPS = 3
"""Of a build, besides one for each letter: words to codes, numbering, writing."""


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
    steps = len(alphabet) + MORE_STEPS
    tell(0, steps)
    keys, unread = encode_words(words, alphabet, whole)
    tell(1, steps)
    sections = _build_sections(keys, len(alphabet), tell)
    header = {"alphabet": list(alphabet), "words": len(keys), "longest": _longest(keys)}
    tell(steps - 1, steps)
    size = _write_file(Path(path), header, sections)
    tell(steps, steps)
    return BuildReport(len(keys), unread, size, perf_counter() - started)


def _longest(keys: NDArray[np.bytes_]) -> int:
    return int(np.char.str_len(keys).max(initial=0))


def _build_sections(
    keys: NDArray[np.bytes_], letters: int, tell: Progress
) -> dict[str, NDArray[Any]]:
    """Text and index of the words, and the two arrays of the GADDAG: expand, sort and minimise
    the strings that begin with a letter, one letter after the other; then number the states."""
    from lexicon.graph import kernels, strings

    steps = letters + MORE_STEPS
    lengths = np.char.str_len(keys).astype(np.int64)
    text = np.zeros(int(lengths.sum()) + len(keys), np.uint8)
    strings.lay_text(keys.view(np.uint8).reshape(len(keys), keys.itemsize), lengths, text)
    slots = np.zeros(1 << max(4, (2 * len(keys)).bit_length()), np.uint32)
    strings.index_text(text, lengths, strings.CRC_STEPS, slots)
    longest = int(lengths.max(initial=0))
    bits = strings.symbol_bits(letters)
    counts = strings.count_letters(text, letters)
    grown = kernels.start_automaton(longest)
    for code in range(1, letters + 1):
        part = strings.expand(text, lengths, code, int(counts[code]), longest, bits)
        order = np.lexsort(part[::-1])
        grown = kernels.add_strings(grown, part, order, bits, code == letters)
        tell(code + 1, steps)
    states, _hashes, arcs, *_open, used = grown
    del grown, _hashes, part, order
    # One row more than the states (the dead one included): the root is there without any words.
    width = np.uint32 if letters <= NARROW else np.uint64
    nodes = np.zeros((int(used[0]) + 1) * NODE_WIDTH, width)
    arcs = kernels.renumber(states[: used[0]], arcs[: used[1]], int(used[3]), nodes)
    return {"nodes": nodes, "arcs": arcs, "slots": slots, "text": text}


def _write_file(path: Path, header: dict[str, Any], sections: dict[str, NDArray[Any]]) -> int:
    """Beside the old file first, then in its place: a reader never sees half a graph."""
    places: dict[str, list[int]] = {}
    offset = 0
    for name, part in sections.items():
        places[name] = [offset, part.nbytes]
        offset = align(offset + part.nbytes)
    # The mapped arrays stay whole words even at the end of the file.
    text = json.dumps(header | {"sections": places, "size": offset}, ensure_ascii=False).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            _write_aligned(file, HEAD.pack(MAGIC, len(text)) + text)
            for part in sections.values():
                _write_aligned(file, part.data.cast("B"))
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
    return path.stat().st_size


def _write_aligned(file: Any, part: bytes | memoryview) -> None:
    file.write(part)
    file.write(bytes(align(len(part)) - len(part)))
