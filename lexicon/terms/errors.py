"""Errors of the lexicon app.

``str(error)`` is a sentence that may be shown to an editor; ``code`` is a stable name for programs.
"""

from collections.abc import Sequence
from typing import Any

from lexicon.terms.stored_texts import make_stored_text, render_stored_text


class LexiconError(Exception):
    """Base class of all errors of this app."""

    code = "lexicon"


class SourceError(LexiconError):
    """A file, folder or dictionary given to a command is missing or unsuitable."""

    code = "lexicon.source"


class StorableError(LexiconError):
    """An error that a row may keep as ``stored``, for readers in any language."""

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.stored = make_stored_text(code, **details)

    def __str__(self) -> str:
        return render_stored_text(self.stored)


class UploadError(StorableError):
    """An uploaded word list cannot be read (binary, too large, wrong encoding ...)."""


class PackageError(StorableError):
    """No package has the words of a language, or it is not installed."""


class StaleRevisionError(StorableError):
    """Another editor has made a revision since this editor loaded the page."""


class ChangeError(StorableError):
    """Words cannot be changed (nothing would change, no word would be left ...)."""


class MissingWordsError(ChangeError):
    """Words to be removed are not in the dictionary. ``named`` lists the first of them."""

    def __init__(self, words: Sequence[str], named: str) -> None:
        super().__init__("change.absent", words=named)
        self.words = tuple(words)


class AlphabetError(LexiconError):
    """There is no tile set for a language."""

    code = "lexicon.alphabet"


class DisputeError(LexiconError):
    """A dispute cannot be opened or answered."""

    code = "lexicon.dispute"


class BuildError(StorableError):
    """The process that was building a word graph died."""
