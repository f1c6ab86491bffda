"""What the tiles kept on the rack are worth, for every leave of a rack at once.

The value of a leave is a sum over its tiles, their repetitions, their pairs, and the balance of
vowels and consonants; :mod:`games.engine.leaves` says where the numbers come from.
"""

from typing import NamedTuple

import numpy as np

from games.engine.kernels.arrays import BLANK, KINDS, MAX_RACK, Setting
from lexicon.graph.jit import Array, Int, bare, kernel


class Model(NamedTuple):
    """``single``: float64 by tile kind, for the first tile; ``repeat``: for each further one;
    ``pair``: float64 by two kinds; ``balance``: float64 by vowels and consonants; ``vowels``:
    int64, 1 for vowels, 0 for consonants (blanks are neither)."""

    single: Array
    repeat: Array
    pair: Array
    balance: Array
    vowels: Array


@bare
def value_leave(model: Model, kinds: Array, left: Array, size: Int) -> float:
    """Worth of ``left[i]`` tiles of kind ``kinds[i]``, ``i < size``, in points."""
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


@bare
def list_kinds(rack: Array, kinds: Array, left: Array) -> Int:
    """The kinds on a rack and how many of each; returns the number of kinds."""
    size = 0
    for kind in range(KINDS):
        if rack[kind] > 0:
            kinds[size] = kind
            left[size] = rack[kind]
            size += 1
    return size


@bare
def use_next(rack: Array, kinds: Array, left: Array, size: Int) -> None:
    """From one leave of a rack to the leave of the next index."""
    for i in range(size):
        if left[i] > 0:
            left[i] -= 1
            return
        left[i] = rack[kinds[i]]


@kernel
def fill_leaves(model: Model, rack: Array, scale: float, table: Array) -> Int:
    """``table[index]`` = value of each leave, times ``scale``; returns the number of leaves."""
    kinds = np.empty(MAX_RACK, np.int64)
    left = np.empty(MAX_RACK, np.int64)
    size = list_kinds(rack, kinds, left)
    leaves = 1
    for i in range(size):
        leaves *= left[i] + 1
    for index in range(leaves):
        table[index] = scale * value_leave(model, kinds, left, size)
        use_next(rack, kinds, left, size)
    return leaves


@kernel
def fill_last_leaves(setting: Setting, rack: Array, other_value: Int, table: Array) -> Int:
    """The same with an empty bag: going out is worth the other rack, tiles kept cost theirs."""
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
        # Another turn may get rid of what is kept: about half of its value is at stake.
        table[index] = setting.out_gain * other_value if kept == 0 else -value - 4.0
        use_next(rack, kinds, left, size)
    return leaves


@bare
def take_used(rack: Array, leave: Int) -> None:
    """Remove from the rack the tiles that the leave's index names as used."""
    for kind in range(KINDS):
        if rack[kind] > 0:
            radix = np.int64(rack[kind]) + 1
            rack[kind] -= leave % radix
            leave //= radix
