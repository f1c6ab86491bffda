"""The admin of dictionaries, with additional pages for words, uploads and history."""

from lexicon.admin.definitions import DefinitionAdmin
from lexicon.admin.disputes import DisputeAdmin
from lexicon.admin.lexicons import LexiconAdmin

__all__ = ["DefinitionAdmin", "DisputeAdmin", "LexiconAdmin"]
