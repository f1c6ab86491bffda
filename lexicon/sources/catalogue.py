"""The languages whose words Debian packages, and how each package is to be read.

The lists are made for spelling checkers: a language has either a plain list (``w…``) or stems with
rules for their forms (``hunspell-…``, see :mod:`lexicon.sources.hunspell`). Abbreviations, names,
prefixes and compounds with marks are refused as in any import; what is special to a source stands
in its ``remark``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lexicon.errors import SourceError
from lexicon.lists.decoding import Encoding
from lexicon.lists.sieve import Capitals

LISTS = Path("/usr/share/dict")
STEMS = Path("/usr/share/hunspell")


@dataclass(frozen=True, slots=True)
class WordSource:
    """``words`` is about how many come in. A name that ends in ``.dic`` is read by its ``.aff``."""

    language: str
    package: str
    files: tuple[str, ...]
    words: int
    licence: str
    remark: str = ""
    capitals: Capitals = "refuse"
    encoding: Encoding = "utf-8"

    @property
    def has_stems(self) -> bool:
        return self.files[0].endswith(".dic")

    def find_files(self, folder: Path | None = None) -> list[Path]:
        """Where its files are. Raises :class:`SourceError` with the package's name when they are
        not there."""
        folder = folder or (STEMS if self.has_stems else LISTS)
        paths = [folder / name for name in self.files]
        if missing := [path for path in paths if not path.exists()]:
            raise SourceError(f"{missing[0]} is missing. On Debian: apt-get install {self.package}")
        return paths


_SOURCES: Sequence[WordSource] = (
    WordSource("af", "hunspell-af", ("af_ZA.dic",), 144_000, "LGPL-2.1 or later"),
    WordSource("bg", "wbulgarian", ("bulgarian",), 861_000, "GPL-2"),
    WordSource("ca", "wcatalan", ("catalan",), 551_000, "GPL-2 or later"),
    WordSource("da", "wdanish", ("danish",), 289_000, "GPL-2 or later"),
    WordSource(
        "de", "wngerman", ("ngerman",), 352_000, "GPL-2 or later",
        "Nouns are capitalised in German and allowed in the game, so a capital initial is "
        "accepted; words with further capitals are abbreviations and refused. The list marks no "
        "names: some (cities, first names) come in with the nouns. --leave-out FILE refuses those "
        "you list.",
        capitals="nouns",
    ),
    WordSource("eo", "wesperanto", ("esperanto",), 962_000, "GPL-2 or later"),
    WordSource("es", "hunspell-es", ("es_ES.dic",), 614_000, "GPL-3, LGPL-3 or MPL-1.1, or later"),
    WordSource("fo", "wfaroese", ("faroese",), 411_000, "GPL-2 or later"),
    WordSource(
        "fr", "wfrench", ("french",), 325_000, "GPL-2 or later",
        "Accents and ligatures fall away as on the tiles.",
    ),
    WordSource("hr", "hunspell-hr", ("hr_HR.dic",), 1_013_000, "LGPL or SISSL"),
    WordSource("id", "hunspell-id", ("id_ID.dic",), 218_000, "LGPL-3"),
    WordSource("is", "hunspell-is", ("is_IS.dic",), 268_000, "CC-BY-SA-3.0"),
    WordSource("it", "witalian", ("italian",), 106_000, "GPL-3 or later"),
    WordSource(
        "nl", "wdutch", ("dutch",), 343_000, "BSD or CC-BY-3.0", "IJ is laid as I and J."
    ),
    WordSource(
        "no", "wnorwegian", ("bokmaal", "nynorsk"), 1_279_000, "GPL",
        "Bokmål and nynorsk together.",
        encoding="iso-8859-1",
    ),
    WordSource(
        "pl", "wpolish", ("polish",), 3_300_000,
        "GPL-2, LGPL-2.1, MPL-1.1, Apache-2.0 or CC-BY-4.0",
        "More than three million words: takes minutes and 3 GB of memory once.",
    ),
    WordSource("pt", "wportuguese", ("portuguese",), 384_000, "GPL-2, LGPL-2.1 or MPL-1.1"),
    WordSource("ru", "hunspell-ru", ("ru_RU.dic",), 1_418_000, "BSD"),
    WordSource("sl", "hunspell-sl", ("sl_SI.dic",), 796_000, "GPL or LGPL"),
    WordSource("sv", "wswedish", ("swedish",), 116_000, "GPL", encoding="iso-8859-1"),
    WordSource("uk", "wukrainian", ("ukrainian",), 1_486_000, "GPL-2 or LGPL-2, or later"),
)  # fmt: skip
CATALOGUE = {source.language: source for source in _SOURCES}
