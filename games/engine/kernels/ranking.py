"""Static worth of all acts of a position: the points of spread they gain, and what they leave."""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KIND_SHIFT,
    LEAVE_SHIFT,
    MAX_LEAVES,
    PASS,
    Field,
    Graph,
    Setting,
    leave_of,
    score_of,
)
from games.engine.kernels.board import face_seat, settle_words
from games.engine.kernels.generate import ALL_PLAYS, generate
from games.engine.kernels.leaves import Model, fill_last_leaves, fill_leaves
from games.engine.kernels.static import rack_value, used_tiles
from lexicon.graph.jit import Array, Int, kernel

SAFE_WORTH = 0.4
"""What a point made safe is worth in points of spread: it might have been stolen."""
PASS_COST = 5.0


@kernel
def rank_all(
    graph: Graph,
    setting: Setting,
    field: Field,
    model: Model,
    rack: Array,
    unseen: Array,
    seat: Int,
    in_bag: Int,
    acts: Array,
    scores: Array,
    equities: Array,
) -> Int:
    """Fill in every play, exchange and the pass; returns their number, which may exceed the room
    (all but ``MAX_LEAVES`` of it are for plays): ask again with more."""
    leaves = np.empty(MAX_LEAVES, np.float32)
    room = len(acts) - MAX_LEAVES
    if in_bag > 0:
        count = fill_leaves(model, rack, min(1.0, in_bag / setting.rack_size), leaves)
    else:
        count = fill_last_leaves(setting, rack, rack_value(setting, unseen), leaves)
    face_seat(setting, field, seat, 1)
    found = generate(graph, setting, field, rack, leaves, ALL_PLAYS, acts[:room])
    if found > room:
        return found + MAX_LEAVES
    for i in range(found):
        meta = acts[i, 1]
        scores[i] = score_of(meta)
        equities[i] = scores[i] + leaves[leave_of(meta)]
        if setting.steals == 1:
            _placed, stolen, saved = settle_words(setting, field, acts[i, 0], meta, seat, False)
            equities[i] += stolen + SAFE_WORTH * saved
    if in_bag >= setting.exchange_minimum:
        for index in range(1, count):
            if used_tiles(rack, index) <= in_bag:
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
