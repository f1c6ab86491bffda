"""Models of the dictionaries. Only :mod:`lexicon.services` writes them."""

from lexicon.models.definition import Definition
from lexicon.models.dispute import Dispute
from lexicon.models.import_job import ImportJob
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
