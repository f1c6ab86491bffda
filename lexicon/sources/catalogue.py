"""The languages for which Debian packages words, and how to read each package.

The lists are made for spelling checkers. A language has either a plain list (``w…``) or stems with
rules for their forms (``hunspell-…``, see :mod:`lexicon.sources.hunspell`). Abbreviations, names,
prefixes and compounds with marks are refused as in any import. The ``remark`` of a source describes
its peculiarities. It becomes the dictionary's description, and pages show it in the reader's
language (:func:`lexicon.perspective.wording.translate_description`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext_noop as _

from lexicon.lists.decoding import Encoding
from lexicon.lists.word_filter import CapitalsRule
from lexicon.sources import bounds
from lexicon.sources.bounds import ALL_AFFIXES, AffixBounds
from lexicon.terms.errors import PackageError

LISTS_FOLDER = Path("/usr/share/dict")
STEMS_FOLDER = Path("/usr/share/hunspell")
HSPELL_FOLDER = Path("/usr/share/hspell")
ASPELL_FOLDER = Path("/usr/share/aspell")
COLLATINUS_FOLDER = Path("/usr/share/collatinus/data")
VOIKKO_FOLDER = Path("/usr/lib/voikko/5/mor-standard")
NAMES_FOLDER = Path(__file__).parents[1] / "data"


@dataclass(frozen=True, slots=True)
class WordSource:
    """The words of one language in a Debian package."""

    language: str
    package: str
    # A file that ends in ".dic" is expanded by the rules of its ".aff", one that ends in ".wgz" is
    # Hspell's, one in ".cwl.gz" Aspell's, one in ".vfst" Voikko's, those in ".la" Collatinus's.
    files: tuple[str, ...]
    # Rough number of accepted words, and what the import took on two cores of 2023.
    words: int
    seconds: int
    megabytes: int
    licence: str
    remark: str = ""
    capitals: CapitalsRule = "refuse"
    encoding: Encoding = "utf-8"
    bounds: AffixBounds = ALL_AFFIXES
    # Our own file of names, for a package whose capitals do not show what is a name.
    names: str = ""

    @property
    def code(self) -> str:
        """Default code of the dictionary."""
        return f"{self.language}-debian"

    @property
    def has_stems(self) -> bool:
        return self.files[0].endswith(".dic")

    def find_files(self, folder: Path | None = None) -> list[Path]:
        """Return the paths of the files. Raises :class:`PackageError`, which names the package, if
        one is missing."""
        folder = folder or _get_folder(self.files[0])
        paths = [folder / name for name in self.files]
        rules = [path.with_suffix(".aff") for path in paths if self.has_stems]
        if missing := [path for path in (*paths, *rules) if not path.exists()]:
            raise PackageError("package.missing", file=str(missing[0]), package=self.package)
        return paths

    def read_names(self) -> frozenset[str]:
        if not self.names:
            return frozenset()
        return frozenset((NAMES_FOLDER / self.names).read_text(encoding="utf-8").split())

    def is_here(self) -> bool:
        try:
            self.find_files()
        except PackageError:
            return False
        return True


def _get_folder(file: str) -> Path:
    """Return the folder where Debian puts a file of this kind."""
    folders = {
        ".dic": STEMS_FOLDER,
        ".wgz": HSPELL_FOLDER,
        ".gz": ASPELL_FOLDER,
        ".la": COLLATINUS_FOLDER,
        ".vfst": VOIKKO_FOLDER,
    }
    return folders.get(Path(file).suffix, LISTS_FOLDER)


_SOURCES: Sequence[WordSource] = (
    WordSource("af", "hunspell-af", ("af_ZA.dic",), 144_000, 7, 305, "LGPL-2.1 or later"),
    WordSource(
        "ar", "hunspell-ar", ("ar.dic",), 2_272_000, 60, 444, "GPL-2, LGPL-2.1 or MPL-1.1",
        _("Without prefixes other than the article, and without pronouns after other endings. "
        "Letters without a tile are played as the plain one: ة as ه, then إ and آ as ا, and ى as "
        "ي. The script has no capitals, so names can't be distinguished from words."),
        bounds=bounds.ARABIC,
    ),
    WordSource("bg", "wbulgarian", ("bulgarian",), 861_000, 11, 299, "GPL-2"),
    WordSource("ca", "wcatalan", ("catalan",), 551_000, 10, 279, "GPL-2 or later"),
    WordSource("cs", "hunspell-cs", ("cs_CZ.dic",), 3_243_000, 61, 650, "GPL-2"),
    WordSource(
        "cy", "aspell-cy", ("cy.cwl.gz",), 347_000, 19, 286, "GPL-2",
        _("With mutated forms, which the list doesn't tell from others. Circumflexes are dropped, "
        "as on the tiles."),
    ),
    WordSource("da", "wdanish", ("danish",), 289_000, 6, 299, "GPL-2 or later"),
    WordSource(
        "de", "wngerman", ("ngerman",), 350_000, 8, 358, "GPL-2 or later",
        _("German capitalises nouns, which are allowed in the game, so a capital initial is "
        "accepted. Words with further capitals are abbreviations and rejected. The list "
        "doesn't mark names: a thousand well-known ones are left out, rarer ones come in with "
        "the nouns."),
        capitals="nouns",
        names="names.de.txt",
    ),
    WordSource(
        "el", "hunspell-el", ("el_GR.dic",), 794_000, 26, 357, "MPL-1.1, GPL-2 or LGPL-2.1",
        _("Accents are dropped, as on the tiles."),
    ),
    WordSource("eo", "wesperanto", ("esperanto",), 962_000, 12, 317, "GPL-2 or later"),
    WordSource(
        "es", "hunspell-es", ("es_ES.dic",), 614_000, 14, 284, "GPL-3, LGPL-3 or MPL-1.1, or later"
    ),
    WordSource(
        "et", "myspell-et", ("et_EE.dic",), 5_037_000, 78, 857, "LGPL-2.1 or later",
        _("Without the particle -gi or -ki, diminutives, forms of participles as adjectives, and "
        "endings of more than seven letters."),
        bounds=bounds.ESTONIAN,
    ),
    WordSource(
        "eu", "hunspell-eu", ("eu.dic",), 3_151_000, 170, 917, "LGPL-3 or later",
        _("One ending per stem."),
        bounds=bounds.BASQUE,
    ),
    WordSource(
        "fa", "myspell-fa", ("fa_IR.dic",), 313_000, 11, 219, "GPL-2 or later",
        _("Words whose parts are written apart without a space are played in one. A hamza is left "
        "out: ئ is played as ی, also أ as ا and ؤ as و. The script has no capitals, so names can't "
        "be distinguished from words."),
    ),
    WordSource(
        "fi", "voikko-fi", ("mor.vfst",), 3_465_000, 55, 1018, "GPL-2 or later",
        _("Without compounds, except those that Voikko lists as one word, and without possessive "
        "suffixes and particles such as -kin and -ko. Adjectives in -llinen and -ton are made "
        "from any noun."),
    ),
    WordSource("fo", "wfaroese", ("faroese",), 411_000, 8, 376, "GPL-2 or later"),
    WordSource(
        "fr", "wfrench", ("french",), 325_000, 5, 245, "GPL-2 or later",
        _("Accents and ligatures are dropped, as on the tiles."),
    ),
    WordSource("ga", "myspell-ga", ("ga_IE.dic",), 221_000, 5, 231, "GPL-3"),
    WordSource(
        "he", "hspell", ("hebrew.wgz", "hebrew.wgz.desc", "hebrew.wgz.prefixes"),
        459_000, 12, 360, "AGPL-3 or later",
        _("Without prefixes joined to a word (and, in, the, that), except that of infinitives. A "
        "geresh is left out. The script has no capitals, so names can't be distinguished from "
        "words."),
    ),
    WordSource("hr", "hunspell-hr", ("hr_HR.dic",), 1_013_000, 24, 356, "LGPL or SISSL"),
    WordSource(
        "hu", "hunspell-hu", ("hu_HU.dic",), 4_888_000, 243, 1118,
        "GPL-3, LGPL-3 or MPL-2.0, or later",
        _("Stems with one ending: cases, plurals in each case, possessives in the nominative and "
        "accusative (third person: in each case) and verb forms. Without compounds, and "
        "without verb prefixes other than those in the list."),
        bounds=bounds.HUNGARIAN,
    ),
    WordSource("id", "hunspell-id", ("id_ID.dic",), 218_000, 5, 227, "LGPL-3"),
    WordSource("is", "hunspell-is", ("is_IS.dic",), 268_000, 10, 362, "CC-BY-SA-3.0"),
    WordSource("it", "hunspell-it", ("it_IT.dic",), 2_999_000, 80, 691, "GPL-3"),
    WordSource(
        "la", "collatinus", ("lemmes.la", "modeles.la", "irregs.la"), 782_000, 15, 356,
        "GPL-2 or later",
        _("J is played as I. Words with K, Y or Z are left out, because the set has no such tiles. "
        "Without the particles -que, -ne and -ve."),
    ),
    WordSource(
        "lt", "hunspell-lt", ("lt_LT.dic",), 5_478_000, 82, 969, "BSD",
        _("Without negation (ne-), particles (be-, te-), and the long endings of participles."),
        bounds=bounds.LITHUANIAN,
    ),
    WordSource(
        "lv", "hunspell-lv", ("lv_LV.dic",), 3_629_000, 51, 698, "LGPL-2.1 or later",
        _("Without negation (ne-), the superlative (vis-) and the debitive (jā-)."),
        bounds=bounds.LATVIAN,
    ),
    WordSource(
        "nl", "wdutch", ("dutch",), 343_000, 11, 410, "BSD or CC-BY-3.0",
        _("IJ is played as I and J."),
    ),
    WordSource(
        "no", "wnorwegian", ("bokmaal", "nynorsk"), 1_279_000, 29, 638, "GPL",
        _("Bokmål and nynorsk together."),
        encoding="iso-8859-1",
    ),
    WordSource(
        "pl", "wpolish", ("polish",), 3_976_000, 66, 827,
        "GPL-2, LGPL-2.1, MPL-1.1, Apache-2.0 or CC-BY-4.0",
        _("Nearly four million words. Installing takes a minute or more, once."),
    ),
    WordSource("pt", "wportuguese", ("portuguese",), 384_000, 6, 243, "GPL-2, LGPL-2.1 or MPL-1.1"),
    WordSource(
        "ro", "hunspell-ro", ("ro_RO.dic",), 1_433_000, 24, 431, "GPL-2, LGPL-2.1 or MPL-1.1",
        _("Diacritics are dropped, as on the tiles."),
    ),
    WordSource("ru", "hunspell-ru", ("ru_RU.dic",), 1_418_000, 22, 446, "BSD"),
    WordSource(
        "sk", "hunspell-sk", ("sk_SK.dic",), 1_993_000, 39, 527, "GPL-2, LGPL-2.1 or MPL-1.1"
    ),
    WordSource("sl", "hunspell-sl", ("sl_SI.dic",), 796_000, 18, 297, "GPL or LGPL"),
    WordSource("sv", "hunspell-sv", ("sv_SE.dic",), 769_000, 29, 478, "LGPL-3"),
    WordSource("tr", "hunspell-tr", ("tr_TR.dic",), 1_326_000, 35, 548, "MPL-2.0"),
    WordSource("uk", "wukrainian", ("ukrainian",), 1_486_000, 22, 444, "GPL-2 or LGPL-2, or later"),
)  # fmt: skip
CATALOGUE = {source.language: source for source in _SOURCES}

MISSING_LANGUAGES = {
    "gd": _(
        "The Gaelic list (hunspell-gd) uses modern spelling, but the tiles use dotted letters."
    ),
    "ht": _("Debian has no Haitian word list."),
    "ja": _("Debian has no word list in kana."),
    "mg": _("Debian has no Malagasy word list."),
    "ms": _("Debian has no Malay word list."),
    "tn": _("Debian has no Tswana word list."),
}
"""Languages that have tiles but no words, and why. Editors can upload their own lists."""
