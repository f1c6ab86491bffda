"""The arrays that all kernels share, and how a play is packed into two integers.

**Squares.** A board of any shape lies in the upper left corner of a square of side ``side`` with a
border one square wide on every side; ``width = side + 2``. Every board array is flat and holds the
board twice, as rows (ACROSS) and as columns (DOWN): square ``at`` of line ``line`` has the index
``(direction * width + line) * width + at``, where both count from 1. Squares of the border, and
those outside a board that is not square, have letter multiplier 0, no tile, and admit no letter, so
that no loop has to check for the edge.

**Letters** are the codes of :mod:`lexicon.graph.wordgraph`; on the board a blank has ``BLANK_FLAG``
added. In a mask, the letter of code ``c`` is bit ``c - 1``. **Racks** count tiles by code - 1, and
blanks at index ``BLANK``.

**Plays** are pairs of int64: the new tiles, one byte each from the first square on, and the other
data packed by the shifts below. A leave is identified by a mixed-radix index: for each tile kind in
turn, the number of tiles of that kind which were used.
"""

from typing import NamedTuple

import numpy as np

from lexicon.graph.jit import Array, Int, inlined_kernel, kernel

ACROSS, DOWN = 0, 1
BLANK = 63
KINDS = 64
BLANK_FLAG = 64
CODE_MASK = 63
EVERY_LETTER = (1 << 63) - 1
BYTE = 8
MAX_RACK = 8
MAX_LEAVES = 1 << MAX_RACK

# The second integer of a play.
SCORE_SHIFT, SCORE_MASK = 0, 0xFFFF
LINE_SHIFT, LINE_MASK = 16, 0xFF
START_SHIFT, START_MASK = 24, 0xFF
COUNT_SHIFT, COUNT_MASK = 32, 0xF
KIND_SHIFT, KIND_MASK = 36, 0xF
LENGTH_SHIFT, LENGTH_MASK = 40, 0xFF
LEAVE_SHIFT, LEAVE_MASK = 48, 0x1FF

# Kinds of act; a play's kind is its direction.
EXCHANGE, PASS = 2, 3

# Bits of an owner: whose tile it is (1 or 2), and whether it is safe.
OWNER_MASK, SAFE_FLAG = 3, 4


class GraphArrays(NamedTuple):
    """The arrays of a :class:`lexicon.graph.wordgraph.WordGraph`."""

    nodes: Array
    arcs: Array


class GameArrays(NamedTuple):
    """What stays the same throughout a game."""

    # int64 by tile kind.
    values: Array
    # uint8 letter multipliers by square.
    letters: Array
    # uint8 word multipliers by square.
    words: Array
    # uint8 by square, 1 on padlocks.
    locks: Array
    # int64 by number of new tiles.
    bonus: Array
    # int64, tiles of each kind in a full bag.
    counts: Array
    # Line and place of the start square.
    start: Array
    # Mask of the letters that a blank may represent.
    blank_letters: int
    # 1 if a letter counts once more in its cross word.
    again: int
    # 1 if tiles have owners.
    steals: int
    # Tiles that the bag must hold for an exchange.
    exchange_minimum: int
    rack_size: int
    # Factor by which the other rack's value changes the spread when a player goes out.
    out_gain: int
    side: int


class BoardArrays(NamedTuple):
    """The current board."""

    # uint8 codes, 0 for an empty square.
    tiles: Array
    # int64 masks of the letters that the crossing word admits, 0 on a tile.
    cross: Array
    # int16 points of the crossing word's tiles, -1 if there is no crossing word.
    sums: Array
    # int16 points that a word scores for the tile on this square.
    worth: Array
    # uint8 by square of the across view.
    owners: Array


@kernel
def allocate_board_arrays(side: int) -> BoardArrays:
    """Return a board without tiles; its cross checks are not computed yet."""
    size = 2 * (side + 2) ** 2
    return BoardArrays(
        np.zeros(size, np.uint8),
        np.zeros(size, np.int64),
        np.full(size, -1, np.int16),
        np.zeros(size, np.int16),
        np.zeros(size, np.uint8),
    )


@inlined_kernel
def unpack_score(meta: Int) -> Int:
    return (meta >> SCORE_SHIFT) & SCORE_MASK


@inlined_kernel
def unpack_count(meta: Int) -> Int:
    return (meta >> COUNT_SHIFT) & COUNT_MASK


@inlined_kernel
def unpack_kind(meta: Int) -> Int:
    return (meta >> KIND_SHIFT) & KIND_MASK


@inlined_kernel
def unpack_leave(meta: Int) -> Int:
    return (meta >> LEAVE_SHIFT) & LEAVE_MASK


@inlined_kernel
def unpack_start(meta: Int) -> Int:
    return (meta >> START_SHIFT) & START_MASK


@inlined_kernel
def unpack_line(meta: Int) -> Int:
    return (meta >> LINE_SHIFT) & LINE_MASK
