"""Reading a checked word list from bytes in one call, for commands and uploads."""

from dataclasses import dataclass

from lexicon.graph.progress import Progress
from lexicon.lists.abbreviations import AbbreviationRule
from lexicon.lists.decoding import MAX_BYTES, Encoding, read_upload
from lexicon.lists.word_filter import (
    MAX_WORD_LENGTH,
    CapitalsRule,
    CheckedList,
    RejectReason,
    WordFilter,
    check_lines,
)
from lexicon.terms.alphabets import list_language_alphabets
from lexicon.terms.errors import UploadError


@dataclass(frozen=True, slots=True)
class ListFormat:
    """How to read a word list.

    ``max_bytes`` is the largest file accepted. ``names`` are refused. They are needed where
    capitals do not distinguish names from nouns. ``from_spelling_checker`` says that the list was
    made for a spelling checker, so that abbreviations are among its words; they are refused.
    """

    language: str
    capitals: CapitalsRule = "auto"
    encoding: Encoding = "auto"
    longest: int = MAX_WORD_LENGTH
    max_bytes: int = MAX_BYTES
    names: frozenset[str] = frozenset()
    from_spelling_checker: bool = False


def read_word_list(
    content: bytes, reading: ListFormat, progress: Progress | None = None
) -> tuple[CheckedList, str]:
    """Return the checked list and the encoding it was read in.

    Raises :class:`UploadError` if the bytes are not a word list.
    """
    word_filter = make_word_filter(reading)
    found = read_upload(content, reading.encoding, reading.max_bytes)
    checked = check_lines(found, word_filter, progress)
    if not checked.lines:
        raise UploadError("upload.empty")
    _refuse_columns(checked)
    return checked, found.encoding


def _refuse_columns(checked: CheckedList) -> None:
    """Raise :class:`UploadError` if most lines have separators, which means it is a table."""
    columns = checked.rejects.get(RejectReason.COLUMNS)
    if columns and 2 * columns.count > checked.lines:
        raise UploadError("upload.table", line=columns.examples[0])


def make_word_filter(reading: ListFormat) -> WordFilter:
    alphabets = list_language_alphabets(reading.language)
    vowels = frozenset().union(*(alphabet.vowels for alphabet in alphabets))
    return WordFilter(
        reading.language,
        [alphabet.faces for alphabet in alphabets],
        longest=reading.longest,
        capitals=reading.capitals,
        names=reading.names,
        abbreviations=AbbreviationRule(reading.language, vowels)
        if reading.from_spelling_checker
        else None,
    )
