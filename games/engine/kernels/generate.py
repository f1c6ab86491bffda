"""Every legal play of a rack, or only the best one.

Gordon's GADDAG search (Software: Practice and Experience 24, 1994) from the anchors of Appel and
Jacobson (CACM 31, 1988): :mod:`.anchors` lists them, :mod:`.search` reads from one of them.
"""

import numpy as np

from games.engine.kernels.anchors import ANCHOR_WIDTH, WORST, bound_anchors, list_anchors
from games.engine.kernels.arrays import BLANK, KINDS, Field, Graph, Setting
from games.engine.kernels.frames import FRAME_WIDTH, MAX_FRAMES
from games.engine.kernels.search import ALL_PLAYS, BEST_PLAY, search_anchor
from lexicon.jit import Array, Int, kernel

__all__ = ["ALL_PLAYS", "BEST_PLAY", "generate"]


@kernel
def fill_strides(rack: Array, strides: Array) -> Int:
    """The step of each tile kind in the leave index; returns the number of leaves."""
    leaves = np.int64(1)
    for kind in range(KINDS):
        strides[kind] = leaves
        leaves *= np.int64(rack[kind]) + 1
    return leaves


@kernel
def rack_mask(rack: Array) -> Int:
    mask = np.int64(0)
    for kind in range(BLANK):
        if rack[kind] > 0:
            mask |= np.int64(1) << kind
    return mask


@kernel
def generate(
    graph: Graph,
    setting: Setting,
    field: Field,
    rack: Array,
    leaves: Array,
    mode: Int,
    plays: Array,
) -> Int:
    """Write plays (int64 pairs) into ``plays`` and return their number.

    ``ALL_PLAYS`` counts on when the room is used up: ask again with more room. ``BEST_PLAY``
    writes the play of the highest score plus value of the leave (``leaves``: float32 by index),
    and returns 0 or 1.
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
    bounds = np.empty(count, np.float64)
    # Blanks make the search so long that it pays to begin where most can be hoped for.
    bounded = mode == BEST_PLAY and held[BLANK] > 0
    if bounded:
        bound_anchors(setting, field, rack, leaves, usable, anchors, bounds)
        order = np.argsort(-bounds)
    found = np.int64(0)
    best = WORST
    for i in range(count):
        index = i
        if bounded:
            index = order[i]
            if bounds[index] <= best:
                break
        found, best = search_anchor(
            graph,
            setting,
            field,
            (held, rack_tiles, in_rack, strides, leaves, frames),
            anchors[index],
            mode,
            plays,
            found,
            best,
        )
    return found
