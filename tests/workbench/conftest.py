"""Rooms and people as at the tables, and whoever comes to the analysis board."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.workbench.services.running import boards
from tests.engine.conftest import _kernels
from tests.play.conftest import (
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    open_table,
    people,
)

__all__ = [
    "_kernels",
    "_no_graphs_of_other_tests",
    "client_of",
    "lexicon",
    "open_table",
    "people",
]

RACK = {"game": "scrabble", "tiles": "en", "rack": "CATSDOG"}


@pytest.fixture(autouse=True)
def _no_boards_of_other_tests() -> None:
    boards.forget()


@pytest.fixture
def stranger(lexicon: object, client_of: Callable[..., Client]) -> Client:
    return client_of(None)


def fields_of(address: str) -> dict[str, Any]:
    """The texts of an address, as the page's form sends them."""
    from urllib.parse import parse_qsl, urlsplit

    return dict(parse_qsl(urlsplit(address).query))
