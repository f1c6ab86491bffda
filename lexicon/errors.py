"""Everything that can go wrong with dictionaries, each class saying when.

``str(error)`` is a sentence that may be shown to an editor; ``code`` is stable for programs.
"""

from collections.abc import Sequence


class LexiconError(Exception):
    """Base of all errors of this app."""

    code = "lexicon"


class SourceError(LexiconError):
    """A file or folder that a command was given is not what the command needs."""

    code = "lexicon.source"


class UploadError(LexiconError):
    """An uploaded word list cannot be read at all (binary, too large, wrong encoding ...)."""

    code = "lexicon.upload"


class StaleRevisionError(LexiconError):
    """Another editor made a revision since this editor looked."""

    code = "lexicon.stale"


class ChangeError(LexiconError):
    """A change of words cannot be made (nothing to change, words that cannot be laid ...)."""

    code = "lexicon.change"


class AbsentError(ChangeError):
    """Words are to be removed that the dictionary does not have."""

    code = "lexicon.absent"

    def __init__(self, message: str, words: Sequence[str]) -> None:
        super().__init__(message)
        self.words = tuple(words)


class AlphabetError(LexiconError):
    """No tile set is known for a language."""

    code = "lexicon.alphabet"


class DisputeError(LexiconError):
    """A dispute cannot be opened or answered."""

    code = "lexicon.dispute"


class BuildError(LexiconError):
    """The process that builds a word graph died."""

    code = "lexicon.build"
