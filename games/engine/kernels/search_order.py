"""The order in which an end-game search tries plays."""

import numpy as np

from games.engine.kernels.arrays import LINE_SHIFT, unpack_leave, unpack_score
from lexicon.graph.jit import Array, Int, bare_kernel, kernel


@kernel
def order_plays(plays: Array, count: Int, leaves: Array) -> Array:
    """Return the order in which to try plays: probably good ones first, so that more of the others
    are cut off."""
    keys = np.empty(count, np.float64)
    for i in range(count):
        keys[i] = -(unpack_score(plays[i, 1]) + leaves[unpack_leave(plays[i, 1])])
    return np.argsort(keys)


@bare_kernel
def put_first(plays: Array, order: Array, packed: Int, meta: Int) -> None:
    """Move the likeliest act to the front.

    That is the best one of a smaller depth, or the static player's (whose stolen points may differ,
    so the score is not compared).
    """
    for i in range(len(order)):
        if plays[order[i], 0] == packed and plays[order[i], 1] >> LINE_SHIFT == meta >> LINE_SHIFT:
            chosen = order[i]
            for j in range(i, 0, -1):
                order[j] = order[j - 1]
            order[0] = chosen
            return
