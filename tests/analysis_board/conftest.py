"""The rooms and people of :mod:`tests.play`, and a visitor of the analysis board."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.play.services.running_positions import running_boards
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
def _clear_board_cache() -> None:
    # The cache outlasts a test, unlike the rows of its games.
    running_boards.forget()


@pytest.fixture
def stranger(lexicon: object, client_of: Callable[..., Client]) -> Client:
    return client_of(None)


def fields_of(address: str) -> dict[str, Any]:
    """Return the query of an address as the page's form sends it."""
    from urllib.parse import parse_qsl, urlsplit

    return dict(parse_qsl(urlsplit(address).query))
