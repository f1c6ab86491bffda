"""Hints for a player who asks for one, in games against the computer only.

:mod:`games.computers` decides whether a hint may be given.
"""

from games.engine.budget import Budget
from games.engine.engine import Engine, FoundAct
from games.rules.flow.game import GameState
from lexicon.graph.wordgraph import WordGraph


def find_highest_scoring_play(state: GameState, seat: int, graph: WordGraph) -> FoundAct | None:
    """Return the highest-scoring play, or ``None`` if there is no play at all."""
    survey = Engine(graph).survey(state, seat)
    plays = survey.list_plays_by_score()
    return survey[int(plays[-1])] if len(plays) else None


def find_best_act(
    state: GameState, seat: int, graph: WordGraph, budget: Budget | None = None
) -> FoundAct:
    """Return the best act of a position, which may be an earlier one in which ``seat`` was to
    move."""
    return Engine(graph).best_plays(state, 1, budget, seat=seat)[0]
