"""The arrays the kernels share, and how a play is packed into two integers.

**Squares.** Boards of any shape lie in the upper left corner of a square of side ``side``, with a
border one square wide all round; ``width = side + 2``. Every board array is flat and holds the
board twice, as rows (ACROSS) and as columns (DOWN): the square ``at`` of line ``line`` has index
``(direction * width + line) * width + at``, both counted from 1. Border squares and squares
outside a board that is no square have letter multiplier 0, no tile, and admit no letter, so that
no loop needs to ask for the edge.

**Letters** are the codes of :mod:`lexicon.graph.wordgraph`; on the board a blank has ``BLANK_FLAG``
added. In a mask the letter of code ``c`` is bit ``c - 1``. **Racks** count tiles by code - 1,
blanks at index ``BLANK``.

**Plays** are pairs of int64: the tiles laid, one byte each from the first square on, and the
rest packed by the shifts below. A leave is named by a mixed-radix index: tile kind after tile
kind, the number of tiles of that kind which were used.
"""

from typing import NamedTuple

import numpy as np

from lexicon.graph.jit import Array, Int, inlined, kernel

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


class Graph(NamedTuple):
    """The arrays of a :class:`lexicon.graph.wordgraph.WordGraph`."""

    nodes: Array
    arcs: Array


class Setting(NamedTuple):
    """What stays the same throughout a game.

    ``values``: int64 by tile kind. ``letters``, ``words``: uint8 multipliers of the squares.
    ``locks``: uint8, 1 on padlock squares. ``bonus``: int64 by number of tiles laid. ``counts``:
    int64, tiles of each kind in a full bag. ``start``: line and place of the start square.
    ``blank_letters``: mask of what a blank may be. ``again``: 1 where a letter counts once more in
    its cross word. ``steals``: 1 where tiles have owners. ``exchange_minimum``: tiles the bag must
    hold for an exchange. ``out_gain``: what going out makes of the value of the other rack, in
    points between the two.
    """

    values: Array
    letters: Array
    words: Array
    locks: Array
    bonus: Array
    counts: Array
    start: Array
    blank_letters: int
    again: int
    steals: int
    exchange_minimum: int
    rack_size: int
    out_gain: int
    side: int


class Field(NamedTuple):
    """The board as it lies now.

    ``tiles``: uint8 codes, 0 for none. ``cross``: int64 masks of the letters that the crossing
    word admits, 0 on a tile. ``sums``: int16 points of the tiles of the crossing word, -1 where
    there is none. ``worth``: int16 points a word gets for the tile lying there. ``owners``: uint8.
    """

    tiles: Array
    cross: Array
    sums: Array
    worth: Array
    owners: Array


@kernel
def empty_field(side: int) -> Field:
    """A field without tiles; the cross checks are yet to be made."""
    size = 2 * (side + 2) ** 2
    return Field(
        np.zeros(size, np.uint8),
        np.zeros(size, np.int64),
        np.full(size, -1, np.int16),
        np.zeros(size, np.int16),
        np.zeros(size, np.uint8),
    )


@inlined
def score_of(meta: Int) -> Int:
    return (meta >> SCORE_SHIFT) & SCORE_MASK


@inlined
def count_of(meta: Int) -> Int:
    return (meta >> COUNT_SHIFT) & COUNT_MASK


@inlined
def kind_of(meta: Int) -> Int:
    return (meta >> KIND_SHIFT) & KIND_MASK


@inlined
def leave_of(meta: Int) -> Int:
    return (meta >> LEAVE_SHIFT) & LEAVE_MASK


@inlined
def start_of(meta: Int) -> Int:
    return (meta >> START_SHIFT) & START_MASK


@inlined
def line_of(meta: Int) -> Int:
    return (meta >> LINE_SHIFT) & LINE_MASK
