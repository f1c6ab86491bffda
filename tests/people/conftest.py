"""Members, and rooms in which they play rated games."""

from tests.play.conftest import open_table
from tests.ratings.conftest import (
    _no_graphs_of_other_tests,
    client_of,
    guest,
    lexicon,
    open_rated,
    people,
)

__all__ = [
    "_no_graphs_of_other_tests",
    "client_of",
    "guest",
    "lexicon",
    "open_rated",
    "open_table",
    "people",
]
