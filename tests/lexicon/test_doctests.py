"""The examples in docstrings hold."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from lexicon import graph, lists

MODULES = [
    "lexicon.access",
    "lexicon.choice",
    *(module.name for module in walk_packages(graph.__path__, "lexicon.graph.")),
    *(module.name for module in walk_packages(lists.__path__, "lexicon.lists.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
