"""The search's stack: rows of integers instead of recursion."""

import numpy as np

from games.engine.kernels.arrays import (
    COUNT_SHIFT,
    KIND_SHIFT,
    LENGTH_SHIFT,
    LINE_SHIFT,
    MAX_RACK,
    START_SHIFT,
    BoardArrays,
    GraphArrays,
)
from games.engine.kernels.cross_checks import find_turned_state, follow_arc, letter_at
from lexicon.graph.jit import Array, Int, inlined_kernel
from lexicon.graph.wordgraph import ROOT

# A frame: the state reached, the square to fill, whether reading left, the number of new tiles, the
# main word's points and multiplier, the cross words' points, the new tiles (packed), the leave's
# index, the letters and blank letters still to try, the tile now on the square, the word's start.
(STATE, AT, LEFT, PLACED, MAIN, TIMES, ASIDE, TILES, LEAVE, TO_TRY, BLANKS, TILE, FIRST) = range(13)
FRAME_WIDTH = 13
NO_TILE, UNREAD = -1, -2
# Each tile of the rack adds at most two frames: one to the left and one after the turn.
MAX_FRAMES = 2 * MAX_RACK + 2


@inlined_kernel
def push(
    frame: Array,
    state: Int,
    at: Int,
    left: Int,
    placed: Int,
    main: Int,
    times: Int,
    aside: Int,
    tiles: Int,
    leave: Int,
    first: Int,
) -> None:
    frame[STATE] = state
    frame[AT] = at
    frame[LEFT] = left
    frame[PLACED] = placed
    frame[MAIN] = main
    frame[TIMES] = times
    frame[ASIDE] = aside
    frame[TILES] = tiles
    frame[LEAVE] = leave
    frame[FIRST] = first
    frame[TILE] = UNREAD


@inlined_kernel
def pack_place(direction: Int, line: Int, start: Int, length: Int, placed: Int) -> Int:
    """Return the second integer of a play, without score and leave."""
    return (
        (line << LINE_SHIFT)
        | (start << START_SHIFT)
        | (placed << COUNT_SHIFT)
        | (direction << KIND_SHIFT)
        | (length << LENGTH_SHIFT)
    )


@inlined_kernel
def open_anchor(
    graph: GraphArrays, field: BoardArrays, base: Int, anchor: Int, frame: Array
) -> tuple[Int, Int]:
    """Write an anchor's first frame; return its state and the first free place after the anchor.

    If there are tiles before the anchor, the start of the word is fixed and the search only reads
    to the right. Otherwise reading to the left starts from the tiles after the anchor, if any.
    """
    nodes, arcs = graph
    tiles, worth = field.tiles, field.worth
    state = np.int64(ROOT)
    fixed = np.int64(0)
    first = anchor
    resume = anchor + 1
    if tiles[base + anchor - 1] == 0:
        while tiles[base + resume] != 0:
            resume += 1
        at = resume - 1
        while at > anchor:
            state = follow_arc(nodes, arcs, state, letter_at(tiles, base + at))
            fixed += worth[base + at]
            at -= 1
        push(frame, state, anchor, 1, 0, fixed, 1, 0, 0, 0, first)
    else:
        while tiles[base + first - 1] != 0:
            first -= 1
            state = follow_arc(nodes, arcs, state, letter_at(tiles, base + first))
            fixed += worth[base + first]
        state = find_turned_state(nodes, state)
        push(frame, state, anchor, 0, 0, fixed, 1, 0, 0, 0, first)
    return state, resume
