"""Frames: the way back of the search, kept in rows of integers instead of recursion."""

import numpy as np

from games.engine.kernels.arrays import (
    COUNT_SHIFT,
    KIND_SHIFT,
    LENGTH_SHIFT,
    LINE_SHIFT,
    MAX_RACK,
    START_SHIFT,
    Field,
    Graph,
)
from games.engine.kernels.crosses import follow, letter_at, turn_of
from lexicon.graph.jit import Array, Int, inlined
from lexicon.graph.wordgraph import ROOT

# A frame: the state reached, the square to fill, whether reading left, tiles laid, the main word's
# points and multiplier, the cross words' points, the tiles laid (packed), the leave's index, the
# letters and blank letters still to try, the tile lying on the square now, the word's first place.
(STATE, AT, LEFT, LAID, MAIN, TIMES, ASIDE, TILES, LEAVE, TO_TRY, BLANKS, TILE, FIRST) = range(13)
FRAME_WIDTH = 13
NO_TILE, UNREAD = -1, -2
MAX_FRAMES = 2 * MAX_RACK + 2


@inlined
def push(
    frame: Array,
    state: Int,
    at: Int,
    left: Int,
    laid: Int,
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
    frame[LAID] = laid
    frame[MAIN] = main
    frame[TIMES] = times
    frame[ASIDE] = aside
    frame[TILES] = tiles
    frame[LEAVE] = leave
    frame[FIRST] = first
    frame[TILE] = UNREAD


@inlined
def pack_place(direction: Int, line: Int, start: Int, length: Int, laid: Int) -> Int:
    """The second integer of a play, without score and leave."""
    return (
        (line << LINE_SHIFT)
        | (start << START_SHIFT)
        | (laid << COUNT_SHIFT)
        | (direction << KIND_SHIFT)
        | (length << LENGTH_SHIFT)
    )


@inlined
def open_anchor(
    graph: Graph, field: Field, base: Int, anchor: Int, frame: Array
) -> tuple[Int, Int]:
    """Write an anchor's first frame; returns its state and the first free place after the anchor.

    With tiles before the anchor the word's beginning is settled and the search only reads to the
    right; else tiles after the anchor are what the reading to the left starts from.
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
            state = follow(nodes, arcs, state, letter_at(tiles, base + at))
            fixed += worth[base + at]
            at -= 1
        push(frame, state, anchor, 1, 0, fixed, 1, 0, 0, 0, first)
    else:
        while tiles[base + first - 1] != 0:
            first -= 1
            state = follow(nodes, arcs, state, letter_at(tiles, base + first))
            fixed += worth[base + first]
        state = turn_of(nodes, state)
        push(frame, state, anchor, 0, 0, fixed, 1, 0, 0, 0, first)
    return state, resume
