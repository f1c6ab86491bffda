"""What to play, for someone who asks: in games against the computer alone.

Whether a hint may be given is for the services of :mod:`games.computers` to decide.
"""

from games.engine.budget import Budget
from games.engine.engine import Engine, Found
from games.rules.game import GameState
from lexicon.graph.wordgraph import WordGraph


def find_dearest(state: GameState, seat: int, graph: WordGraph) -> Found | None:
    """The play of the highest score, or ``None`` when there is no play at all."""
    survey = Engine(graph).survey(state, seat)
    plays = survey.plays_by_score()
    return survey[int(plays[-1])] if len(plays) else None


def find_best(state: GameState, seat: int, graph: WordGraph, budget: Budget | None = None) -> Found:
    """The best act of a position, also of an earlier one in which ``seat`` was to move."""
    return Engine(graph).best_plays(state, 1, budget, seat=seat)[0]
