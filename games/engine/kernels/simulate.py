"""Monte Carlo rollouts: each candidate act is tried against the same random racks and draws.

After the candidate every other seat answers once and the player moves once more, all as static
players. The result is the spread, plus the value of the leaves at the end. The idea is old;
Sheppard, "World-championship-caliber Scrabble", Artificial Intelligence 134 (2002), describes it
for this game.
"""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KINDS,
    MAX_LEAVES,
    BoardArrays,
    GameArrays,
    GraphArrays,
    allocate_board_arrays,
    unpack_kind,
    unpack_leave,
)
from games.engine.kernels.board import copy_field
from games.engine.kernels.leaves import LeaveModel
from games.engine.kernels.static_player import (
    choose_static,
    draw,
    enact,
    exchange,
    fill_bag,
    shuffle,
    sum_rack_values,
)
from lexicon.graph.jit import Array, Int, kernel

ROUNDS, TOTAL, SQUARES = range(3)


@kernel
def simulate(
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    model: LeaveModel,
    rack: Array,
    others: Array,
    unseen: Array,
    bag_size: Int,
    seat: Int,
    candidates: Array,
    rounds: Int,
    seed: Int,
    stop: Array,
    results: Array,
) -> Int:
    """Add ``rounds`` rollouts of each candidate to ``results`` (rounds, total, total of squares).

    ``others``: int64, sizes of the other racks in turn order. ``unseen``: int64 by kind, the tiles
    in the bag, on those racks and on racks of seats that left. Only ``bag_size`` of them are in the
    bag. If another thread sets ``stop``, the work ends early and the
    round in progress is lost. Returns the number of rollouts made.
    """
    np.random.seed(seed)
    tiles = np.empty(unseen.sum(), np.int64)
    size = fill_bag(unseen, tiles)
    # Exchanged tiles go where drawn ones were, so the bag never needs more room.
    bag = np.empty(size, np.int64)
    trial = allocate_board_arrays(setting.side)
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
            # What remains beyond the bag is on racks of seats that left.
            in_bag = min(in_bag, bag_size)
            values[i] = roll_out_act(
                graph, setting, trial, model, racks, bag, in_bag, seat, candidates[i], leaves, play
            )
            made += 1
        for i in range(len(candidates)):
            results[i, ROUNDS] += 1
            results[i, TOTAL] += values[i]
            results[i, SQUARES] += values[i] * values[i]
    return made


@kernel
def roll_out_act(  # noqa: C901 (one rollout, act after act)
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    model: LeaveModel,
    racks: Array,
    bag: Array,
    in_bag: Int,
    seat: Int,
    act: Array,
    leaves: Array,
    play: Array,
) -> float:
    """Make one rollout and return the spread it brings ``seat``; overwrites the arrays."""
    seats = len(racks)
    value = 0.0
    for ply in range(seats + 1):
        turn = ply % seats
        rack = racks[turn]
        # With several opponents the spread is against their average.
        share = 1.0 if turn == 0 else -1.0 / (seats - 1)
        # The seat number only matters for owned tiles, which only games of two have.
        mover = seat if turn == 0 else 1 - seat
        waiting = np.int64(0)
        for other in range(seats):
            if other != turn:
                waiting += sum_rack_values(setting, racks[other])
        equity = 0.0
        if ply == 0:
            play[0] = act
        else:
            equity = choose_static(
                graph, setting, field, model, rack, mover, in_bag, waiting, leaves, play
            )
        gain = np.int64(0)
        kind = unpack_kind(play[0, 1])
        if kind < EXCHANGE:
            gain = enact(graph, setting, field, rack, play[0, 0], play[0, 1], mover)
            in_bag = draw(bag, in_bag, rack, setting.rack_size)
        elif kind == EXCHANGE:
            in_bag = exchange(bag, in_bag, rack, unpack_leave(play[0, 1]), setting.rack_size)
        value += share * gain
        if rack.sum() == 0:
            return value + share * setting.out_gain * waiting
        # No later turn of this rollout uses this leave, so its value is counted instead.
        if ply >= 1 and (ply == seats or turn > 0):
            kept = equity - gain
            if in_bag > 0 or kind == EXCHANGE:
                value += share * kept
            elif ply == seats:
                value -= sum_rack_values(setting, rack)
    return value
