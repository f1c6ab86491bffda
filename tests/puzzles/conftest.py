"""Players, the small dictionary, and puzzles made with it."""

import pytest

from games.puzzles.models import Puzzle
from games.puzzles.services import endgame_solver
from lexicon.models import Lexicon
from tests.engine.conftest import _kernels, english, qwibble
from tests.play.conftest import (
    _no_graphs_of_other_tests,
    client_of,
    lexicon,
    noon,
    open_table,
    people,
)
from tests.puzzles.handmade_puzzles import keep, make_endgame

__all__ = [
    "_kernels",
    "_no_graphs_of_other_tests",
    "client_of",
    "english",
    "lexicon",
    "noon",
    "open_table",
    "people",
    "qwibble",
]


@pytest.fixture
def puzzle(lexicon: Lexicon) -> Puzzle:
    """A puzzle whose answer is IONIZES."""
    return keep(lexicon)[0]


@pytest.fixture
def endgame(lexicon: Lexicon, _kernels: None, monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    """An endgame whose replies are the best ones, however busy the machine is."""
    monkeypatch.setattr(endgame_solver, "REPLY_SECONDS", 600.0)
    return keep(lexicon, make_endgame())[0]
