"""From bytes to a checked word list in one call, for commands and for uploads alike."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from lexicon.alphabets import alphabets_of
from lexicon.errors import UploadError
from lexicon.graph.progress import Progress
from lexicon.lists.decoding import MOST_BYTES, Encoding, read_upload
from lexicon.lists.sieve import LONGEST, Capitals, CheckedList, Reason, Sieve, check_lines


@dataclass(frozen=True, slots=True)
class Reading:
    """How an editor wants a list to be read. ``most`` bounds the file's bytes; ``names`` are those
    that are written as nouns are."""

    language: str
    capitals: Capitals = "auto"
    encoding: Encoding = "auto"
    longest: int = LONGEST
    most: int = MOST_BYTES
    names: frozenset[str] = frozenset()


def read_words(
    content: bytes, reading: Reading, progress: Progress | None = None
) -> tuple[CheckedList, str]:
    """The checked list and the encoding it was read in.

    Raises :class:`UploadError` when there is no list in the bytes, or no usable word in the list.
    """
    sieve = make_sieve(reading)
    found = read_upload(content, reading.encoding, reading.most)
    checked = check_lines(found, sieve, progress)
    if not checked.lines:
        raise UploadError(_("The file is empty."))
    _refuse_columns(checked)
    return checked, found.encoding


def _refuse_columns(checked: CheckedList) -> None:
    """A table is told from a list by its separators in most lines."""
    columns = checked.rejects.get(Reason.COLUMNS)
    if columns and 2 * columns.count > checked.lines:
        raise UploadError(
            _(
                "This looks like a table (CSV): “%(line)s”. Send a list with one word a line; "
                "a definition may follow its word after a tab. Spreadsheets save that as "
                "“text, tab-separated”, with the words in the first column."
            )
            % {"line": columns.examples[0]}
        )


def make_sieve(reading: Reading) -> Sieve:
    faces = [alphabet.faces for alphabet in alphabets_of(reading.language)]
    return Sieve(
        reading.language,
        faces,
        longest=reading.longest,
        capitals=reading.capitals,
        names=reading.names,
    )
