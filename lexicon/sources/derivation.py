"""How the two shipped English word lists come from their sources.

Pure functions; the command is ``manage.py derive_lexicons``, the results and their licences lie
in ``lexicon/data``, and :mod:`lexicon.services.shipped` loads them into the database.
"""

import gzip
import re
import tarfile
from collections.abc import Collection, Iterable
from pathlib import Path

from lexicon.errors import SourceError

DATA = Path(__file__).parents[1] / "data"
PACKAGE_VERSION = "4.1.0"
COMMON_SIZE = 60
OPEN_SIZE = 70
EXPECTED = frozenset(("ew", "ok"))
"""Lower-case words of SCOWL beyond those sizes that everybody looks for."""
_PLAIN = re.compile(r"[a-z]{2,21}\Z")
_VOWEL = re.compile(r"[aeiouy]")


def read_package(tarball: Path) -> set[str]:
    """The playable words of the npm package ``word-list``, given the file ``npm pack`` wrote."""
    try:
        with tarfile.open(tarball) as package:
            manifest = package.extractfile("package/package.json")
            words = package.extractfile("package/words.txt")
            if manifest is None or words is None:
                raise KeyError("package/words.txt")
            if f'"version": "{PACKAGE_VERSION}"'.encode() not in manifest.read():
                raise SourceError(f"{tarball} is not version {PACKAGE_VERSION} of word-list.")
            return keep_plain(words.read().decode("ascii").split())
    except (OSError, tarfile.TarError, KeyError) as error:
        raise SourceError(
            f"{tarball} is not the npm package word-list: {error}. "
            f"Get it with: npm pack word-list@{PACKAGE_VERSION}"
        ) from error


def read_scowl(folder: Path, largest: int) -> set[str]:
    """The playable words of every ``*-words.SIZE`` file of SCOWL up to a size.

    Every spelling (American, British, Canadian, Australian) and its variants count; the files of
    names, abbreviations and contractions are left aside.
    """
    files = [path for path in folder.glob("*-words.*") if _size(path) <= largest]
    if not files:
        raise SourceError(
            f"{folder} holds no SCOWL word files (such as english-words.10). "
            "On Debian: apt-get install scowl, then give /usr/share/dict/scowl."
        )
    found: set[str] = set()
    for path in files:
        found |= keep_plain(path.read_text(encoding="latin-1").split("\n"))
    return found


def find_more(package: Collection[str], scowl: Collection[str]) -> set[str]:
    """What SCOWL adds to the package's words.

    Without its abbreviations and plurals of letters, which are told by having no vowel (KB, PS),
    and without the slurs that the package had left out.
    """
    left_out = {*package, *read_left_out()}
    return {word for word in scowl if _VOWEL.search(word)} - left_out | EXPECTED


def read_left_out() -> list[str]:
    """Slurs without another meaning, which no shipped list has; editors may add them."""
    return (DATA / "left-out.txt").read_text(encoding="ascii").split()


def keep_plain(words: Iterable[str]) -> set[str]:
    """Those words that have 2 to 21 letters, all of them lower-case a to z."""
    return {word for word in words if _PLAIN.match(word)}


def write_list(words: Iterable[str], path: Path) -> None:
    """Write a sorted word list, compressed so that the same words give the same bytes."""
    text = "".join(f"{word}\n" for word in sorted(words))
    packed = gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0)
    path.write_bytes(packed)


def read_list(path: Path) -> list[str]:
    """The words of a list written by :func:`write_list`."""
    return gzip.decompress(path.read_bytes()).decode("ascii").split()


def _size(path: Path) -> int:
    suffix = path.suffix.removeprefix(".")
    return int(suffix) if suffix.isdigit() else 1000
