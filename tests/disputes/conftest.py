"""The small dictionary of the lexicon tests."""

from tests.lexicon.conftest import lexicon, own_cache

__all__ = ["lexicon", "own_cache"]
