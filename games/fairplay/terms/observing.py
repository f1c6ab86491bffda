"""Describes how hard the best play of a turn was and whether the player found it.

Works on a :class:`games.rules.flow.game_history.GameHistory`, so games played here and uploaded
records are treated alike. Uses no database.
"""

from collections.abc import Iterator
from math import log

import numpy as np

from games.engine.analysis.act_packing import find_act
from games.engine.engine import Engine, Survey
from games.fairplay.terms.observed_turns import ObservedTurn
from games.rules.flow.game import preview_score
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.plays.acts import Exchange, Pass, Play
from lexicon.graph.wordgraph import WordGraph

TOLERANCE = 1.0
"""A play within this many points of static equity of the best one counts as the best."""
LOOKED_AT = 6
"""How many of the best plays are compared to find the most obvious one."""
FULL_RACK = 7


def observe(
    history: GameHistory, words: WordGraph, common: WordGraph | None
) -> Iterator[ObservedTurn]:
    """Yield every turn of a game that has something to find, see :func:`observe_step`."""
    for step in history.steps:
        observed_turn = observe_step(step, words, common)
        if observed_turn is not None:
            yield observed_turn


def observe_step(
    step: HistoryStep, words: WordGraph, common: WordGraph | None
) -> ObservedTurn | None:
    """Observe one turn. Return ``None`` if there was nothing to find: the rack is unknown, the bag
    is empty, there is no choice, or the best act is not a play."""
    if not isinstance(step.act, Play | Exchange | Pass) or not step.rack_known:
        return None
    before = step.before
    # With an empty bag the game is an exact calculation, in which equity says little.
    if not before.bag or before.to_move != step.seat:
        return None
    survey = Engine(words).survey(before, step.seat)
    equities = survey.ranked.equities
    if len(survey) < 2 or not isinstance(survey[0].act, Play):
        return None
    made = find_act(survey, step.act)
    # A play the engine did not list counts as far from the best.
    lost = float(equities[0] - equities[made]) if made is not None else float(FULL_RACK * 10)
    # The more acts are as good as the best, the easier it is to hit on one of them.
    rivals = int(np.count_nonzero(equities >= equities[0] - TOLERANCE))
    worse = float(equities[0] - equities[rivals]) if rivals < len(survey) else 30.0
    rare, placed = min(_describe(survey, index, common) for index in range(min(rivals, LOOKED_AT)))
    features = (float(-placed >= FULL_RACK), rare, log(rivals), min(worse, 30.0) / 10)
    return ObservedTurn(step.number, step.seat, features, lost <= TOLERANCE)


def _describe(survey: Survey, index: int, common: WordGraph | None) -> tuple[float, int]:
    """Return how rare the words of a play are (0 or 1, 0.5 without a list of everyday words) and
    minus the number of tiles it lays, so that the smallest pair is the most obvious play."""
    act = survey[index].act
    if not isinstance(act, Play):
        return 0.0, 0
    placed = len(act.tiles())
    if common is None:
        return 0.5, -placed
    score = preview_score(survey.position.state, survey.position.seat, act, None)
    return float(any(word.faces not in common for word in score.words)), -placed
