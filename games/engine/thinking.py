"""Looking closer: rollouts of the likeliest acts, and the end game to its end.

Both repeat short compiled runs until the stop is set, so that the best answer so far is always at
hand.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.engine.budget import Stop
from games.engine.kernels import arrays, endgame
from games.engine.kernels.leaves import Model
from games.engine.kernels.memo import START, Memo
from games.engine.kernels.simulate import ROUNDS, SQUARES, TOTAL, simulate
from games.engine.position import Position
from lexicon.graph.jit import Array

CANDIDATES = 15
ROUNDS_AT_ONCE = 8
PRIOR_ROUNDS = 20.0
SURE_ROUNDS = 32
DOUBT = 2.3
DEEPEST = 24
PLAYS_AT_FIRST = 1 << 15
"""Room for the plays of all plies of a line; it grows when a search asks for more."""
MEMO_SIZE = 1 << 17


class Ranked(NamedTuple):
    """Packed acts (int64 pairs), their points and static equities, best first."""

    acts: Array
    scores: Array
    equities: Array


@dataclass(frozen=True, slots=True)
class Trials:
    """``order``: candidates by their mean, those given up early last. ``equities``, ``rounds`` and
    the ``variances`` of single trials belong to the candidates as they were given."""

    order: list[int]
    equities: Array
    rounds: Array
    variances: Array


@dataclass(frozen=True, slots=True)
class Solved:
    """``act``: packed. ``depth``: plies looked ahead, at least for some acts, the likeliest first;
    0 when there was no time at all: ``spread`` is then that of two greedy sides."""

    act: tuple[int, int]
    spread: int
    depth: int
    exact: bool


def try_out(
    position: Position,
    model: Model,
    ranked: Ranked,
    rollouts: int,
    stop: Stop,
    *,
    prune: bool = True,
) -> Trials:
    """Roll out the first acts; one that falls behind beyond doubt gets no more trials, unless all
    are to go on to the end of the budget."""
    candidates = np.ascontiguousarray(ranked.acts[:CANDIDATES])
    results = np.zeros((len(candidates), 3))
    alive = np.arange(len(candidates))
    seed = position.state.turn_number * 1009
    made = 0
    while not stop.is_set and made < rollouts and len(alive) > 1:
        seed += 1
        part = np.zeros((len(alive), 3))
        made += simulate(
            position.graph,
            position.setting,
            position.field,
            model,
            position.rack,
            position.others,
            position.unseen,
            position.seat,
            candidates[alive],
            ROUNDS_AT_ONCE,
            seed,
            stop.flag,
            part,
        )
        results[alive] += part
        if prune and results[alive[0], ROUNDS] >= SURE_ROUNDS:
            alive = alive[keep_hopeful(results[alive])]
    means = blend(results, ranked.equities[: len(candidates)])
    order = sorted(range(len(means)), key=lambda i: (i not in alive, -means[i]))
    return Trials(order, means, results[:, ROUNDS], spread_of(results))


def blend(results: Array, equities: Array) -> Array:
    """The means of the trials, with the static equities counted as some trials more: a few trials
    alone are mostly chance. Static equities know no answer of the others and are shifted by what
    it costs on average."""
    rounds = results[:, ROUNDS]
    shift = (results[:, TOTAL].sum() - rounds @ equities) / max(1.0, rounds.sum())
    blended: Array = (results[:, TOTAL] + PRIOR_ROUNDS * (equities + shift)) / (
        rounds + PRIOR_ROUNDS
    )
    return blended


def keep_hopeful(results: Array) -> Array:
    """Mask of the candidates that may still turn out best."""
    rounds = results[:, ROUNDS]
    means = results[:, TOTAL] / rounds
    doubts = DOUBT * np.sqrt(spread_of(results) / rounds)
    best = int(np.argmax(means))
    return means + doubts >= means[best] - doubts[best]


def spread_of(results: Array) -> Array:
    """The variances of the trials, at least 1."""
    rounds = np.maximum(results[:, ROUNDS], 1.0)
    variances: Array = results[:, SQUARES] / rounds - (results[:, TOTAL] / rounds) ** 2
    return np.maximum(variances, 1.0)


def solve(position: Position, model: Model, ranked: Ranked, stop: Stop) -> Solved:
    """Search the end game deeper and deeper, the static best first; needs an open position."""
    return search_to(
        position.graph,
        position.setting,
        model,
        position.field,
        position.rack,
        position.unseen,
        position.seat,
        position.state.passes > 0,
        ranked.acts[0],
        stop,
    )


def search_to(
    graph: arrays.Graph,
    setting: arrays.Setting,
    model: Model,
    field: arrays.Field,
    rack: Array,
    other: Array,
    seat: int,
    passed: bool,
    first: Array,
    stop: Stop,
) -> Solved:
    """The same on bare arrays; ``other`` is the other seat's rack, ``first`` the act to begin
    with."""
    stack = _stack_boards(field)
    racks = np.zeros((DEEPEST + 2, 2, arrays.KINDS), np.int8)
    racks[0, seat], racks[0, 1 - seat] = rack, other
    plays = np.zeros((PLAYS_AT_FIRST, 2), np.int64)
    memo = Memo(np.zeros(MEMO_SIZE, np.int64), np.zeros((MEMO_SIZE, 5), np.int64))
    best = first.copy()
    solved = Solved((0, arrays.PASS << arrays.KIND_SHIFT), 0, 0, False)
    bounds = -endgame.INFINITE, endgame.INFINITE
    depth = 0
    while depth <= DEEPEST:
        tally = np.zeros(2, np.int64)
        here = (stack, racks, plays, memo, START, 0, depth, *bounds, seat, int(passed))
        spread = endgame.search(graph, setting, model, *here, best, stop.flag, tally)
        if tally[endgame.WANTED]:
            plays = np.zeros((2 * (len(plays) + int(tally[endgame.WANTED])), 2), np.int64)
            continue
        whole = not stop.is_set and not tally[endgame.CUT_SHORT]
        if spread > -endgame.INFINITE:
            solved = Solved((int(best[0]), int(best[1])), int(spread), depth, whole)
        if stop.is_set or whole:
            break
        depth += 1
    return solved


def _stack_boards(field: arrays.Field) -> arrays.Field:
    """Room for a board at each ply, the first filled."""
    layers = []
    for part in field:
        layer = np.zeros((DEEPEST + 2, len(part)), part.dtype)
        layer[0] = part
        layers.append(layer)
    return arrays.Field(*layers)
