"""The stated errors of unproved end games agree with measured ones."""

from itertools import pairwise

import pytest

from games.engine.analysis.calibration import measure_endgame_errors
from games.engine.analysis.endgames import error_at
from lexicon.graph.wordgraph import WordGraph


@pytest.mark.full
def test_nineteen_of_twenty_losses_are_within_their_error(english: WordGraph) -> None:
    found = list(measure_endgame_errors(english, range(6), 5000))
    assert {error.depth for error in found} >= {1, 2}
    within = [error.points <= error_at(error.tiles, error.depth) for error in found]
    assert sum(within) >= 0.95 * len(within)
    assert found[:5] == list(measure_endgame_errors(english, range(1), 5000))[:5]


def test_errors_shrink_with_fewer_tiles_and_deeper_searches() -> None:
    for tiles in range(1, 15):
        errors = [error_at(tiles, depth) for depth in range(1, 9)]
        assert all(one >= other >= 2 for one, other in pairwise(errors))
        assert error_at(tiles, 1) <= error_at(tiles + 1, 1)
