"""What the end game's search has found already: on another way to a position, or a ply before.

A position is named by a hash of the tiles laid since the search began and of who laid them
(Zobrist, "A new hashing method with application for game playing", University of Wisconsin, 1970);
the racks follow from that. Where tiles have owners, the order of the plays counts as well.
"""

from typing import NamedTuple

import numpy as np

from games.engine.kernels.arrays import BYTE, Field, Setting, count_of, kind_of, line_of, start_of
from games.engine.kernels.board import across_of, square_of
from lexicon.graph.jit import Array, Int, bare

VALUE, PLIES, BOUND, PACKED, META = range(5)
EXACT, AT_LEAST, AT_MOST = range(3)
WHOLE = 1 << 20
"""In place of plies: every line of play was followed to the end of the game."""
START = 1


class Memo(NamedTuple):
    """``names``: int64, a power of two of them. ``found``: int64 rows of the value for the side to
    move, the plies looked ahead for it, what kind of bound it is, and the best act."""

    names: Array
    found: Array


@bare
def mix(number: Int) -> Int:
    """Spread the bits of a number over 64 (the finish of Steele et al., "Fast splittable
    pseudorandom number generators", OOPSLA 2014, with factors that fit)."""
    number = (number ^ (number >> 30)) * np.int64(0x3F58476D1CE4E5B9)
    number = (number ^ (number >> 27)) * np.int64(0x14D049BB133111EB)
    return number ^ (number >> 31)


@bare
def name_after(setting: Setting, field: Field, name: Int, packed: Int, meta: Int, seat: Int) -> Int:
    """The name of the position after a play that is not on the board yet."""
    if setting.steals == 1:
        return mix(name ^ mix(packed) ^ (meta << 1) ^ seat)
    width = np.int64(setting.side + 2)
    direction, line, at = kind_of(meta), line_of(meta), start_of(meta)
    left = count_of(meta)
    while left > 0:
        if field.tiles[square_of(width, direction, line, at)] == 0:
            square = across_of(width, direction, line, at)
            name ^= mix(((square << BYTE) | (packed & 0x7F)) << 1 | seat)
            packed >>= BYTE
            left -= 1
        at += 1
    return name


@bare
def name_turn(name: Int, seat: Int, passed: Int) -> Int:
    """The name with whose turn it is and whether a pass ends the game."""
    return mix(name ^ (seat << 1) ^ (passed << 2))


@bare
def is_settled(memo: Memo, slot: Int, depth: Int, alpha: Int, beta: Int) -> bool:
    """Whether what is kept answers a search of ``depth`` within these bounds."""
    value, bound = memo.found[slot, VALUE], memo.found[slot, BOUND]
    is_deep: bool = memo.found[slot, PLIES] >= depth
    fails_high: bool = bound == AT_LEAST and value >= beta
    fails_low: bool = bound == AT_MOST and value <= alpha
    return is_deep and (bound == EXACT or fails_high or fails_low)


@bare
def keep(memo: Memo, name: Int, value: Int, plies: Int, bound: Int, packed: Int, meta: Int) -> None:
    """Keep a finding in the place of whatever was there."""
    slot = name & (len(memo.names) - 1)
    memo.names[slot] = name
    memo.found[slot, VALUE] = value
    memo.found[slot, PLIES] = plies
    memo.found[slot, BOUND] = bound
    memo.found[slot, PACKED] = packed
    memo.found[slot, META] = meta
