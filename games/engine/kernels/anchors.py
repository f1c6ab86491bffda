"""Anchors: the squares from which plays are found, and how much can be hoped for from each.

An anchor is an empty square beside a tile; every play covers one, and belongs to the first it
covers (Appel and Jacobson, CACM 31, 1988). :mod:`.generate` searches from them.
"""

import numpy as np

from games.engine.kernels.arrays import BLANK, KINDS, MAX_RACK, Field, Setting
from lexicon.jit import Array, Int, kernel

ANCHOR_WIDTH = 4
WORST = -1e9


@kernel
def is_empty(tiles: Array) -> bool:
    return not tiles.any()


@kernel
def list_anchors(setting: Setting, field: Field, usable: Int, anchors: Array) -> Int:
    """Write (direction, line, place, lowest place) of each anchor that takes a letter of the rack;
    returns their number. Squares below the lowest place belong to an earlier anchor."""
    tiles, cross, sums = field.tiles, field.cross, field.sums
    width = np.int64(setting.side + 2)
    count = 0
    empty = is_empty(tiles)
    # On an empty board down is the mirror image of across, and no other play.
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


@kernel
def bound_anchors(
    setting: Setting,
    field: Field,
    rack: Array,
    leaves: Array,
    usable: Int,
    anchors: Array,
    bounds: Array,
) -> None:
    """For each anchor a bound that no play from it exceeds, in score plus leave: the best of all
    shapes a play could have, whatever the words, with the dearest tiles on the best squares."""
    points = np.zeros(MAX_RACK, np.int64)
    tiles = 0
    for kind in range(BLANK):
        for _ in range(rack[kind]):
            points[tiles] = setting.values[kind]
            tiles += 1
    points = -np.sort(-points)
    tiles += rack[BLANK]
    best_leaves = np.full(MAX_RACK + 1, WORST)
    find_best_leaves(rack, leaves, best_leaves)
    factors = np.empty((MAX_RACK, 2), np.int64)
    for i in range(len(bounds)):
        bounds[i] = bound_anchor(
            setting, field, usable, anchors[i], tiles, points, best_leaves, factors
        )


@kernel
def find_best_leaves(rack: Array, leaves: Array, best: Array) -> None:
    """``best[n]``: the most any leave is worth after laying ``n`` tiles."""
    kinds = np.empty(MAX_RACK, np.int64)
    used = np.zeros(MAX_RACK, np.int64)
    size = 0
    count = 1
    for kind in range(KINDS):
        if rack[kind] > 0:
            kinds[size] = rack[kind]
            count *= rack[kind] + 1
            size += 1
    for index in range(count):
        total = used[:size].sum()
        best[total] = max(best[total], np.float64(leaves[index]))
        for i in range(size):
            if used[i] < kinds[i]:
                used[i] += 1
                break
            used[i] = 0


@kernel
def bound_anchor(
    setting: Setting,
    field: Field,
    usable: Int,
    anchor: Array,
    rack_tiles: Int,
    points: Array,
    best_leaves: Array,
    factors: Array,
) -> float:
    """The bound of one anchor: for each reach to the left, every reach to the right."""
    width = np.int64(setting.side + 2)
    base = (anchor[0] * width + anchor[1]) * width
    tiles, cross, worth = field.tiles, field.cross, field.worth
    place, lowest = anchor[2], anchor[3]
    fixed = np.int64(0)
    before = place - 1
    while tiles[base + before] != 0:
        fixed += worth[base + before]
        before -= 1
    if before < place - 1:
        # The word's beginning lies there: nothing can be laid to the left of the anchor.
        lowest = place
    best = WORST
    first = place
    while first >= lowest and place - first < rack_tiles:
        if cross[base + first] & usable == 0:
            break
        laid = 0
        main, times, aside = fixed, np.int64(1), np.int64(0)
        at = first
        while laid < rack_tiles and cross[base + at] & usable != 0:
            here = base + at
            words = np.int64(setting.words[here])
            times *= words
            factors[laid, 0] = setting.letters[here]
            factors[laid, 1] = 0
            if field.sums[here] >= 0:
                aside += field.sums[here] * words
                factors[laid, 1] = setting.again * setting.letters[here] * words
            laid += 1
            at += 1
            while tiles[base + at] != 0:
                main += worth[base + at]
                at += 1
            if at > place:
                total = main * times + aside + setting.bonus[laid]
                total += match_points(factors, laid, times, points)
                best = max(best, total + best_leaves[laid])
        first -= 1
    return best


@kernel
def match_points(factors: Array, laid: Int, times: Int, points: Array) -> Int:
    """The most that ``laid`` tiles can bring on their squares: dearest tile, best square."""
    total = np.int64(0)
    taken = np.int64(0)
    for i in range(laid):
        best = np.int64(-1)
        chosen = 0
        for j in range(laid):
            factor = factors[j, 0] * times + factors[j, 1]
            if (taken >> j) & 1 == 0 and factor > best:
                best = factor
                chosen = j
        taken |= np.int64(1) << chosen
        total += best * points[i]
    return total
