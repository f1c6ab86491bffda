"""Endgames against the engine: its best reply, and whole lines of best play."""

from dataclasses import dataclass

from games.engine.budget import Budget
from games.engine.engine import Engine
from games.puzzles.terms.puzzle_positions import apply_puzzle_act
from games.rules.flow.game import GameState, Phase
from games.rules.plays.acts import Act

MAX_ACTS = 40
REPLY_SECONDS = 0.8
"""Time limit for one reply while a page waits; most replies take a fraction of it."""


@dataclass(frozen=True, slots=True)
class SolvedLine:
    """The ``acts`` of both seats in turn, and the ``end`` of the game."""

    acts: tuple[Act, ...]
    end: GameState


def solve_line(state: GameState, engine: Engine, seconds: float) -> SolvedLine | None:
    """Play the best line for both seats by the rules; ``None`` if a position stays unsolved."""
    acts: list[Act] = []
    while state.phase is not Phase.OVER:
        found = engine.best_plays(state, 1, Budget(seconds))[0]
        if not found.exact or len(acts) >= MAX_ACTS:
            return None
        acts.append(found.act)
        state = apply_puzzle_act(state, found.act, engine.graph)
    return SolvedLine(tuple(acts), state)


def find_best_reply(state: GameState, engine: Engine) -> Act:
    """Return the best act of the seat to move."""
    return engine.best_plays(state, 1, Budget(REPLY_SECONDS))[0].act
