"""A revision as a word list that can be imported again."""

from collections.abc import Iterator

from lexicon.errors import SourceError
from lexicon.models import Lexicon, Revision
from lexicon.services.definitions import find_definitions
from lexicon.store import read_text

_AT_ONCE = 5000


def find_revision(code: str, number: int | None = None) -> Revision:
    """The revision with a number, or the one in force.

    Raises :class:`SourceError` with a sentence for the person who asked.
    """
    lexicon = Lexicon.objects.filter(slug=code).first()
    if lexicon is None:
        known = ", ".join(Lexicon.objects.values_list("slug", flat=True)) or "none"
        raise SourceError(f"There is no dictionary “{code}”. Present: {known}.")
    revision = (
        lexicon.revisions.filter(number=number).first() if number else lexicon.current_revision
    )
    if revision is None:
        raise SourceError(
            f"“{code}” has no revision {number}." if number else f"“{code}” is empty."
        )
    return revision


def export_words(revision: Revision, definitions: bool = False) -> Iterator[str]:
    """The list in parts; with ``definitions`` each known one after a tab."""
    text = read_text(revision.words_id)
    if not definitions:
        yield text
        return
    words = text.split()
    for start in range(0, len(words), _AT_ONCE):
        part = words[start : start + _AT_ONCE]
        known = find_definitions(revision.lexicon.language, part)
        yield "".join(f"{word}\t{known[word]}\n" if word in known else f"{word}\n" for word in part)
