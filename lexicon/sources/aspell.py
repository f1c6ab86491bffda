"""The words of an Aspell dictionary, as Debian packages them.

A ``.cwl.gz`` has sorted words, each written as the number of letters that it shares with the
previous one, plus one, in a byte below 32, followed by its other letters: see prezip(1).
"""

import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from lexicon.graph.progress import Progress

_ENTRY = re.compile(rb"\x00?([\x00-\x1f])([^\x00-\x1f]*)")
_STEP = 20_000
_ENCODINGS = {"cy": "iso-8859-14"}
"""The encodings of the dictionaries, by the first part of the file's name."""


def expand_aspell(paths: Sequence[Path], report: Progress) -> Iterator[str]:
    """Yield the words of one file."""
    (path,) = paths
    entries = _ENTRY.findall(gzip.decompress(path.read_bytes()))
    encoding = _ENCODINGS[path.name.partition(".")[0]]
    word = b""
    for number, (shared, rest) in enumerate(entries):
        if not number % _STEP:
            report(number, len(entries))
        word = word[: shared[0] - 1] + rest
        yield word.decode(encoding)
    report(len(entries), len(entries))
