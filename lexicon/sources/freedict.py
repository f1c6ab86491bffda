"""English meanings of words from FreeDict's dictionaries, as Debian packages them for dictd.

An ``.index`` has a line for each entry: headword, offset and length, with numbers in base 64. A
``.dict.dz`` (gzip) has the entries, each starting with its headword: see dictfmt(1). The words
themselves come from the packages in :mod:`lexicon.sources.catalogue`.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from lexicon.terms.errors import SourceError

DICTD_FOLDER = Path("/usr/share/dictd")
PAIRS = {
    "af": "afr", "ar": "ara", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu", "el": "ell",
    "eo": "epo", "es": "spa", "fi": "fin", "fr": "fra", "ga": "gle", "hr": "hrv", "hu": "hun",
    "is": "isl", "it": "ita", "la": "lat", "lt": "lit", "nl": "nld", "pl": "pol", "pt": "por",
    "sk": "slk", "sl": "slv", "sv": "swe", "tr": "tur",
}  # fmt: skip
"""Languages with such a dictionary, and their codes in package names. The licences are GPL or
CC BY-SA; see each package's copyright file."""
_LOOSE_COMMA = re.compile(r"\s+,")
MAX_MEANING_LENGTH = 200
"""Characters to which a meaning is cut."""
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_ASIDE = re.compile(r"^\s*(?:see:|\"|Synonym|Note:|Antonym)|^\s{3,}")
_ABBREVIATION = re.compile(r"[^\s<>\[\],]+,\s+/[^/]*/\s*")
"""An abbreviation with its pronunciation, which stands behind the word that it abbreviates."""
_GRAMMAR = re.compile(r"\s*<[^>]*>|^\s*\d+\.\s*|\[[^\]]*\]\s*")


def get_package(language: str) -> str:
    """Return the package for a language. Raises :class:`SourceError` if there is none."""
    if pair := PAIRS.get(language):
        return f"dict-freedict-{pair}-eng"
    raise SourceError(f"There is no known package with definitions for “{language}”.")


def find_stem(language: str, folder: Path | None = None) -> Path:
    """Return the path of a dictionary's files without their suffixes.

    Raises :class:`SourceError`, which names the package, if they are missing.
    """
    package = get_package(language)
    stem = (folder or DICTD_FOLDER) / package.removeprefix("dict-")
    if not (stem.with_suffix(".index").exists() and stem.with_suffix(".dict.dz").exists()):
        raise SourceError(f"{stem}.index is missing. On Debian, run: apt-get install {package}")
    return stem


def read_meanings(stem: Path) -> Iterator[tuple[str, str]]:
    """Yield headword and meaning of each entry. A headword may have several entries."""
    with gzip.open(stem.with_suffix(".dict.dz")) as file:
        entries = file.read()
    with stem.with_suffix(".index").open(encoding="utf-8") as index:
        for line in index:
            word, start, length = line.rstrip("\n").split("\t")[:3]
            at = _read_number(start)
            entry = entries[at : at + _read_number(length)].decode(errors="replace")
            if not word.startswith("00") and (meaning := _extract_meaning(entry)):
                yield word, meaning


def _extract_meaning(entry: str) -> str:
    """Extract the translations, without headword, grammar, examples and cross-references."""
    lines = entry.strip("\n").split("\n")[1:]
    meanings = (_clean_line(line) for line in lines if not _ASIDE.match(line))
    return "; ".join(filter(None, meanings))[:MAX_MEANING_LENGTH]


def _clean_line(line: str) -> str:
    text = _GRAMMAR.sub("", _ABBREVIATION.sub("", line))
    return _LOOSE_COMMA.sub(",", text).strip(" ,")


def _read_number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _VALUES[digit]
    return value
