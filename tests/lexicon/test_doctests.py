"""The examples in docstrings are correct."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from lexicon import graph, lists

MODULES = [
    "lexicon.perspective.access",
    "lexicon.perspective.default_lexicon",
    "scrabble_site.shared.final_letters",
    *(module.name for module in walk_packages(graph.__path__, "lexicon.graph.")),
    *(module.name for module in walk_packages(lists.__path__, "lexicon.lists.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
