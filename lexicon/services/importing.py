"""A whole import in one call, as the commands do it.

The admin's way, with a job and its progress, is in :mod:`lexicon.services.jobs`.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.text import slugify

from lexicon.alphabets import alphabets_of, main_language
from lexicon.errors import SourceError
from lexicon.graph.progress import Progress
from lexicon.lists.reading import Reading, read_words
from lexicon.lists.sieve import CheckedList
from lexicon.lists.text import Difference, compare_texts, drop_words, merge_texts
from lexicon.models import Lexicon, Revision
from lexicon.services.definitions import save_definitions
from lexicon.services.revisions import Author, publish_text, text_of


@dataclass(frozen=True, slots=True)
class Import:
    """What to import. ``reading.language`` may be empty when the dictionary exists."""

    code: str
    reading: Reading
    name: str = ""
    note: str = ""
    source: str = ""
    licence: str = ""
    description: str = ""
    add: bool = False
    dry_run: bool = False
    leave_out: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """``revision`` is None after a dry run, or when nothing changed."""

    lexicon: Lexicon
    checked: CheckedList
    encoding: str
    change: Difference
    revision: Revision | None = None


def import_list(wanted: Import, content: bytes) -> Imported:
    """Read a list and make it the dictionary's next revision, unless nothing would change."""
    language = find_or_describe(wanted).language
    checked, encoding = read_words(content, replace(wanted.reading, language=language))
    return import_checked(wanted, checked, encoding)


def import_checked(
    wanted: Import, checked: CheckedList, encoding: str, build: Progress | None = None
) -> Imported:
    """Make a list that was read the dictionary's next revision, unless nothing would change.

    ``build`` is told how much of its word graph is built."""
    lexicon = find_or_describe(wanted)
    if not checked.words and not wanted.dry_run:
        raise SourceError("None of its words can be used; --dry-run tells why.")
    base = lexicon.current_revision
    text, old = checked.words.text, text_of(base)
    if wanted.leave_out:
        text = drop_words(text, wanted.leave_out)
    if wanted.add:
        text = merge_texts((old, text))
    change = compare_texts(old, text, 0)
    result = Imported(lexicon, checked, encoding, change)
    if wanted.dry_run:
        return result
    revision = None
    if change:
        if lexicon._state.adding:
            lexicon.save()
        revision = publish_text(
            lexicon, text, base=base, author=Author("Command"), note=wanted.note, progress=build
        )
    save_definitions(lexicon.language, checked.definitions, wanted.source)
    return replace(result, revision=revision)


def find_or_describe(wanted: Import) -> Lexicon:
    """The dictionary, or a new one that is not saved yet."""
    if lexicon := Lexicon.objects.filter(slug=wanted.code).first():
        given = main_language(wanted.reading.language)
        if given and given != lexicon.language:
            raise SourceError(f"“{wanted.code}” is in “{lexicon.language}”, not “{given}”.")
        return lexicon
    if wanted.code != slugify(wanted.code):
        raise SourceError(f"“{wanted.code}” is no code: use lower-case letters, digits, hyphens.")
    if not wanted.reading.language:
        raise SourceError(f"There is no dictionary “{wanted.code}” yet: give its --language.")
    language = main_language(wanted.reading.language)
    alphabets_of(language)
    return Lexicon(
        slug=wanted.code,
        name=wanted.name or wanted.code,
        language=language,
        description=wanted.description,
        licence=wanted.licence,
        source=wanted.source,
        default=not Lexicon.objects.filter(language=language, default=True).exists(),
    )
