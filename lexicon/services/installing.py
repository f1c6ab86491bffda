"""A language's dictionary from the package that has its words, in one call.

Which languages there are is told by :mod:`lexicon.sources.catalogue`. The admin's way, a job with
a dry run, is :func:`lexicon.services.jobs.open_install`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabets import list_languages
from lexicon.errors import SourceError
from lexicon.graph.progress import Progress
from lexicon.lists.folding import fold_word
from lexicon.lists.text import iterate_words
from lexicon.models import Lexicon
from lexicon.services.definitions import save_definitions
from lexicon.services.importing import Import, Imported, import_checked
from lexicon.services.revisions import text_of
from lexicon.sources.catalogue import WordSource
from lexicon.sources.freedict import LONGEST, find_stem, package_of, read_meanings
from lexicon.sources.packages import (
    describe_licence,
    describe_origin,
    find_source,
    read_package,
    reading_of,
)


@dataclass(frozen=True, slots=True)
class Wish:
    """``code`` is the dictionary's, such as de-debian when empty; ``folder`` is the package's."""

    language: str
    code: str = ""
    folder: Path | None = None
    leave_out: Collection[str] = ()
    dry_run: bool = False


def install_language(
    wish: Wish, read: Progress | None = None, build: Progress | None = None
) -> Imported:
    """Make the language's dictionary, or its next revision when the package's words changed.

    ``read`` is told how much of the package is read, ``build`` of the word graph built. Raises
    :class:`SourceError` for a language that no package has, and with the package's name when it
    is not there.
    """
    source = find_source(wish.language)
    checked = read_package(source, wish.folder, read)
    return import_checked(describe_import(source, wish), checked, source.encoding, build)


def install_meanings(wish: Wish) -> int:
    """Write what a dictionary's words mean; returns of how many. Raises :class:`SourceError` when
    the package that tells or the dictionary is not there."""
    code = wish.code or f"{wish.language}-debian"
    lexicon = Lexicon.objects.select_related("current_revision").filter(slug=code).first()
    if lexicon is None or lexicon.current_revision is None:
        raise SourceError(f"There is no dictionary “{code}” whose words could be explained.")
    known = find_meanings(wish.language, text_of(lexicon.current_revision), wish.folder)
    return save_definitions(wish.language, known, package_of(wish.language))


def find_meanings(language: str, text: str, folder: Path | None = None) -> dict[str, str]:
    """What a text's words mean, in English, as far as a package tells. Raises
    :class:`SourceError` when it is not there."""
    told: dict[str, str] = {}
    for word, meaning in read_meanings(find_stem(language, folder)):
        folded = fold_word(word, language)
        before = told.get(folded)
        told[folded] = f"{before} · {meaning}"[:LONGEST] if before else meaning
    return {word: told[word] for word in iterate_words(text) if word in told}


def describe_import(source: WordSource, wish: Wish) -> Import:
    """What the catalogue says of the dictionary."""
    name = dict(list_languages())[source.language]
    return Import(
        wish.code or source.code,
        reading_of(source),
        name=f"{name} (Debian)",
        note=f"From Debian's package {source.package}.",
        source=describe_origin(source),
        licence=describe_licence(source),
        description=source.remark,
        dry_run=wish.dry_run,
        leave_out={fold_word(word, source.language) for word in wish.leave_out},
    )
