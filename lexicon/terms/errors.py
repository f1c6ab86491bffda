"""Errors of the lexicon app.

``str(error)`` is a sentence that may be shown to an editor; ``code`` is a stable name for programs.
"""

from collections.abc import Sequence


class LexiconError(Exception):
    """Base class of all errors of this app."""

    code = "lexicon"


class SourceError(LexiconError):
    """A file, folder, package or dictionary given to a command is missing or unsuitable."""

    code = "lexicon.source"


class UploadError(LexiconError):
    """An uploaded word list cannot be read (binary, too large, wrong encoding ...)."""

    code = "lexicon.upload"


class StaleRevisionError(LexiconError):
    """Another editor has made a revision since this editor loaded the page."""

    code = "lexicon.stale"


class ChangeError(LexiconError):
    """Words cannot be changed (nothing would change, words that the tiles cannot spell ...)."""

    code = "lexicon.change"


class MissingWordsError(ChangeError):
    """Words to be removed are not in the dictionary."""

    code = "lexicon.absent"

    def __init__(self, message: str, words: Sequence[str]) -> None:
        super().__init__(message)
        self.words = tuple(words)


class AlphabetError(LexiconError):
    """There is no tile set for a language."""

    code = "lexicon.alphabet"


class DisputeError(LexiconError):
    """A dispute cannot be opened or answered."""

    code = "lexicon.dispute"


class BuildError(LexiconError):
    """The process that was building a word graph died."""

    code = "lexicon.build"
