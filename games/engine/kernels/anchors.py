"""Anchors: the squares from which plays are searched, and an upper bound for the plays from each.

An anchor is an empty square next to a tile. Every play covers at least one and belongs to the first
it covers (Appel and Jacobson, CACM 31, 1988). :mod:`.generate` searches from them.
"""

import numpy as np

from games.engine.kernels.arrays import BLANK, KINDS, BoardArrays, GameArrays
from lexicon.graph.jit import Array, Int, bare_kernel, inlined_kernel

ANCHOR_WIDTH = 4
WORST = -1e9


@bare_kernel
def is_empty(tiles: Array) -> bool:
    """Return whether there is no tile on the board."""
    for tile in tiles:
        if tile != 0:
            return False
    return True


@bare_kernel
def list_anchors(setting: GameArrays, field: BoardArrays, usable: Int, anchors: Array) -> Int:
    """Write (direction, line, place, lowest place) of each anchor on which the rack has a letter to
    place.

    Returns their number. Squares below the lowest place belong to an earlier anchor.
    """
    tiles, cross, sums = field.tiles, field.cross, field.sums
    width = np.int64(setting.side + 2)
    count = 0
    empty = is_empty(tiles)
    # On an empty board a play down is only the mirror image of one across.
    for direction in range(1 if empty else 2):
        for line in range(1, setting.side + 1):
            base = (direction * width + line) * width
            lowest = 1
            for place in range(1, setting.side + 1):
                here = base + place
                if tiles[here] != 0:
                    continue
                if empty:
                    if line != setting.start[0] or place != setting.start[1]:
                        continue
                elif sums[here] < 0 and tiles[here - 1] == 0 and tiles[here + 1] == 0:
                    continue
                if cross[here] & usable != 0:
                    anchors[count, 0] = direction
                    anchors[count, 1] = line
                    anchors[count, 2] = place
                    anchors[count, 3] = lowest
                    count += 1
                lowest = place + 1
    return count


@bare_kernel
def bound_anchors(
    setting: GameArrays,
    field: BoardArrays,
    rack: Array,
    best_leaves: Array,
    usable: Int,
    anchors: Array,
    bounds: Array,
    scratch: Array,
) -> None:
    """Compute for each anchor an upper bound of score plus leave for all plays from it.

    The bound is the best of all shapes that a play could have, whatever the words. ``best_leaves``
    is the result of :func:`find_best_leaves`. ``scratch`` has room for 2 rows of ``MAX_RACK + 1``
    int64.
    """
    kinds, points = scratch
    distinct, rack_tiles = rank_tiles(setting, rack, kinds, points)
    for i in range(len(bounds)):
        bounds[i] = bound_anchor(
            setting, field, usable, anchors, i, rack_tiles, kinds, distinct, points, best_leaves
        )


@bare_kernel
def rank_tiles(setting: GameArrays, rack: Array, kinds: Array, points: Array) -> tuple[Int, Int]:
    """Write the rack's letters into ``kinds``, highest value first, and sums of values into
    ``points``.

    ``points[n]`` is the value of the ``n`` most valuable tiles. Returns the numbers of different
    letters and of tiles.
    """
    distinct = 0
    for kind in range(BLANK):
        if rack[kind] > 0:
            place = distinct
            while place > 0 and setting.values[kinds[place - 1]] < setting.values[kind]:
                kinds[place] = kinds[place - 1]
                place -= 1
            kinds[place] = kind
            distinct += 1
    points[0] = 0
    tiles = 0
    for i in range(distinct):
        for _ in range(rack[kinds[i]]):
            points[tiles + 1] = points[tiles] + setting.values[kinds[i]]
            tiles += 1
    for _ in range(rack[BLANK]):
        points[tiles + 1] = points[tiles]
        tiles += 1
    return distinct, tiles


@bare_kernel
def find_best_leaves(rack: Array, leaves: Array, best: Array, scratch: Array) -> None:
    """Write into ``best[n]`` the value of the best leave after placing ``n`` tiles.

    ``scratch`` is as in :func:`bound_anchors`.
    """
    kinds, used = scratch
    best[:] = WORST
    size = 0
    count = 1
    for kind in range(KINDS):
        if rack[kind] > 0:
            kinds[size] = rack[kind]
            used[size] = 0
            count *= rack[kind] + 1
            size += 1
    placed = 0
    for index in range(count):
        best[placed] = max(best[placed], np.float64(leaves[index]))
        for i in range(size):
            if used[i] < kinds[i]:
                used[i] += 1
                placed += 1
                break
            placed -= used[i]
            used[i] = 0


@inlined_kernel
def bound_anchor(
    setting: GameArrays,
    field: BoardArrays,
    usable: Int,
    anchors: Array,
    index: Int,
    rack_tiles: Int,
    kinds: Array,
    distinct: Int,
    points: Array,
    best_leaves: Array,
) -> float:
    """Return the bound of one anchor: try every extent to the left with every extent to the right.

    The ``n`` tiles of a shape score at most the sum of the ``n`` highest values, plus, on each
    premium or crossed square, what the most valuable tile would score there in addition.
    """
    width = np.int64(setting.side + 2)
    base = (anchors[index, 0] * width + anchors[index, 1]) * width
    place, lowest = anchors[index, 2], anchors[index, 3]
    fixed = np.int64(0)
    before = place - 1
    while field.tiles[base + before] != 0:
        fixed += field.worth[base + before]
        before -= 1
    if before < place - 1:
        # The start of the word is on the board: nothing can be placed left of the anchor.
        lowest = place
    best = WORST
    first = place
    while first >= lowest and place - first < rack_tiles:
        if field.cross[base + first] & usable == 0:
            break
        placed = np.int64(0)
        main, times, aside = fixed, np.int64(1), np.int64(0)
        at = first
        while placed < rack_tiles and field.cross[base + at] & usable != 0:
            here = base + at
            letters, words = np.int64(setting.letters[here]), np.int64(setting.words[here])
            highest_value = find_highest_value(setting.values, kinds, distinct, field.cross[here])
            times *= words
            main += (letters - 1) * highest_value
            if field.sums[here] >= 0:
                aside += (field.sums[here] + setting.again * letters * highest_value) * words
            placed += 1
            at += 1
            while field.tiles[base + at] != 0:
                main += field.worth[base + at]
                at += 1
            if at > place:
                total = (main + points[placed]) * times + aside + setting.bonus[placed]
                best = max(best, total + best_leaves[placed])
        first -= 1
    return best


@inlined_kernel
def find_highest_value(values: Array, kinds: Array, distinct: Int, admitted: Int) -> Int:
    """Return the value of the rack's most valuable letter that a square admits."""
    result = np.int64(0)
    i = 0
    while i < distinct:
        if (admitted >> kinds[i]) & 1 == 1:
            result = values[kinds[i]]
            i = distinct
        i += 1
    return result
