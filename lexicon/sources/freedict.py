"""What words mean, in English, from FreeDict's dictionaries as Debian packages them for dictd.

An ``.index`` has a line for each entry: headword, offset and length, the numbers in base 64; a
``.dict.dz`` (gzip) has the entries, headword first: see dictfmt(1). Where the words themselves
come from is told by :mod:`lexicon.sources.catalogue`.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from lexicon.errors import SourceError

FOLDER = Path("/usr/share/dictd")
PAIRS = {
    "af": "afr", "ar": "ara", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell",
    "eo": "epo", "es": "spa", "fi": "fin", "fr": "fra", "ga": "gle", "hr": "hrv", "hu": "hun",
    "is": "isl", "it": "ita", "la": "lat", "lt": "lit", "nl": "nld", "pl": "pol", "pt": "por",
    "sk": "slk", "sl": "slv", "sv": "swe", "tr": "tur",
}  # fmt: skip
"""Languages with such a dictionary, and how its package calls them. The licences are the GPL or
CC BY-SA: each package's copyright file tells which."""
LONGEST = 200
"""Characters of a meaning."""
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_ASIDE = re.compile(r"^\s*(?:see:|\"|Synonym|Note:|Antonym)|^\s{3,}")
_GRAMMAR = re.compile(r"\s*<[^>]*>|^\s*\d+\.\s*|\[[^\]]*\]\s*")


def package_of(language: str) -> str:
    """Raises :class:`SourceError` for a language without such a dictionary."""
    if pair := PAIRS.get(language):
        return f"dict-freedict-{pair}-eng"
    raise SourceError(f"No package is known with the meanings of words in “{language}”.")


def find_stem(language: str, folder: Path | None = None) -> Path:
    """The files without their endings. Raises :class:`SourceError` with the package's name when
    they are not there."""
    package = package_of(language)
    stem = (folder or FOLDER) / package.removeprefix("dict-")
    if not (stem.with_suffix(".index").exists() and stem.with_suffix(".dict.dz").exists()):
        raise SourceError(f"{stem}.index is missing. On Debian: apt-get install {package}")
    return stem


def read_meanings(stem: Path) -> Iterator[tuple[str, str]]:
    """Headword and meaning, entry by entry; a headword with several entries comes several times."""
    with gzip.open(stem.with_suffix(".dict.dz")) as file:
        entries = file.read()
    with stem.with_suffix(".index").open(encoding="utf-8") as index:
        for line in index:
            word, start, length = line.rstrip("\n").split("\t")[:3]
            at = _read_number(start)
            entry = entries[at : at + _read_number(length)].decode(errors="replace")
            if not word.startswith("00") and (meaning := _tell_meaning(entry)):
                yield word, meaning


def _tell_meaning(entry: str) -> str:
    """The translations alone: without headword, grammar, examples and hints at other entries."""
    lines = entry.strip("\n").split("\n")[1:]
    told = (_GRAMMAR.sub("", line).strip() for line in lines if not _ASIDE.match(line))
    return "; ".join(filter(None, told))[:LONGEST]


def _read_number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _VALUES[digit]
    return value
