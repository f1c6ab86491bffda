"""The best plays of duplicate games: the same with compiled kernels and without them."""

from __future__ import annotations

import pytest

from games.engine import engine
from games.engine.duplicate import find_best_duplicate_play
from games.rules.duplicate.formats import DuplicateFormat, DuplicateOptions
from games.rules.duplicate.game import (
    DuplicateState,
    end_without_play,
    judge_submission,
    make_best_play,
    start_duplicate,
)
from games.rules.duplicate.simulation import check_duplicate_state
from lexicon.graph.wordgraph import WordGraph

SEED = bytes(range(32))


def play_to_the_end(state: DuplicateState, graph: WordGraph) -> list[tuple[str, str]]:
    """Return the best plays of a whole game, in notation."""
    plays = []
    while state.end is None:
        best = find_best_duplicate_play(state, graph)
        if best is None:
            state = end_without_play(state)
            break
        submission = judge_submission(state, best.play, graph)
        assert submission.points == best.score
        assert len(best.play.tiles()) <= 7
        plays.append(best.play.write(state.tile_set))
        state = make_best_play(state, best.play, SEED)
        check_duplicate_state(state)
    return plays


@pytest.mark.parametrize("format_", DuplicateFormat)
def test_a_whole_game_of_best_plays(english: WordGraph, format_: DuplicateFormat) -> None:
    state = start_duplicate("scrabble", DuplicateOptions(format_), SEED)
    plays = play_to_the_end(state, english)
    assert len(plays) > 12
    assert plays == play_to_the_end(state, english)


def test_the_same_play_is_best_without_compiled_kernels(
    english: WordGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = start_duplicate("scrabble", DuplicateOptions(), SEED)
    found = []
    for _turn in range(4):
        best = find_best_duplicate_play(state, english)
        with monkeypatch.context() as patch:
            patch.setattr(engine, "are_kernels_compiled", lambda alphabet: False)
            found.append(find_best_duplicate_play(state, english) == best)
        assert best is not None
        state = make_best_play(state, best.play, SEED)
    assert found == [True] * 4
