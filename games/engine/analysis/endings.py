"""The end game of two seats: what an act leads to when both sides go on as well as they can."""

from typing import NamedTuple

from games.engine import thinking
from games.engine.budget import Stop
from games.engine.engine import rank_acts
from games.engine.kernels.leaves import Model
from games.engine.position import Position, see_position
from games.rules.game import GameState, Phase, apply
from games.rules.moves import Act
from games.rules.opening import SEED_BYTES
from lexicon.graph.wordgraph import WordGraph

NO_SEED = bytes(SEED_BYTES)
"""Nothing is drawn any more."""


class Ending(NamedTuple):
    """``spread``: what the rest of the game brings the mover; ``exact``: nobody can do better, else
    it was looked ahead as far as there was time, and is greedy from there on."""

    spread: float
    exact: bool


class AnyWord:
    """The dictionary of somebody whose plays were judged before."""

    def __contains__(self, faces: object) -> bool:
        return True


def play_out(position: Position, act: Act, graph: WordGraph, model: Model, stop: Stop) -> Ending:
    """Where an act leads."""
    before, seat = position.state, position.seat
    after = apply(before, seat, act, lexicon=AnyWord(), seed=NO_SEED).state
    (other,) = (number for number in before.in_play if number != seat)
    gained = _lead(after, seat, other) - _lead(before, seat, other)
    if after.phase is Phase.OVER:
        return Ending(gained, exact=True)
    if not after.seats[seat].rack:
        waiting = sum(map(after.tile_set.value, after.seats[other].rack))
        return Ending(gained + int(position.setting.out_gain) * waiting, exact=True)
    there = see_position(after, other, graph)
    solved = thinking.solve(there, model, rank_acts(there, model), stop)
    return Ending(gained - solved.spread, solved.exact)


def _lead(state: GameState, seat: int, other: int) -> int:
    scores = state.outcome.scores if state.outcome else [one.score for one in state.seats]
    return scores[seat] - scores[other]
