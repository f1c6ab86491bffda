"""The transposition table of the end-game search: results of earlier depths and other move orders.

A position is identified by a hash of the tiles placed since the search began and of who placed them
(Zobrist, "A new hashing method with application for game playing", University of Wisconsin, 1970);
the racks follow from that. If tiles have owners, the order of the plays counts as well.
"""

from typing import NamedTuple

import numpy as np

from games.engine.kernels.arrays import (
    BYTE,
    BoardArrays,
    GameArrays,
    unpack_count,
    unpack_kind,
    unpack_line,
    unpack_start,
)
from games.engine.kernels.board import get_row_index, get_square_index
from lexicon.graph.jit import Array, Int, bare_kernel

VALUE, PLIES, BOUND, PACKED, META = range(5)
EXACT, AT_LEAST, AT_MOST = range(3)
WHOLE = 1 << 20
"""Stored instead of a number of plies if every line of play was followed to the end of the game."""
START = 1


class TranspositionTable(NamedTuple):
    """A hash table of searched positions, with a power of two of entries.

    ``names`` (int64) holds the position's hash. ``found`` (int64, one row per entry) holds the
    value for the side to move, the plies searched, the kind of bound, and the best act.
    """

    names: Array
    found: Array


@bare_kernel
def mix_bits(number: Int) -> Int:
    """Spread the bits of a number over 64 (the finalizer of Steele et al., "Fast splittable
    pseudorandom number generators", OOPSLA 2014, with its factors cut to 63 bits)."""
    number = (number ^ (number >> 30)) * np.int64(0x3F58476D1CE4E5B9)
    number = (number ^ (number >> 27)) * np.int64(0x14D049BB133111EB)
    return number ^ (number >> 31)


@bare_kernel
def hash_after_play(
    setting: GameArrays, field: BoardArrays, name: Int, packed: Int, meta: Int, seat: Int
) -> Int:
    """Return the hash of the position after a play that is not on the board yet, from the hash
    ``name`` of the position before it.
    """
    if setting.steals == 1:
        return mix_bits(name ^ mix_bits(packed) ^ (meta << 1) ^ seat)
    width = np.int64(setting.side + 2)
    direction, line, at = unpack_kind(meta), unpack_line(meta), unpack_start(meta)
    left = unpack_count(meta)
    while left > 0:
        if field.tiles[get_square_index(width, direction, line, at)] == 0:
            square = get_row_index(width, direction, line, at)
            name ^= mix_bits(((square << BYTE) | (packed & 0x7F)) << 1 | seat)
            packed >>= BYTE
            left -= 1
        at += 1
    return name


@bare_kernel
def hash_turn(name: Int, seat: Int, passed: Int) -> Int:
    """Add whose turn it is, and whether a pass would end the game, to a position's hash."""
    return mix_bits(name ^ (seat << 1) ^ (passed << 2))


@bare_kernel
def answers_search(memo: TranspositionTable, slot: Int, depth: Int, alpha: Int, beta: Int) -> bool:
    """Return whether the stored result answers a search of ``depth`` within these bounds."""
    value, bound = memo.found[slot, VALUE], memo.found[slot, BOUND]
    is_deep: bool = memo.found[slot, PLIES] >= depth
    fails_high: bool = bound == AT_LEAST and value >= beta
    fails_low: bool = bound == AT_MOST and value <= alpha
    return is_deep and (bound == EXACT or fails_high or fails_low)


@bare_kernel
def store_value(
    memo: TranspositionTable, name: Int, value: Int, plies: Int, bound: Int, packed: Int, meta: Int
) -> None:
    """Store a result, replacing whatever the slot held."""
    slot = name & (len(memo.names) - 1)
    memo.names[slot] = name
    memo.found[slot, VALUE] = value
    memo.found[slot, PLIES] = plies
    memo.found[slot, BOUND] = bound
    memo.found[slot, PACKED] = packed
    memo.found[slot, META] = meta
