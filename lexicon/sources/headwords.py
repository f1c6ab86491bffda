"""Headwords of inflected forms, from the stems of Hunspell dictionaries.

A dictionary in :mod:`lexicon.sources.catalogue` that is expanded from stems uses its own files.
For a plain list, another package of the language has the stems; they add no words to the list.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from lexicon.graph.progress import Progress, ignore_progress
from lexicon.lists.folding import fold_word
from lexicon.lists.word_filter import MAX_WORD_LENGTH
from lexicon.sources import catalogue
from lexicon.sources.bounds import ALL_AFFIXES, AffixBounds
from lexicon.sources.catalogue import CATALOGUE
from lexicon.sources.hunspell import Hunspell

_STEP = 1000
"""Stems between two reports of progress."""
_PACKAGES = {
    "da": ("hunspell-da", "da_DK.dic"),
    "de": ("hunspell-de-de", "de_DE.dic"),
    "eo": ("hunspell-eo", "eo.dic"),
    "fr": ("hunspell-fr-classical", "fr.dic"),
    "nl": ("hunspell-nl", "nl.dic"),
    "pl": ("hunspell-pl", "pl_PL.dic"),
    "pt": ("hunspell-pt-br", "pt_BR.dic"),
}


@dataclass(frozen=True, slots=True)
class StemSource:
    """The stems of a language: a Debian package, its ``.dic`` file, and the bounds of its forms."""

    package: str
    file: str
    bounds: AffixBounds

    def find_file(self, folder: Path | None = None) -> Path | None:
        """Return the path of the file, or ``None`` if the package is not installed."""
        path = (folder or catalogue.STEMS_FOLDER) / self.file
        return path if path.exists() else None


def get_stem_source(language: str) -> StemSource | None:
    """Return where a language's stems are, or ``None`` if Debian has none for it."""
    source = CATALOGUE.get(language)
    if source and source.has_stems:
        return StemSource(source.package, source.files[0], source.bounds)
    if known := _PACKAGES.get(language):
        return StemSource(*known, ALL_AFFIXES)
    return None


def list_forms(
    language: str,
    headwords: Collection[str],
    folder: Path | None = None,
    progress: Progress = ignore_progress,
) -> Iterator[tuple[str, str]]:
    """Yield the forms of these headwords, each with its headword, all as tiles spell them.

    Some come more than once. Yields nothing if the stems are not installed.
    """
    source = get_stem_source(language)
    path = source.find_file(folder) if source else None
    if source is None or path is None:
        return
    dictionary = Hunspell(path, source.bounds)
    total = dictionary.count_stems()
    for number, stem in enumerate(dictionary.stems()):
        if not number % _STEP:
            progress(number, total)
        headword = fold_word(stem.text, language)
        if headword in headwords:
            for form in dictionary.forms(stem, 2 * MAX_WORD_LENGTH):
                yield fold_word(form, language), headword
