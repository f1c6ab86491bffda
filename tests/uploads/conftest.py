"""The fixtures of :mod:`tests.play` that the tests of uploads need."""

from tests.play.conftest import _no_graphs_of_other_tests, client_of, lexicon, open_table, people

__all__ = ["_no_graphs_of_other_tests", "client_of", "lexicon", "open_table", "people"]
