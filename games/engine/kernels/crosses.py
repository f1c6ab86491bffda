"""Cross checks: which letters a square admits, given the word that crosses the line there.

After Appel and Jacobson, "The World's Fastest Scrabble Program", CACM 31 (1988), computed on the
GADDAG of :mod:`lexicon.graph.wordgraph`.
"""

import numpy as np

from games.engine.kernels.arrays import CODE_MASK, EVERY_LETTER, Field, Graph, Setting
from lexicon.graph.jit import Array, Int, bare, inlined, lowest_bit, popcount
from lexicon.graph.wordgraph import ROOT


@inlined
def child_of(nodes: Array, arcs: Array, state: Int, letter: Int) -> Int:
    """The state behind ``letter``, which must be in the state's mask."""
    below = np.int64(nodes[state]) & ((np.int64(1) << letter) - 1)
    return np.int64(arcs[np.int64(nodes[state + 2]) + popcount(below)])


@inlined
def follow(nodes: Array, arcs: Array, state: Int, letter: Int) -> Int:
    """The state behind ``letter``, or the dead one."""
    result = np.int64(0)
    if (np.int64(nodes[state]) >> letter) & 1 == 1:
        result = child_of(nodes, arcs, state, letter)
    return result


@inlined
def turn_of(nodes: Array, state: Int) -> Int:
    """The state after the separator: from reading backwards to reading on."""
    return np.int64(nodes[state + 3])


@inlined
def letter_at(tiles: Array, square: Int) -> Int:
    return np.int64(tiles[square] & CODE_MASK) - 1


@bare
def letters_between(graph: Graph, tiles: Array, square: Int) -> Int:
    """Mask of the letters that make a word on the empty ``square`` with the tiles next to it in
    its line, of which there is at least one."""
    nodes, arcs = graph
    first = square
    while tiles[first - 1] != 0:
        first -= 1
    after = square + 1
    while tiles[after] != 0:
        after += 1
    state = np.int64(ROOT)
    # Backwards through the tiles after the square; none is there when only a front is.
    at = after - 1
    while at > square:
        state = follow(nodes, arcs, state, letter_at(tiles, at))
        at -= 1
    if first == square:
        return np.int64(nodes[state + 1])
    if after == square + 1:
        at = square - 1
        while at >= first:
            state = follow(nodes, arcs, state, letter_at(tiles, at))
            at -= 1
        return np.int64(nodes[turn_of(nodes, state) + 1])
    mask = np.int64(0)
    tried = np.int64(nodes[state])
    last = letter_at(tiles, first)
    while tried != 0:
        letter = lowest_bit(tried)
        tried &= tried - 1
        reached = child_of(nodes, arcs, state, letter)
        at = square - 1
        while at > first and reached != 0:
            reached = follow(nodes, arcs, reached, letter_at(tiles, at))
            at -= 1
        if (np.int64(nodes[reached + 1]) >> last) & 1 == 1:
            mask |= np.int64(1) << letter
    return mask


@bare
def check_square(
    graph: Graph, setting: Setting, field: Field, direction: Int, line: Int, at: Int
) -> None:
    """Make the cross check of one square, for plays in ``direction``, anew."""
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


@inlined
def sum_around(tiles: Array, worth: Array, square: Int) -> Int:
    """Worth of the tiles touching ``square`` in its line, both ways."""
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


@bare
def check_board(graph: Graph, setting: Setting, field: Field) -> None:
    """Make every cross check anew."""
    for direction in range(2):
        for line in range(1, setting.side + 1):
            for at in range(1, setting.side + 1):
                check_square(graph, setting, field, direction, line, at)


@bare
def check_line_ends(
    graph: Graph, setting: Setting, field: Field, direction: Int, line: Int, at: Int
) -> None:
    """Renew the two squares that end the run of tiles through ``at`` of ``line``; they are checked
    for plays that cross the line."""
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
