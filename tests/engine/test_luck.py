"""Luck of the draw is as often good as bad, and never exceeds what a draw can change."""

from dataclasses import replace

import pytest

from games.engine.analysis.analyst import Analyst
from games.engine.analysis.effort import AnalysisEffort
from games.engine.analysis.luck_statistics import (
    LATE,
    compute_statistics,
    measure_game_luck,
    sum_luck_by_seat,
)
from lexicon.graph.wordgraph import WordGraph
from tests.engine.game_histories import play_levels

GAMES = range(40)


@pytest.mark.full
def test_luck_evens_out(english: WordGraph) -> None:
    """Over the same games in every run: in all draws, in late ones, and in the sums of players.

    ``manage.py measure_luck`` does the same with a thousand games.
    """
    fortunes = list(measure_game_luck(english, GAMES, draws=12))
    every = compute_statistics([one.points for one in fortunes])
    late = compute_statistics([one.points for one in fortunes if one.unseen <= LATE])
    players = compute_statistics(sum_luck_by_seat(fortunes))
    assert every.count > 700
    for spread in (every, late, players):
        assert abs(spread.mean) < 1.5 * spread.reach, spread
    assert 8 < every.deviation < 30
    assert 30 < players.deviation < 110
    assert max(-players.lowest, players.highest) < 4 * players.deviation


def test_the_luck_of_a_draw_names_its_tiles(english: WordGraph) -> None:
    history = play_levels(english, (4, 4), 11)
    analyst = Analyst(
        history, english, AnalysisEffort(max_candidates=2, rollouts=4, draws=12, generations=1)
    )
    reports = [analyst.report_on(step.number) for step in history.steps[:3]]
    assert reports[0].luck
    assert len(reports[0].luck.tiles) == 7
    assert replace(reports[2].luck, worth=0.0) != reports[2].luck if reports[2].luck else False
