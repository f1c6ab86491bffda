"""Static equity of all acts of a position: the points of spread they gain plus the leave's
value."""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KIND_SHIFT,
    LEAVE_SHIFT,
    MAX_LEAVES,
    PASS,
    BoardArrays,
    GameArrays,
    GraphArrays,
    unpack_leave,
    unpack_score,
)
from games.engine.kernels.board import count_play_gains, value_tiles_for_seat
from games.engine.kernels.generate import ALL_PLAYS, generate
from games.engine.kernels.leaves import LeaveModel, fill_last_leaves, fill_leaves
from games.engine.kernels.static_player import count_used_tiles, sum_rack_values
from lexicon.graph.jit import Array, Int, kernel

SAFE_WORTH = 0.4
"""Value in points of spread of a point made safe, which the opponent might otherwise have
stolen."""
# Points by which a pass is worth less than keeping the whole rack.
PASS_COST = 5.0


@kernel
def rank_all(
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    model: LeaveModel,
    rack: Array,
    unseen: Array,
    seat: Int,
    in_bag: Int,
    acts: Array,
    scores: Array,
    equities: Array,
) -> Int:
    """Write every play, every exchange and the pass; return their number.

    If the number exceeds the size of ``acts`` (of which ``MAX_LEAVES`` rows are reserved for acts
    other than plays), call again with more room.
    """
    leaves = np.empty(MAX_LEAVES, np.float32)
    room = len(acts) - MAX_LEAVES
    if in_bag > 0:
        count = fill_leaves(model, rack, min(1.0, in_bag / setting.rack_size), leaves)
    else:
        count = fill_last_leaves(setting, rack, sum_rack_values(setting, unseen), leaves)
    value_tiles_for_seat(setting, field, seat, 1)
    found = generate(graph, setting, field, rack, leaves, ALL_PLAYS, acts[:room])
    if found > room:
        return found + MAX_LEAVES
    for i in range(found):
        meta = acts[i, 1]
        scores[i] = unpack_score(meta)
        equities[i] = scores[i] + leaves[unpack_leave(meta)]
        if setting.steals == 1:
            _placed, stolen, saved = count_play_gains(setting, field, acts[i, 0], meta, seat, False)
            equities[i] += stolen + SAFE_WORTH * saved
    if in_bag >= setting.exchange_minimum:
        for index in range(1, count):
            if count_used_tiles(rack, index) <= in_bag:
                acts[found, 0] = 0
                acts[found, 1] = (np.int64(EXCHANGE) << KIND_SHIFT) | (index << LEAVE_SHIFT)
                scores[found] = 0
                equities[found] = leaves[index]
                found += 1
    acts[found, 0] = 0
    acts[found, 1] = np.int64(PASS) << KIND_SHIFT
    scores[found] = 0
    equities[found] = leaves[0] - PASS_COST
    return found + 1
