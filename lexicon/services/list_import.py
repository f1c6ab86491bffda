"""Import of a word list in one call, for management commands.

The admin uses :mod:`lexicon.services.import_jobs` instead, which shows progress.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.text import slugify

from lexicon.graph.progress import Progress
from lexicon.lists.list_reader import ListFormat, read_word_list
from lexicon.lists.word_filter import CheckedList
from lexicon.lists.word_text import WordDifference, compare_texts, drop_words, merge_texts
from lexicon.models import Lexicon, Revision
from lexicon.services.definitions import save_definitions
from lexicon.services.revisions import Author, get_revision_text, publish_text
from lexicon.terms.alphabets import get_main_language, list_language_alphabets
from lexicon.terms.errors import SourceError
from lexicon.terms.stored_texts import StoredText


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """What to import, and how. ``reading.language`` may be "" if the dictionary exists."""

    code: str
    reading: ListFormat
    name: str = ""
    automatic_note: StoredText | None = None
    note: str = ""
    source: str = ""
    licence: str = ""
    description: str = ""
    add: bool = False
    dry_run: bool = False
    leave_out: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The outcome of an import. ``revision`` is None after a dry run, or if nothing changed."""

    lexicon: Lexicon
    checked: CheckedList
    encoding: str
    change: WordDifference
    revision: Revision | None = None


def import_list(wanted: ImportRequest, content: bytes) -> ImportResult:
    """Read a word list and publish it as a new revision, unless nothing would change."""
    language = find_or_make_lexicon(wanted).language
    checked, encoding = read_word_list(content, replace(wanted.reading, language=language))
    return import_checked(wanted, checked, encoding)


def import_checked(
    wanted: ImportRequest, checked: CheckedList, encoding: str, build: Progress | None = None
) -> ImportResult:
    """Publish a checked list as a new revision, unless nothing would change.

    ``build`` receives the progress of compiling the word graph. Raises :class:`SourceError` if the
    list has no usable word.
    """
    lexicon = find_or_make_lexicon(wanted)
    if not checked.words and not wanted.dry_run:
        raise SourceError("The list has no usable words. Run with --dry-run to see why.")
    base = lexicon.current_revision
    text, old = checked.words.text, get_revision_text(base)
    if wanted.leave_out:
        text = drop_words(text, wanted.leave_out)
    if wanted.add:
        text = merge_texts((old, text))
    change = compare_texts(old, text, 0)
    result = ImportResult(lexicon, checked, encoding, change)
    if wanted.dry_run:
        return result
    revision = None
    if change:
        if lexicon._state.adding:
            lexicon.save()
        revision = publish_text(
            lexicon,
            text,
            base=base,
            author=Author("Command"),
            note=wanted.note,
            automatic_note=wanted.automatic_note,
            progress=build,
        )
    save_definitions(lexicon.language, checked.definitions, wanted.source)
    return replace(result, revision=revision)


def find_or_make_lexicon(wanted: ImportRequest) -> Lexicon:
    """Return the dictionary, or a new one that is not saved yet.

    Raises :class:`SourceError` if its code or language is missing or does not fit.
    """
    if lexicon := Lexicon.objects.filter(slug=wanted.code).first():
        given = get_main_language(wanted.reading.language)
        if given and given != lexicon.language:
            raise SourceError(
                f"The language of “{wanted.code}” is “{lexicon.language}”, not “{given}”."
            )
        return lexicon
    if wanted.code != slugify(wanted.code):
        raise SourceError(
            f"“{wanted.code}” is not a code. Use lower-case letters, digits and hyphens."
        )
    if not wanted.reading.language:
        raise SourceError(f"There is no dictionary “{wanted.code}” yet. Add its --language.")
    language = get_main_language(wanted.reading.language)
    list_language_alphabets(language)
    return Lexicon(
        slug=wanted.code,
        name=wanted.name or wanted.code,
        language=language,
        description=wanted.description,
        licence=wanted.licence,
        source=wanted.source,
        default=not Lexicon.objects.filter(language=language, default=True).exists(),
    )
