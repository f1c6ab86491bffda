"""The editors' pages: Django's admin, with pages of its own for words, uploads and history.

``lexicons`` ties them together; ``forms`` says what may be sent in.
"""

from lexicon.admin.definitions import DefinitionAdmin
from lexicon.admin.disputes import DisputeAdmin
from lexicon.admin.lexicons import LexiconAdmin

__all__ = ["DefinitionAdmin", "DisputeAdmin", "LexiconAdmin"]
