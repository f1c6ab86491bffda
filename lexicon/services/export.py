"""Export of a revision as a word list that can be imported again."""

from collections.abc import Iterator

from lexicon.models import Lexicon, Revision
from lexicon.services.definitions import find_definitions
from lexicon.store import read_text
from lexicon.terms.errors import SourceError

_AT_ONCE = 5000


def find_revision(code: str, number: int | None = None) -> Revision:
    """Return the revision with a number, or the current one.

    Raises :class:`SourceError` if there is none, with a sentence for the user.
    """
    lexicon = Lexicon.objects.filter(slug=code).first()
    if lexicon is None:
        known = ", ".join(Lexicon.objects.values_list("slug", flat=True)) or "none"
        raise SourceError(f"There is no dictionary “{code}”. Available: {known}.")
    revision = (
        lexicon.revisions.filter(number=number).first() if number else lexicon.current_revision
    )
    if revision is None:
        raise SourceError(
            f"“{code}” has no revision {number}." if number else f"“{code}” is empty."
        )
    return revision


def export_words(revision: Revision, definitions: bool = False) -> Iterator[str]:
    """Yield the list in parts. With ``definitions``, a tab and the definition follow each word."""
    text = read_text(revision.words_id)
    if not definitions:
        yield text
        return
    words = text.split()
    for start in range(0, len(words), _AT_ONCE):
        part = words[start : start + _AT_ONCE]
        known = find_definitions(revision.lexicon.language, part)
        yield "".join(f"{word}\t{known[word]}\n" if word in known else f"{word}\n" for word in part)
