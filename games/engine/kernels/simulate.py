"""Monte-Carlo: each candidate act is tried against the same random racks and draws.

After a candidate every other seat answers once and the player once more, all by the static
player; what is counted is the spread, and at the horizon the value of the leaves. The idea is
old; Sheppard, "World-championship-caliber Scrabble", Artificial Intelligence 134 (2002),
describes it for this game.
"""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KINDS,
    MAX_LEAVES,
    Field,
    Graph,
    Setting,
    empty_field,
    kind_of,
    leave_of,
)
from games.engine.kernels.board import copy_field
from games.engine.kernels.leaves import Model
from games.engine.kernels.static import (
    choose_static,
    draw,
    enact,
    exchange,
    fill_bag,
    rack_value,
    shuffle,
)
from lexicon.graph.jit import Array, Int, kernel

ROUNDS, TOTAL, SQUARES = range(3)


@kernel
def simulate(
    graph: Graph,
    setting: Setting,
    field: Field,
    model: Model,
    rack: Array,
    others: Array,
    unseen: Array,
    seat: Int,
    candidates: Array,
    rounds: Int,
    seed: Int,
    stop: Array,
    results: Array,
) -> Int:
    """Add ``rounds`` trials of each candidate to ``results`` (rounds, total, total of squares).

    ``others``: int64, sizes of the other racks in turn order. ``unseen``: int64 by kind, the tiles
    in the bag and on those racks. ``stop``, set by another thread, ends the work early; a round
    that was begun is then lost. Returns the number of rollouts made.
    """
    np.random.seed(seed)
    tiles = np.empty(unseen.sum(), np.int64)
    size = fill_bag(unseen, tiles)
    # Whatever is exchanged for tiles of the bag fits into what they leave.
    bag = np.empty(size, np.int64)
    trial = empty_field(setting.side)
    racks = np.zeros((1 + len(others), KINDS), np.int8)
    leaves = np.empty(MAX_LEAVES, np.float32)
    play = np.zeros((1, 2), np.int64)
    values = np.empty(len(candidates), np.float64)
    made = 0
    for _ in range(rounds):
        shuffle(tiles, size)
        for i in range(len(candidates)):
            if stop[0] + stop[1] != 0:
                return made
            copy_field(field, trial)
            bag[:size] = tiles[:size]
            in_bag = size
            racks[0] = rack
            for j in range(len(others)):
                racks[j + 1] = 0
                in_bag = draw(bag, in_bag, racks[j + 1], others[j])
            values[i] = try_act(
                graph, setting, trial, model, racks, bag, in_bag, seat, candidates[i], leaves, play
            )
            made += 1
        for i in range(len(candidates)):
            results[i, ROUNDS] += 1
            results[i, TOTAL] += values[i]
            results[i, SQUARES] += values[i] * values[i]
    return made


@kernel
def try_act(  # noqa: C901 (one rollout, act after act)
    graph: Graph,
    setting: Setting,
    field: Field,
    model: Model,
    racks: Array,
    bag: Array,
    in_bag: Int,
    seat: Int,
    act: Array,
    leaves: Array,
    play: Array,
) -> float:
    """One rollout on arrays that may be spoilt; returns the spread it brings ``seat``."""
    seats = len(racks)
    value = 0.0
    for ply in range(seats + 1):
        turn = ply % seats
        rack = racks[turn]
        share = 1.0 if turn == 0 else -1.0 / (seats - 1)
        mover = seat if turn == 0 else 1 - seat
        waiting = np.int64(0)
        for other in range(seats):
            if other != turn:
                waiting += rack_value(setting, racks[other])
        equity = 0.0
        if ply == 0:
            play[0] = act
        else:
            equity = choose_static(
                graph, setting, field, model, rack, mover, in_bag, waiting, leaves, play
            )
        gain = np.int64(0)
        kind = kind_of(play[0, 1])
        if kind < EXCHANGE:
            gain = enact(graph, setting, field, rack, play[0, 0], play[0, 1], mover)
            in_bag = draw(bag, in_bag, rack, setting.rack_size)
        elif kind == EXCHANGE:
            in_bag = exchange(bag, in_bag, rack, leave_of(play[0, 1]), setting.rack_size)
        value += share * gain
        if rack.sum() == 0:
            return value + share * setting.out_gain * waiting
        # Nobody in this rollout will use these leaves: count their value instead.
        if ply >= 1 and (ply == seats or turn > 0):
            kept = equity - gain
            if in_bag > 0 or kind == EXCHANGE:
                value += share * kept
            elif ply == seats:
                value -= rack_value(setting, rack)
    return value
