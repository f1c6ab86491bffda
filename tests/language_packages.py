"""A sample of words from every packaged language, taken from all parts of its package."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lexicon.lists.list_reader import read_word_list
from lexicon.sources.catalogue import WordSource
from lexicon.sources.package_reader import EXPANDERS, get_list_format

WORDS = 4000
"""The number of short words, and also of long ones, taken from each package."""
SHORT = 5
SLICES, SLICE = 60, 20_000


def read_some(source: WordSource) -> list[str]:
    """Return a sample of the package's words; of stems, without their inflected forms."""
    paths = source.find_files()
    if expand := EXPANDERS.get(source.files[0]):
        lines = list(expand(paths, lambda _done, _total: None))
    else:
        lines = [line for path in paths for line in _lines_of(path, source)]
    short = [line for line in lines if len(line.partition("/")[0]) <= SHORT]
    some = (*short[:: len(short) // WORDS + 1], *lines[:: len(lines) // WORDS + 1])
    text = "\n".join(re.split(r"[/\s]", line)[0] for line in some)
    reading = replace(get_list_format(source), encoding="utf-8")
    return sorted(read_word_list(text.encode(), reading)[0].words)


def _lines_of(path: Path, source: WordSource) -> list[str]:
    encoding: str = source.encoding
    if path.suffix == ".dic":
        rules = path.with_suffix(".aff").read_bytes()
        found = re.search(rb"^SET\s+(?:microsoft-)?(\S+)", rules, re.M)
        # Hunspell's default if the rules name no encoding.
        encoding = found[1].decode() if found else "latin-1"
    content = b"\n".join(_slices_of(path))
    return content.decode(encoding, "ignore").splitlines()


def _slices_of(path: Path) -> Iterator[bytes]:
    """Yield whole lines from all parts of a file of any length."""
    size = path.stat().st_size
    with path.open("rb") as file:
        for start in range(0, size, max(size // SLICES, SLICE)):
            file.seek(start)
            yield file.read(SLICE).partition(b"\n")[2].rpartition(b"\n")[0]
