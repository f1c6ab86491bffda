"""The examples in the rules' docstrings hold."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import games.rules

MODULES = [module.name for module in walk_packages(games.rules.__path__, "games.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
