"""Matches from late positions, and the benchmark of the last tiles."""

from io import StringIO
from itertools import islice

import pytest
from django.core.management import call_command

from games.engine.late_benchmarks import measure_last_tiles
from games.engine.late_games import list_late_positions
from lexicon.graph.wordgraph import WordGraph


def test_late_positions_are_those_with_so_many_tiles_in_the_bag(english: WordGraph) -> None:
    for survey in islice(list_late_positions(english, 3, close=True), 3):
        state = survey.position.state
        assert len(state.bag) == 3
        assert abs(state.seats[0].score - state.seats[1].score) <= 60


@pytest.mark.usefixtures("_kernels")
def test_a_match_counts_every_position_twice() -> None:
    written = StringIO()
    call_command("match_last_tiles", "1", "2", games=2, seconds=0.05, stdout=written)
    rows = [line for line in written.getvalue().splitlines() if line.startswith(("| 1 |", "| 2 |"))]
    assert [row.split("|")[2].strip() for row in rows] == ["2", "2"]


@pytest.mark.usefixtures("_kernels")
def test_too_many_tiles_are_refused() -> None:
    refused = StringIO()
    call_command("match_last_tiles", "40", games=2, stdout=StringIO(), stderr=refused)
    assert "1 to 9" in refused.getvalue()


@pytest.mark.slow
def test_the_benchmark_counts_settled_positions(english: WordGraph) -> None:
    rows = list(measure_last_tiles(english, positions=2, seconds=0.2))
    assert ["of 2" in row.figure for row in rows] == [True] * 3
