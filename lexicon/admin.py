"""Where Django looks for admin pages; they are in :mod:`lexicon.desk`."""

from lexicon.desk.definitions import DefinitionAdmin
from lexicon.desk.disputes import DisputeAdmin
from lexicon.desk.lexicons import LexiconAdmin

__all__ = ["DefinitionAdmin", "DisputeAdmin", "LexiconAdmin"]
