"""Values of the tiles kept on the rack, for every leave of a rack at once.

The value of a leave is a sum over its tiles, their repetitions, their pairs, and the balance of
vowels and consonants; :mod:`games.engine.leaves` provides the numbers.
"""

from typing import NamedTuple

import numpy as np

from games.engine.kernels.arrays import BLANK, KINDS, MAX_RACK, GameArrays
from lexicon.graph.jit import Array, Int, bare_kernel, kernel


class LeaveModel(NamedTuple):
    """The numbers from which leave values are computed, in points."""

    # float64 by tile kind, for the first tile of a kind.
    single: Array
    # float64 by tile kind, for each further tile of that kind.
    repeat: Array
    # float64 by two kinds.
    pair: Array
    # float64 by the numbers of vowels and of consonants.
    balance: Array
    # int64 by tile kind: 1 for vowels, 0 for consonants; blanks are neither.
    vowels: Array


@bare_kernel
def value_leave(model: LeaveModel, kinds: Array, left: Array, size: Int) -> float:
    """Return the value in points of ``left[i]`` tiles of kind ``kinds[i]``, ``i < size``."""
    value = 0.0
    vowels = 0
    consonants = 0
    for i in range(size):
        if left[i] == 0:
            continue
        kind = kinds[i]
        value += model.single[kind] + model.repeat[kind] * (left[i] - 1)
        if kind != BLANK:
            vowels += left[i] * model.vowels[kind]
            consonants += left[i] * (1 - model.vowels[kind])
        for j in range(i):
            if left[j] != 0:
                value += model.pair[kinds[j], kind]
    result: float = value + model.balance[vowels, consonants]
    return result


@bare_kernel
def list_kinds(rack: Array, kinds: Array, left: Array) -> Int:
    """Write the kinds on a rack and how many tiles there are of each; return the number of
    kinds."""
    size = 0
    for kind in range(KINDS):
        if rack[kind] > 0:
            kinds[size] = kind
            left[size] = rack[kind]
            size += 1
    return size


@bare_kernel
def step_to_next_leave(rack: Array, kinds: Array, left: Array, size: Int) -> None:
    """Change one leave of a rack to the leave with the next index."""
    for i in range(size):
        if left[i] > 0:
            left[i] -= 1
            return
        left[i] = rack[kinds[i]]


@kernel
def fill_leaves(model: LeaveModel, rack: Array, scale: float, table: Array) -> Int:
    """Write the value of each leave, times ``scale``, into ``table``; return the number of
    leaves."""
    kinds = np.empty(MAX_RACK, np.int64)
    left = np.empty(MAX_RACK, np.int64)
    size = list_kinds(rack, kinds, left)
    leaves = 1
    for i in range(size):
        leaves *= left[i] + 1
    for index in range(leaves):
        table[index] = scale * value_leave(model, kinds, left, size)
        step_to_next_leave(rack, kinds, left, size)
    return leaves


@kernel
def fill_last_leaves(setting: GameArrays, rack: Array, other_value: Int, table: Array) -> Int:
    """Like :func:`fill_leaves`, but for an empty bag: going out gains the other rack's value, tiles
    kept cost their own."""
    kinds = np.empty(MAX_RACK, np.int64)
    left = np.empty(MAX_RACK, np.int64)
    size = list_kinds(rack, kinds, left)
    leaves = 1
    for i in range(size):
        leaves *= left[i] + 1
    for index in range(leaves):
        kept = 0
        value = 0
        for i in range(size):
            kept += left[i]
            value += left[i] * setting.values[kinds[i]]
        # Kept tiles may still be played on a later turn, so only about half of the loss they
        # threaten is counted.
        table[index] = setting.out_gain * other_value if kept == 0 else -value - 4.0
        step_to_next_leave(rack, kinds, left, size)
    return leaves


@bare_kernel
def remove_used_tiles(rack: Array, leave: Int) -> None:
    """Remove from the rack the tiles that the leave's index names as used."""
    for kind in range(KINDS):
        if rack[kind] > 0:
            radix = np.int64(rack[kind]) + 1
            rack[kind] -= leave % radix
            leave //= radix
