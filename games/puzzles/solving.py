"""End games against the engine: its best reply, a line played out, the play to be found next."""

from dataclasses import dataclass

from games.engine.budget import Budget
from games.engine.engine import Engine
from games.puzzles.positions import act_on
from games.rules.game import GameState, Phase
from games.rules.moves import Act

MOST_ACTS = 40
REPLY_SECONDS = 0.8
"""Time to think about one reply, for which a page waits; most take a fraction of that."""


@dataclass(frozen=True, slots=True)
class Line:
    """``acts`` of both seats in turn, to the ``end`` of the game."""

    acts: tuple[Act, ...]
    end: GameState


def play_out(state: GameState, engine: Engine, seconds: float) -> Line | None:
    """The best line by both, through the rules; ``None`` when some position was not solved."""
    acts: list[Act] = []
    while state.phase is not Phase.OVER:
        found = engine.best_plays(state, 1, Budget(seconds))[0]
        if not found.exact or len(acts) >= MOST_ACTS:
            return None
        acts.append(found.act)
        state = act_on(state, found.act, engine.graph)
    return Line(tuple(acts), state)


def find_reply(state: GameState, engine: Engine) -> Act:
    """The best act of whoever is to move."""
    return engine.best_plays(state, 1, Budget(REPLY_SECONDS))[0].act
