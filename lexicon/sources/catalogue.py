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
from lexicon.sources import bounds
from lexicon.sources.bounds import UNBOUNDED, Bounds

LISTS = Path("/usr/share/dict")
STEMS = Path("/usr/share/hunspell")
NAMES = Path(__file__).parents[1] / "data"


@dataclass(frozen=True, slots=True)
class WordSource:
    """``words`` is about how many come in; ``seconds`` and ``megabytes`` of memory are what that
    took on two cores of 2023. A name that ends in ``.dic`` is read by its ``.aff``, within
    ``bounds``. ``names`` is our own file of names that the package's capitals do not tell."""

    language: str
    package: str
    files: tuple[str, ...]
    words: int
    seconds: int
    megabytes: int
    licence: str
    remark: str = ""
    capitals: Capitals = "refuse"
    encoding: Encoding = "utf-8"
    bounds: Bounds = UNBOUNDED
    names: str = ""

    @property
    def code(self) -> str:
        """Of the dictionary, where nobody wants another."""
        return f"{self.language}-debian"

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

    def read_names(self) -> frozenset[str]:
        if not self.names:
            return frozenset()
        return frozenset((NAMES / self.names).read_text(encoding="utf-8").split())

    def is_here(self) -> bool:
        try:
            self.find_files()
        except SourceError:
            return False
        return True


_SOURCES: Sequence[WordSource] = (
    WordSource("af", "hunspell-af", ("af_ZA.dic",), 144_000, 7, 305, "LGPL-2.1 or later"),
    WordSource(
        "ar", "hunspell-ar", ("ar.dic",), 2_205_000, 60, 444, "GPL-2, LGPL-2.1 or MPL-1.1",
        "Prefixes (but the article) and pronouns behind other endings are left out. The script "
        "has no capitals, so names cannot be told from words.",
        bounds=bounds.ARABIC,
    ),
    WordSource("bg", "wbulgarian", ("bulgarian",), 861_000, 11, 299, "GPL-2"),
    WordSource("ca", "wcatalan", ("catalan",), 551_000, 10, 279, "GPL-2 or later"),
    WordSource("cs", "hunspell-cs", ("cs_CZ.dic",), 3_243_000, 61, 650, "GPL-2"),
    WordSource("da", "wdanish", ("danish",), 289_000, 6, 299, "GPL-2 or later"),
    WordSource(
        "de", "wngerman", ("ngerman",), 350_000, 8, 358, "GPL-2 or later",
        "Nouns are capitalised in German and allowed in the game, so a capital initial is "
        "accepted; words with further capitals are abbreviations and refused. The list marks no "
        "names: a thousand well-known ones are left out, rarer ones come in with the nouns. "
        "--leave-out FILE refuses those you list.",
        capitals="nouns",
        names="names.de.txt",
    ),
    WordSource(
        "el", "hunspell-el", ("el_GR.dic",), 794_000, 26, 357, "MPL-1.1, GPL-2 or LGPL-2.1",
        "Accents fall away as on the tiles.",
    ),
    WordSource("eo", "wesperanto", ("esperanto",), 962_000, 12, 317, "GPL-2 or later"),
    WordSource(
        "es", "hunspell-es", ("es_ES.dic",), 614_000, 14, 284, "GPL-3, LGPL-3 or MPL-1.1, or later"
    ),
    WordSource(
        "et", "myspell-et", ("et_EE.dic",), 5_037_000, 78, 857, "LGPL-2.1 or later",
        "Without the particle -gi or -ki, diminutives, forms of participles as adjectives, and "
        "endings of more than seven letters.",
        bounds=bounds.ESTONIAN,
    ),
    WordSource(
        "eu", "hunspell-eu", ("eu.dic",), 3_151_000, 170, 917, "LGPL-3 or later",
        "One ending a stem, no ending behind an ending.",
        bounds=bounds.BASQUE,
    ),
    WordSource(
        "fa", "myspell-fa", ("fa_IR.dic",), 213_000, 11, 219, "GPL-2 or later",
        "Words written with a joint that has no width are left out. The script has no capitals, "
        "so names cannot be told from words.",
    ),
    WordSource("fo", "wfaroese", ("faroese",), 411_000, 8, 376, "GPL-2 or later"),
    WordSource(
        "fr", "wfrench", ("french",), 325_000, 5, 245, "GPL-2 or later",
        "Accents and ligatures fall away as on the tiles.",
    ),
    WordSource("ga", "myspell-ga", ("ga_IE.dic",), 221_000, 5, 231, "GPL-3"),
    WordSource(
        "he", "hunspell-he", ("he_IL.dic",), 455_000, 15, 229, "AGPL-3 or later",
        "Without the prefixes written together with a word (and, in, the, that). The script has "
        "no capitals, so names cannot be told from words.",
        bounds=bounds.HEBREW,
    ),
    WordSource("hr", "hunspell-hr", ("hr_HR.dic",), 1_013_000, 24, 356, "LGPL or SISSL"),
    WordSource(
        "hu", "hunspell-hu", ("hu_HU.dic",), 4_888_000, 243, 1118,
        "GPL-3, LGPL-3 or MPL-2.0, or later",
        "A stem with one ending: its cases, its plural in each case, its owner in the nominative "
        "and accusative (the third person's in each case), the forms of verbs. Without verbs' "
        "prefixes but those the list has, and without compounds.",
        bounds=bounds.HUNGARIAN,
    ),
    WordSource("id", "hunspell-id", ("id_ID.dic",), 218_000, 5, 227, "LGPL-3"),
    WordSource("is", "hunspell-is", ("is_IS.dic",), 268_000, 10, 362, "CC-BY-SA-3.0"),
    WordSource("it", "witalian", ("italian",), 106_000, 3, 205, "GPL-3 or later"),
    WordSource(
        "lt", "hunspell-lt", ("lt_LT.dic",), 5_478_000, 82, 969, "BSD",
        "Without negation (ne-), particles (be-, te-), and the long endings of participles.",
        bounds=bounds.LITHUANIAN,
    ),
    WordSource(
        "lv", "hunspell-lv", ("lv_LV.dic",), 3_629_000, 51, 698, "LGPL-2.1 or later",
        "Without negation (ne-), the superlative (vis-) and the debitive (jā-).",
        bounds=bounds.LATVIAN,
    ),
    WordSource(
        "nl", "wdutch", ("dutch",), 343_000, 11, 410, "BSD or CC-BY-3.0", "IJ is laid as I and J."
    ),
    WordSource(
        "no", "wnorwegian", ("bokmaal", "nynorsk"), 1_279_000, 29, 638, "GPL",
        "Bokmål and nynorsk together.",
        encoding="iso-8859-1",
    ),
    WordSource(
        "pl", "wpolish", ("polish",), 3_976_000, 66, 827,
        "GPL-2, LGPL-2.1, MPL-1.1, Apache-2.0 or CC-BY-4.0",
        "Nearly four million words: takes a minute or more, once.",
    ),
    WordSource("pt", "wportuguese", ("portuguese",), 384_000, 6, 243, "GPL-2, LGPL-2.1 or MPL-1.1"),
    WordSource(
        "ro", "hunspell-ro", ("ro_RO.dic",), 1_433_000, 24, 431, "GPL-2, LGPL-2.1 or MPL-1.1",
        "Marks fall away as on the tiles.",
    ),
    WordSource("ru", "hunspell-ru", ("ru_RU.dic",), 1_418_000, 22, 446, "BSD"),
    WordSource(
        "sk", "hunspell-sk", ("sk_SK.dic",), 1_993_000, 39, 527, "GPL-2, LGPL-2.1 or MPL-1.1"
    ),
    WordSource("sl", "hunspell-sl", ("sl_SI.dic",), 796_000, 18, 297, "GPL or LGPL"),
    WordSource("sv", "wswedish", ("swedish",), 116_000, 3, 217, "GPL", encoding="iso-8859-1"),
    WordSource("tr", "hunspell-tr", ("tr_TR.dic",), 1_326_000, 35, 548, "MPL-2.0"),
    WordSource("uk", "wukrainian", ("ukrainian",), 1_486_000, 22, 444, "GPL-2 or LGPL-2, or later"),
)  # fmt: skip
CATALOGUE = {source.language: source for source in _SOURCES}

LACKING = {
    "cy": "Debian packages no list of Welsh words.",
    "fi": "Finnish is packaged only as the programme Voikko, which judges words and lists none.",
    "gd": "The list of Gaelic words (hunspell-gd) is in today's spelling; the tiles are dotted.",
    "ht": "Debian packages no list of Haitian words.",
    "ja": "Debian packages no list of words in kana.",
    "la": "Debian packages no list of Latin words.",
    "mg": "Debian packages no list of Malagasy words.",
    "ms": "Debian packages no list of Malay words.",
    "tn": "Debian packages no list of Tswana words.",
}
"""Languages that have tiles and no words, and why. Own lists are welcome by the admin's upload."""
