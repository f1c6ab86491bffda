"""The words of Hspell, a spelling checker for Hebrew, from its own files.

``hebrew.wgz`` has the words without prefixes, each written as the number of letters to drop from
the end of the previous word, followed by the letters to add. ``hebrew.wgz.prefixes`` has a byte
for each word, with a bit for each kind of prefix that may precede it, and ``hebrew.wgz.desc`` a
line with a code of two characters for each meaning. All are gzip.

Prefixes are separate words (and, in, that) written together with the next one, and are left out. An
infinitive always has its prefix ל (to), so this is the only one that is added.
"""

import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from lexicon.graph.progress import Progress

_INFINITIVE = "XB"
_NEEDS_PREFIX = 0b11
"""The bits of ב and ל. A word that has no other needs one of these two."""
_ENTRY = re.compile(r"(\d*)([^\d]+)|(\d+)")
_STEP = 20_000


def expand_hspell(paths: Sequence[Path], report: Progress) -> Iterator[str]:
    """Yield the words of ``hebrew.wgz``, ``.desc`` and ``.prefixes``, and of each infinitive the
    form with its prefix."""
    entries, meanings, prefixes = (gzip.decompress(path.read_bytes()) for path in paths)
    total = len(prefixes)
    words = _unpack_words(entries.decode("iso-8859-8"))
    lines = meanings.decode("ascii").split("\n")
    for number, (word, codes, prefix) in enumerate(zip(words, lines, prefixes, strict=False)):
        if not number % _STEP:
            report(number, total)
        if prefix & ~_NEEDS_PREFIX:
            yield word
        if _INFINITIVE in (codes[at : at + 2] for at in range(0, len(codes), 2)):
            # A single ו at the start is doubled behind a prefix.
            yield ("לו" if word[0] == "ו" != word[1:2] else "ל") + word
    report(total, total)


def _unpack_words(entries: str) -> Iterator[str]:
    """Yield the words.

    >>> list(_unpack_words("אב1ם0ים"))
    ['אב', 'אם', 'אםים']
    """
    word = ""
    for dropped, added, dropped_only in _ENTRY.findall(entries):
        drop = int(dropped or dropped_only or 0)
        word = word[: len(word) - drop] + added
        yield word
