"""The examples in the docstrings of pairing hold."""

import doctest
import inspect
import re
from importlib import import_module
from pkgutil import walk_packages

import pytest

import games.pairing

MODULES = [module.name for module in walk_packages(games.pairing.__path__, "games.pairing.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = import_module(name)
    written = re.findall(r"^ *>>> ", inspect.getsource(module), re.MULTILINE)
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted == len(written)
