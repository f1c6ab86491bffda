"""The best plays of duplicate games: the same with compiled kernels and without them."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from games.engine import engine
from games.engine.duplicate import choose_duplicate_play, find_best_duplicate_play
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
from lexicon.lists.frequencies import WordFrequencies

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


def test_computers_find_more_the_higher_their_level(
    english: WordGraph, frequencies: WordFrequencies
) -> None:
    """Over the first turns of two games; the strongest finds every best play."""
    shares: dict[int, list[float]] = {level: [] for level in (1, 3, 5)}
    for number in range(2):
        state = start_duplicate("scrabble", DuplicateOptions(), bytes([number] * 32))
        for turn in range(8):
            best = find_best_duplicate_play(state, english)
            assert best is not None
            for level, found in shares.items():
                rng = Random(f"{number} {turn} {level}")
                play = choose_duplicate_play(state, level, english, frequencies, rng)
                points = judge_submission(state, play, english).points if play else 0
                found.append(points / best.score)
            state = make_best_play(state, best.play, SEED)
    gentle, steady, expert = (mean(found) for found in shares.values())
    assert 0.1 < gentle < steady < expert == 1
    assert any(share == 1 for share in shares[3])


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
