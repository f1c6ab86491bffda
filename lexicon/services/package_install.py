"""Installation of a language's dictionary from its Debian package, in one call.

:mod:`lexicon.sources.catalogue` lists the languages. The admin uses
:func:`lexicon.services.import_jobs.open_install` instead, a job with a dry run.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from lexicon.graph.progress import Progress, share_progress
from lexicon.lists.folding import fold_word
from lexicon.lists.word_text import iterate_words
from lexicon.models import Lexicon
from lexicon.services.definitions import REFERENCE, save_definitions
from lexicon.services.list_import import ImportRequest, ImportResult, import_checked
from lexicon.services.revisions import get_revision_text
from lexicon.sources.catalogue import WordSource
from lexicon.sources.freedict import MAX_MEANING_LENGTH, find_stem, get_package, read_meanings
from lexicon.sources.headwords import list_forms
from lexicon.sources.package_reader import (
    describe_licence,
    describe_origin,
    find_source,
    get_list_format,
    read_package,
)
from lexicon.terms.alphabets import list_languages
from lexicon.terms.errors import SourceError
from lexicon.terms.stored_texts import make_stored_text

MEANING_SHARES = (10, 75, 15)
"""Shares of the time that it takes to read definitions, to list the forms of their headwords, and
to find the words."""


@dataclass(frozen=True, slots=True)
class InstallRequest:
    """What to install. ``code`` defaults to one like "de-debian", ``folder`` to the package's."""

    language: str
    code: str = ""
    folder: Path | None = None
    leave_out: Collection[str] = ()
    dry_run: bool = False


def install_language(
    install_request: InstallRequest, read: Progress | None = None, build: Progress | None = None
) -> ImportResult:
    """Create a language's dictionary, or a new revision if the package's words have changed.

    ``read`` and ``build`` receive the progress of reading the package and of compiling the word
    graph. Raises :class:`PackageError` if no package has the language or it is not installed.
    """
    source = find_source(install_request.language)
    checked = read_package(source, install_request.folder, read)
    return import_checked(describe_import(source, install_request), checked, source.encoding, build)


def install_meanings(install_request: InstallRequest) -> int:
    """Write definitions of a dictionary's words, and return how many.

    Raises :class:`SourceError` if the package with definitions or the dictionary is missing.
    """
    code = install_request.code or f"{install_request.language}-debian"
    lexicon = Lexicon.objects.select_related("current_revision").filter(slug=code).first()
    if lexicon is None or lexicon.current_revision is None:
        raise SourceError(f"There is no dictionary “{code}” to add definitions to.")
    known = find_meanings(
        install_request.language,
        get_revision_text(lexicon.current_revision),
        install_request.folder,
    )
    return save_definitions(install_request.language, known, get_package(install_request.language))


def find_meanings(
    language: str, text: str, folder: Path | None = None, progress: Progress | None = None
) -> dict[str, str]:
    """Return the definitions of a text's words, for those that a package explains.

    That is the English meaning of a headword, and for other forms a reference to their headword.
    Raises :class:`SourceError` if the package is not installed.
    """
    read, list_all, find = share_progress(progress, *MEANING_SHARES)
    meanings: dict[str, str] = {}
    for word, meaning in read_meanings(find_stem(language, folder)):
        folded = fold_word(word, language)
        before = meanings.get(folded)
        # Several spellings may fold to the same word: their meanings are joined.
        meanings[folded] = f"{before} · {meaning}"[:MAX_MEANING_LENGTH] if before else meaning
    read(1, 1)
    headwords = {
        form: headword
        for form, headword in list_forms(language, meanings, folder, list_all)
        if form not in meanings
    }
    found: dict[str, str] = {}
    for word in iterate_words(text, find):
        if word in meanings:
            found[word] = meanings[word]
        elif word in headwords:
            found[word] = REFERENCE + headwords[word]
    return found


def describe_import(source: WordSource, install_request: InstallRequest) -> ImportRequest:
    """Build the import of a package from its entry in the catalogue."""
    name = dict(list_languages())[source.language]
    return ImportRequest(
        install_request.code or source.code,
        get_list_format(source),
        name=f"{name} (Debian)",
        automatic_note=make_stored_text("note.package", package=source.package),
        source=describe_origin(source),
        licence=describe_licence(source),
        description=source.remark,
        dry_run=install_request.dry_run,
        leave_out={fold_word(word, source.language) for word in install_request.leave_out},
    )
