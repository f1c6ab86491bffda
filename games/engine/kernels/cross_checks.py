"""Cross checks: which letters a square admits, given the word that crosses the line there.

After Appel and Jacobson, "The World's Fastest Scrabble Program", CACM 31 (1988), computed on the
GADDAG of :mod:`lexicon.graph.wordgraph`.
"""

import numpy as np

from games.engine.kernels.arrays import (
    CODE_MASK,
    EVERY_LETTER,
    BoardArrays,
    GameArrays,
    GraphArrays,
)
from lexicon.graph.jit import Array, Int, bare_kernel, inlined_kernel, lowest_bit, popcount
from lexicon.graph.wordgraph import ROOT


@inlined_kernel
def find_child(nodes: Array, arcs: Array, state: Int, letter: Int) -> Int:
    """Return the state behind ``letter``, which must be in the state's mask."""
    below = np.int64(nodes[state]) & ((np.int64(1) << letter) - 1)
    return np.int64(arcs[np.int64(nodes[state + 2]) + popcount(below)])


@inlined_kernel
def follow_arc(nodes: Array, arcs: Array, state: Int, letter: Int) -> Int:
    """Return the state behind ``letter``, or the dead state 0."""
    result = np.int64(0)
    if (np.int64(nodes[state]) >> letter) & 1 == 1:
        result = find_child(nodes, arcs, state, letter)
    return result


@inlined_kernel
def find_turned_state(nodes: Array, state: Int) -> Int:
    """Return the state after the separator, where reading backwards turns into reading forwards."""
    return np.int64(nodes[state + 3])


@inlined_kernel
def letter_at(tiles: Array, square: Int) -> Int:
    return np.int64(tiles[square] & CODE_MASK) - 1


@bare_kernel
def letters_between(graph: GraphArrays, tiles: Array, square: Int) -> Int:
    """Return the mask of letters that form a word on the empty ``square`` with its neighbours.

    The tiles of its line that touch it count; there must be at least one.
    """
    nodes, arcs = graph
    first = square
    while tiles[first - 1] != 0:
        first -= 1
    after = square + 1
    while tiles[after] != 0:
        after += 1
    state = np.int64(ROOT)
    # Read backwards through the tiles after the square, if there are any.
    at = after - 1
    while at > square:
        state = follow_arc(nodes, arcs, state, letter_at(tiles, at))
        at -= 1
    if first == square:
        return np.int64(nodes[state + 1])
    if after == square + 1:
        at = square - 1
        while at >= first:
            state = follow_arc(nodes, arcs, state, letter_at(tiles, at))
            at -= 1
        return np.int64(nodes[find_turned_state(nodes, state) + 1])
    # Tiles on both sides: no single state answers, so each possible letter is tried.
    mask = np.int64(0)
    tried = np.int64(nodes[state])
    last = letter_at(tiles, first)
    while tried != 0:
        letter = lowest_bit(tried)
        tried &= tried - 1
        reached = find_child(nodes, arcs, state, letter)
        at = square - 1
        while at > first and reached != 0:
            reached = follow_arc(nodes, arcs, reached, letter_at(tiles, at))
            at -= 1
        if (np.int64(nodes[reached + 1]) >> last) & 1 == 1:
            mask |= np.int64(1) << letter
    return mask


@bare_kernel
def check_square(
    graph: GraphArrays, setting: GameArrays, field: BoardArrays, direction: Int, line: Int, at: Int
) -> None:
    """Recompute the cross check of one square for plays in ``direction``."""
    tiles, cross, sums, worth, _owners = field
    width = np.int64(setting.side + 2)
    here = (direction * width + line) * width + at
    sums[here] = -1
    if tiles[here] != 0 or setting.letters[here] == 0:
        cross[here] = 0
        return
    square = ((1 - direction) * width + at) * width + line
    if tiles[square - 1] == 0 and tiles[square + 1] == 0:
        cross[here] = EVERY_LETTER
        return
    cross[here] = letters_between(graph, tiles, square)
    sums[here] = sum_around(tiles, worth, square)


@inlined_kernel
def sum_around(tiles: Array, worth: Array, square: Int) -> Int:
    """Return the points of the tiles that touch ``square`` in its line on both sides."""
    total = np.int64(0)
    near = square - 1
    while tiles[near] != 0:
        total += worth[near]
        near -= 1
    near = square + 1
    while tiles[near] != 0:
        total += worth[near]
        near += 1
    return total


@bare_kernel
def check_board(graph: GraphArrays, setting: GameArrays, field: BoardArrays) -> None:
    """Recompute every cross check."""
    for direction in range(2):
        for line in range(1, setting.side + 1):
            for at in range(1, setting.side + 1):
                check_square(graph, setting, field, direction, line, at)


@bare_kernel
def check_line_ends(
    graph: GraphArrays, setting: GameArrays, field: BoardArrays, direction: Int, line: Int, at: Int
) -> None:
    """Update the two squares at the ends of the run of tiles through ``at`` of ``line``.

    Their cross checks apply to plays that cross the line.
    """
    width = np.int64(setting.side + 2)
    base = (direction * width + line) * width
    end = at
    while field.tiles[base + end] != 0:
        end -= 1
    check_square(graph, setting, field, 1 - direction, end, line)
    end = at
    while field.tiles[base + end] != 0:
        end += 1
    check_square(graph, setting, field, 1 - direction, end, line)
