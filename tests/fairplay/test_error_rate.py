"""The documented error rate: levels are not flagged at their own ratings, Expert is."""

from pathlib import Path

import pytest

from games.engine.shipped_graphs import open_shipped_graph
from games.fairplay.terms.calibration import play_levels, read_records, simulate_turns
from games.fairplay.terms.statistics import GAMES, Figure, measure_finds
from games.play.terms.computer_levels import LEVEL_RATINGS
from lexicon.graph.wordgraph import WordGraph
from tests.engine.conftest import _kernels
from tests.uploads.sample_records import WHOLE

__all__ = ["_kernels"]

QUICK = 0.0
"""Seconds of thought per turn: none, since how much is found in a time depends on the machine."""


@pytest.fixture
def words(_kernels: None) -> WordGraph:
    return open_shipped_graph("en-open", "en")


@pytest.fixture
def common(_kernels: None) -> WordGraph:
    return open_shipped_graph("en-common", "en")


def figure_of(level: int, words: WordGraph, common: WordGraph) -> Figure:
    """Return the figure of ten seats in games of a level against itself."""
    games = list(play_levels(level, range(GAMES // 2), words, common, QUICK))
    assert len(games) == GAMES
    return measure_finds(simulate_turns(LEVEL_RATINGS[level], games))


def test_levels_that_play_like_people_are_not_flagged_and_the_expert_is(
    words: WordGraph, common: WordGraph
) -> None:
    *others, expert = LEVEL_RATINGS
    for level in others[::2]:
        assert not figure_of(level, words, common).is_high
    assert figure_of(expert, words, common).is_high


def test_records_are_read_and_other_files_listed(
    words: WordGraph, common: WordGraph, tmp_path: Path
) -> None:
    (tmp_path / "one.gcg").write_text(WHOLE)
    (tmp_path / "two.gcg").write_text("nothing of the kind")
    found = read_records(tmp_path, words, common)
    assert found.skipped == ["two.gcg"]
    assert found.people
    assert not found.programs
