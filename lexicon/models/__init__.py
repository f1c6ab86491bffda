"""Tables of the dictionaries. They are written only by :mod:`lexicon.services`."""

from lexicon.models.definition import Definition
from lexicon.models.dispute import Dispute
from lexicon.models.importjob import ImportJob
from lexicon.models.lexicon import Lexicon
from lexicon.models.revision import Revision, WordChange, WordList

__all__ = [
    "Definition",
    "Dispute",
    "ImportJob",
    "Lexicon",
    "Revision",
    "WordChange",
    "WordList",
]
