"""Generate every legal play of a rack, or only the best one.

Gordon's GADDAG search (Software: Practice and Experience 24, 1994) from the anchors of Appel and
Jacobson (CACM 31, 1988): :mod:`.anchors` lists them, :mod:`.search` searches from one of them.
"""

import numpy as np

from games.engine.kernels.anchors import (
    ANCHOR_WIDTH,
    bound_anchors,
    find_best_leaves,
    list_anchors,
)
from games.engine.kernels.arrays import BLANK, KINDS, MAX_RACK, BoardArrays, GameArrays, GraphArrays
from games.engine.kernels.frames import FRAME_WIDTH, MAX_FRAMES
from games.engine.kernels.search import ALL_PLAYS, BEST_PLAY, SearchRack, search_anchors
from lexicon.graph.jit import Array, Int, bare_kernel, kernel

__all__ = ["ALL_PLAYS", "BEST_PLAY", "generate"]


@bare_kernel
def fill_strides(rack: Array, strides: Array) -> Int:
    """Write the step of each tile kind in the leave index; return the number of leaves."""
    leaves = np.int64(1)
    for kind in range(KINDS):
        strides[kind] = leaves
        leaves *= np.int64(rack[kind]) + 1
    return leaves


@bare_kernel
def rack_mask(rack: Array) -> Int:
    mask = np.int64(0)
    for kind in range(BLANK):
        if rack[kind] > 0:
            mask |= np.int64(1) << kind
    return mask


@kernel
def generate(
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    rack: Array,
    leaves: Array,
    mode: Int,
    plays: Array,
) -> Int:
    """Write plays (int64 pairs) into ``plays`` and return their number.

    ``ALL_PLAYS`` keeps counting when ``plays`` is full: call again with more room. ``BEST_PLAY``
    writes the play with the highest sum of score and leave value (``leaves``: float32 by index) and
    returns 0 or 1.
    """
    held = rack.astype(np.int64)
    rack_tiles = held.sum()
    in_rack = rack_mask(rack)
    usable = in_rack
    if held[BLANK] > 0:
        usable |= setting.blank_letters
    strides = np.empty(KINDS, np.int64)
    fill_strides(rack, strides)
    frames = np.empty((MAX_FRAMES, FRAME_WIDTH), np.int64)
    anchors = np.empty((2 * setting.side * setting.side, ANCHOR_WIDTH), np.int64)
    count = list_anchors(setting, field, usable, anchors)
    bounds = np.full(count, np.inf)
    order = np.arange(count)
    if mode == BEST_PLAY:
        best_leaves = np.empty(MAX_RACK + 1, np.float64)
        scratch = np.empty((2, MAX_RACK + 1), np.int64)
        find_best_leaves(rack, leaves, best_leaves, scratch)
        bound_anchors(setting, field, rack, best_leaves, usable, anchors, bounds, scratch)
        # The search stops at the first anchor whose bound does not exceed the best play found.
        order = np.argsort(-bounds)
    hand = SearchRack(held, rack_tiles, in_rack, strides, leaves)
    return search_anchors(graph, setting, field, hand, anchors, order, bounds, frames, mode, plays)
