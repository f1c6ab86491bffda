"""Hints in three steps, and what would have been best: for games against the computer alone.

Whether a hint may be given is for the services to decide.
"""

from dataclasses import dataclass

from games.engine.budget import Budget
from games.engine.engine import Engine, Found
from games.rules.game import GameState
from games.rules.moves import Play
from lexicon.graph.wordgraph import WordGraph


@dataclass(frozen=True, slots=True)
class Hint:
    """Show no more of it than was asked for: the ``score`` to beat, the ``position`` ("8H") of
    the play, then the ``play``."""

    score: int
    position: str
    play: Play


def find_hint(state: GameState, seat: int, graph: WordGraph) -> Hint | None:
    """The play of the highest score, or ``None`` when there is no play at all."""
    survey = Engine(graph).survey(state, seat)
    plays = survey.plays_by_score()
    if not len(plays):
        return None
    found = survey[int(plays[-1])]
    assert isinstance(found.act, Play)
    return Hint(found.score, found.act.position.name, found.act)


def find_best(state: GameState, seat: int, graph: WordGraph, budget: Budget | None = None) -> Found:
    """The best act of a position, also of an earlier one in which ``seat`` was to move."""
    return Engine(graph).best_plays(state, 1, budget, seat=seat)[0]
