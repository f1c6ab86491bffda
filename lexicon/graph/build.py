"""Builder of word graph files. Layout and reader are in :mod:`lexicon.graph.wordgraph`.

The heavy part is compiled (:mod:`lexicon.graph.kernels`, :mod:`lexicon.graph.gaddag_strings`). It
is imported only when a graph is built, so processes that only read graphs never load a compiler.
Processing the strings of one first letter at a time keeps millions of words within a few hundred
megabytes.
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

STEPS, ENCODED, EXPANDED = 1000, 40, 980
"""Progress in thousandths of the time: of the whole build, when the words are encoded, and when the
strings of all letters are in the automaton. Measured with a million Polish words."""


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The outcome of a build."""

    words: int
    # Words that the alphabet's tiles cannot spell, or that have a single tile.
    skipped: int
    # Size of the file in bytes.
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
    """Write the graph of ``words`` to ``path`` atomically.

    Words are in upper case and composed form (NFC). A word that can be laid in several ways is
    stored in each. ``whole`` are faces that are never spelled with single tiles, see
    :mod:`lexicon.terms.spelling`. ``progress`` is called with the steps done and their total.
    """
    report: Progress = progress or (lambda _done, _total: None)
    started = perf_counter()
    report(0, STEPS)
    keys, unread = encode_words(words, alphabet, whole)
    report(ENCODED, STEPS)
    sections = _build_sections(keys, len(alphabet), report)
    header = {"alphabet": list(alphabet), "words": len(keys), "longest": _longest(keys)}
    size = _write_file(Path(path), header, sections)
    report(STEPS, STEPS)
    return BuildReport(len(keys), unread, size, perf_counter() - started)


def _longest(keys: NDArray[np.bytes_]) -> int:
    return int(np.char.str_len(keys).max(initial=0))


def _build_sections(
    keys: NDArray[np.bytes_], letters: int, report: Progress
) -> dict[str, NDArray[Any]]:
    """Build the text and index of the words, and the two arrays of the GADDAG.

    For one first letter after the other, the strings are expanded, sorted and minimised. Then the
    states are numbered.
    """
    from lexicon.graph import gaddag_strings, kernels

    lengths = np.char.str_len(keys).astype(np.int64)
    text = np.zeros(int(lengths.sum()) + len(keys), np.uint8)
    gaddag_strings.lay_text(keys.view(np.uint8).reshape(len(keys), keys.itemsize), lengths, text)
    slots = np.zeros(1 << max(4, (2 * len(keys)).bit_length()), np.uint32)
    gaddag_strings.index_text(text, lengths, gaddag_strings.CRC_STEPS, slots)
    longest = int(lengths.max(initial=0))
    bits = gaddag_strings.symbol_bits(letters)
    counts = gaddag_strings.count_letters(text, letters)
    grown = kernels.start_automaton(longest)
    for code in range(1, letters + 1):
        part = gaddag_strings.expand(text, lengths, code, int(counts[code]), longest, bits)
        order = np.lexsort(part[::-1])
        grown = kernels.add_strings(grown, part, order, bits, code == letters)
        done = int(counts[1 : code + 1].sum()) / max(1, int(counts[1:].sum()))
        report(ENCODED + round((EXPANDED - ENCODED) * done), STEPS)
    states, _hashes, arcs, *_open, used = grown
    del grown, _hashes, part, order
    # One row more than the states, including the dead one: without any words there is still a root.
    width = np.uint32 if letters <= NARROW else np.uint64
    nodes = np.zeros((int(used[0]) + 1) * NODE_WIDTH, width)
    arcs = kernels.renumber(states[: used[0]], arcs[: used[1]], int(used[3]), nodes)
    return {"nodes": nodes, "arcs": arcs, "slots": slots, "text": text}


def _write_file(path: Path, header: dict[str, Any], sections: dict[str, NDArray[Any]]) -> int:
    """Write a temporary file and move it into place, so that no reader sees half a graph."""
    places: dict[str, list[int]] = {}
    offset = 0
    for name, part in sections.items():
        places[name] = [offset, part.nbytes]
        offset = align(offset + part.nbytes)
    # Offsets and sizes are aligned, so that mapped arrays never end in the middle of an item.
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
