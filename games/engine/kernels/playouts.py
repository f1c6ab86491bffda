"""Play-outs: both sides of a game of two play greedily from a position to the end of the game."""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KINDS,
    MAX_LEAVES,
    PASS,
    BoardArrays,
    GameArrays,
    GraphArrays,
    allocate_board_arrays,
    unpack_kind,
    unpack_leave,
)
from games.engine.kernels.board import copy_field, get_board_layer, value_tiles_for_seat
from games.engine.kernels.leaves import LeaveModel
from games.engine.kernels.static_player import (
    THEFT_IN_SPREAD,
    choose_static,
    draw,
    enact,
    exchange,
    sum_rack_values,
)
from games.engine.kernels.transpositions import hash_after_play
from lexicon.graph.jit import Array, Int, kernel

SCORELESS_TURNS = 4
"""Turns without a score that end a game while there are tiles in the bag; then two are enough."""


@kernel
def play_out(
    graph: GraphArrays,
    setting: GameArrays,
    model: LeaveModel,
    field: BoardArrays,
    racks: Array,
    bag: Array,
    in_bag: Int,
    seat: Int,
    leaves: Array,
    play: Array,
) -> tuple[Int, Int]:
    """Return the spread of ``seat`` and the number of turns made; overwrites the arrays.

    ``bag`` (int64) holds the kinds of ``in_bag`` tiles, which are drawn from its end.
    """
    spread = np.int64(0)
    sign = 1
    idle = 0
    turns = 0
    while idle < 2 or (in_bag > 0 and idle < SCORELESS_TURNS):
        rack = racks[seat]
        waiting = sum_rack_values(setting, racks[1 - seat])
        choose_static(graph, setting, field, model, rack, seat, in_bag, waiting, leaves, play)
        turns += 1
        idle += 1
        kind = unpack_kind(play[0, 1])
        if kind < EXCHANGE:
            idle = 0
            spread += sign * enact(graph, setting, field, rack, play[0, 0], play[0, 1], seat)
            in_bag = draw(bag, in_bag, rack, setting.rack_size)
            if rack.sum() == 0:
                return spread + sign * setting.out_gain * waiting, turns
        elif kind != PASS:
            leave = unpack_leave(play[0, 1])
            in_bag = exchange(bag, in_bag, rack, leave, setting.rack_size)
        seat = 1 - seat
        sign = -sign
    waiting = sum_rack_values(setting, racks[1 - seat]) - sum_rack_values(setting, racks[seat])
    return spread + sign * waiting, turns


@kernel
def play_out_deals(
    graph: GraphArrays,
    setting: GameArrays,
    model: LeaveModel,
    field: BoardArrays,
    rack: Array,
    seat: Int,
    acts: Array,
    bags: Array,
    hands: Array,
    stop: Array,
    spreads: Array,
) -> Int:
    """Play out each act against each deal; write ``seat``'s spreads into ``spreads``.

    A deal is a bag in its order (int64 by deal and place, drawn from the end) and the other side's
    rack (int8 by deal and kind). ``spreads`` (int64) has a row for each act. If another thread sets
    ``stop``, the work ends early. Returns the number of deals against which every act was played
    out.
    """
    trial = allocate_board_arrays(setting.side)
    racks = np.zeros((2, KINDS), np.int8)
    bag = np.empty(bags.shape[1] + len(rack), np.int64)
    leaves = np.empty(MAX_LEAVES, np.float32)
    play = np.zeros((1, 2), np.int64)
    size = np.int64(bags.shape[1])
    np.random.seed(1)
    value_tiles_for_seat(setting, field, seat, THEFT_IN_SPREAD)
    for deal in range(len(bags)):
        for i in range(len(acts)):
            if stop[0] + stop[1] != 0:
                return deal
            copy_field(field, trial)
            racks[seat] = rack
            racks[1 - seat] = hands[deal]
            bag[:size] = bags[deal]
            in_bag = size
            kind = unpack_kind(acts[i, 1])
            gain = np.int64(0)
            if kind < EXCHANGE:
                gain = enact(graph, setting, trial, racks[seat], acts[i, 0], acts[i, 1], seat)
                in_bag = draw(bag, in_bag, racks[seat], setting.rack_size)
            elif kind != PASS:
                leave = unpack_leave(acts[i, 1])
                in_bag = exchange(bag, in_bag, racks[seat], leave, setting.rack_size)
            if racks[seat].sum() == 0:
                waiting = sum_rack_values(setting, racks[1 - seat])
                spreads[i, deal] = gain + setting.out_gain * waiting
                continue
            rest, _turns = play_out(
                graph, setting, model, trial, racks, bag, in_bag, 1 - seat, leaves, play
            )
            spreads[i, deal] = gain - rest
    return len(bags)


@kernel
def make_act(
    graph: GraphArrays,
    setting: GameArrays,
    stack: BoardArrays,
    racks: Array,
    seat: Int,
    name: Int,
    packed: Int,
    meta: Int,
) -> tuple[Int, Int]:
    """Make a play or a pass on the first board and racks and write the result to the second, where
    a search goes on at ply 1.

    ``name`` identifies the position before. Returns the spread gained, without what the end of the
    game brings, and the name of the position after. (No kernel but the search itself calls the
    search: numba caches a recursive function on disk without its links to other functions.)
    """
    field, below = get_board_layer(stack, 0), get_board_layer(stack, 1)
    value_tiles_for_seat(setting, field, seat, THEFT_IN_SPREAD)
    racks[1] = racks[0]
    copy_field(field, below)
    if unpack_kind(meta) >= EXCHANGE:
        return np.int64(0), np.int64(name)
    name = hash_after_play(setting, field, name, packed, meta, seat)
    return enact(graph, setting, below, racks[1, seat], packed, meta, seat), name
