"""Derivation of the two shipped English word lists from their sources.

``manage.py derive_lexicons`` runs it. The results and their licences are in ``lexicon/data``, and
:mod:`lexicon.services.shipped_lists` loads them into the database.
"""

import gzip
import re
import tarfile
from collections.abc import Collection, Iterable
from pathlib import Path

from lexicon.terms.errors import SourceError

DATA = Path(__file__).parents[1] / "data"
PACKAGE_VERSION = "4.1.0"
COMMON_SIZE = 60
OPEN_SIZE = 70
WORDS_WITHOUT_VOWELS = frozenset(("ew", "ok"))
"""Words that SCOWL has only beyond those sizes, but that every player expects."""
_PLAIN = re.compile(r"[a-z]{2,21}\Z")
_VOWEL = re.compile(r"[aeiouy]")


def read_package(tarball: Path) -> set[str]:
    """Read the playable words of the npm package ``word-list`` from the output of ``npm pack``.

    Raises :class:`SourceError` for any other file or version.
    """
    try:
        with tarfile.open(tarball) as package:
            manifest = package.extractfile("package/package.json")
            words = package.extractfile("package/words.txt")
            if manifest is None or words is None:
                raise KeyError("package/words.txt")
            if f'"version": "{PACKAGE_VERSION}"'.encode() not in manifest.read():
                raise SourceError(f"{tarball} is not version {PACKAGE_VERSION} of word-list.")
            return keep_plain_words(words.read().decode("ascii").split())
    except (OSError, tarfile.TarError, KeyError) as error:
        raise SourceError(
            f"{tarball} is not the npm package word-list: {error}. "
            f"Get it with: npm pack word-list@{PACKAGE_VERSION}"
        ) from error


def read_scowl(folder: Path, largest: int) -> set[str]:
    """Read the playable words of every ``*-words.SIZE`` file of SCOWL up to a size.

    Every spelling (American, British, Canadian, Australian) with its variants is included; the
    files of names, abbreviations and contractions are not. Raises :class:`SourceError` if there
    are no such files.
    """
    files = [path for path in folder.glob("*-words.*") if _size(path) <= largest]
    if not files:
        raise SourceError(
            f"{folder} has no SCOWL word files (such as english-words.10). "
            "On Debian, run: apt-get install scowl. Then pass /usr/share/dict/scowl."
        )
    found: set[str] = set()
    for path in files:
        found |= keep_plain_words(path.read_text(encoding="latin-1").split("\n"))
    return found


def find_added_words(package: Collection[str], scowl: Collection[str]) -> set[str]:
    """Return the words that SCOWL adds to the package's words.

    This leaves out abbreviations and plurals of letters (KB, PS), recognised by having no vowel,
    and the slurs that the package leaves out.
    """
    left_out = {*package, *read_left_out()}
    return {word for word in scowl if _VOWEL.search(word)} - left_out | WORDS_WITHOUT_VOWELS


def read_left_out() -> list[str]:
    """Read the slurs without another meaning, which no shipped list has. Editors may add them."""
    return (DATA / "left-out.txt").read_text(encoding="ascii").split()


def keep_plain_words(words: Iterable[str]) -> set[str]:
    """Keep the words with 2 to 21 letters, all of them lower-case a to z."""
    return {word for word in words if _PLAIN.match(word)}


def write_list(words: Iterable[str], path: Path) -> None:
    """Write a sorted word list, compressed reproducibly: the same words give the same bytes."""
    text = "".join(f"{word}\n" for word in sorted(words))
    # mtime=0: a time stamp would make the bytes differ.
    packed = gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)
    path.write_bytes(packed)


def read_list(path: Path) -> list[str]:
    """Read a list written by :func:`write_list`."""
    return gzip.decompress(path.read_bytes()).decode("ascii").split()


def _size(path: Path) -> int:
    suffix = path.suffix.removeprefix(".")
    return int(suffix) if suffix.isdigit() else 1000
