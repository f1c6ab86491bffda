"""Some words of every language that is packaged here, from all over its package."""

import re
from collections.abc import Iterator
from pathlib import Path

from lexicon.lists.reading import Reading, read_words
from lexicon.sources.catalogue import WordSource

WORDS = 4000
"""So many short ones and as many long ones of each package."""
SHORT = 5
SLICES, SLICE = 60, 20_000


def read_some(source: WordSource) -> list[str]:
    """Words from all over a package: lines of its list, or stems without their forms."""
    lines = [line for path in source.find_files() for line in _lines_of(path, source)]
    short = [line for line in lines if len(line.partition("/")[0]) <= SHORT]
    some = (*short[:: len(short) // WORDS + 1], *lines[:: len(lines) // WORDS + 1])
    text = "\n".join(re.split(r"[/\s]", line)[0] for line in some)
    reading = Reading(source.language, source.capitals, "utf-8", names=source.read_names())
    return sorted(read_words(text.encode(), reading)[0].words)


def _lines_of(path: Path, source: WordSource) -> list[str]:
    encoding: str = source.encoding
    if path.suffix == ".dic":
        rules = path.with_suffix(".aff").read_bytes()
        found = re.search(rb"^SET\s+(?:microsoft-)?(\S+)", rules, re.M)
        encoding = found[1].decode() if found else "latin-1"
    content = b"\n".join(_slices_of(path))
    return content.decode(encoding, "ignore").splitlines()


def _slices_of(path: Path) -> Iterator[bytes]:
    """Whole lines from all over a file that may be as long as it likes."""
    size = path.stat().st_size
    with path.open("rb") as file:
        for start in range(0, size, max(size // SLICES, SLICE)):
            file.seek(start)
            yield file.read(SLICE).partition(b"\n")[2].rpartition(b"\n")[0]
