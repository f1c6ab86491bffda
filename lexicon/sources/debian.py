"""The word lists that Debian packages, and how each is to be read.

The lists are spelling lists. Abbreviations, names, prefixes and compounds with marks are refused
as in any import; what is special to a list stands in its ``remark``.
"""

from dataclasses import dataclass
from pathlib import Path

from lexicon.errors import SourceError
from lexicon.lists.decoding import Encoding
from lexicon.lists.sieve import Capitals

FOLDER = Path("/usr/share/dict")


@dataclass(frozen=True, slots=True)
class DebianList:
    package: str
    file: str
    language: str
    name: str
    encoding: Encoding
    capitals: Capitals
    licence: str
    remark: str = ""


LISTS = {
    "german": DebianList(
        "wngerman", "ngerman", "de", "German (Debian)", "utf-8", "nouns", "GPL-2 or later",
        "Nouns are capitalised in German and allowed in the game, so a capital initial is "
        "accepted; words with further capitals are abbreviations and refused. The list marks no "
        "names: some (cities, first names) come in with the nouns. --leave-out FILE refuses those "
        "you list.",
    ),
    "french": DebianList(
        "wfrench", "french", "fr", "French (Debian)", "utf-8", "refuse", "GPL-2 or later",
        "Accents and ligatures fall away as on the tiles.",
    ),
    "spanish": DebianList(
        "wspanish", "spanish", "es", "Spanish (Debian)", "utf-8", "refuse", "Public domain",
        "The list has base forms only: few plurals and conjugated verbs.",
    ),
    "polish": DebianList(
        "wpolish", "polish", "pl", "Polish (Debian)", "utf-8", "refuse",
        "GPL-2, LGPL-2.1, MPL-1.1, Apache-2.0 or CC-BY-4.0",
        "More than three million words: takes minutes and 3 GB of memory once.",
    ),
    "dutch": DebianList(
        "wdutch", "dutch", "nl", "Dutch (Debian)", "utf-8", "refuse", "BSD or CC-BY-3.0",
        "IJ is laid as I and J.",
    ),
    "swedish": DebianList(
        "wswedish", "swedish", "sv", "Swedish (Debian)", "iso-8859-1", "refuse", "GPL",
    ),
    "danish": DebianList(
        "wdanish", "danish", "da", "Danish (Debian)", "utf-8", "refuse", "GPL-2 or later",
    ),
}  # fmt: skip


def find_list(chosen: DebianList, folder: Path = FOLDER) -> Path:
    """The list's file; says which package brings it when it is not there."""
    path = folder / chosen.file
    if not path.exists():
        raise SourceError(f"{path} is missing. On Debian: apt-get install {chosen.package}")
    return path
