"""The search from one anchor: Gordon's algorithm without recursion.

It reads to the left from the anchor, turns at the separator, and reads on to the right. Scores and
the leave index are updated with each tile placed. A frame reports all letters that complete a word
in one step, without visiting them.
"""

from typing import NamedTuple

import numpy as np

from games.engine.kernels.anchors import WORST
from games.engine.kernels.arrays import (
    BLANK,
    BLANK_FLAG,
    BYTE,
    DOWN,
    LEAVE_SHIFT,
    BoardArrays,
    GameArrays,
    GraphArrays,
)
from games.engine.kernels.cross_checks import find_child, find_turned_state, follow_arc, letter_at
from games.engine.kernels.frames import (
    ASIDE,
    AT,
    BLANKS,
    FIRST,
    LEAVE,
    LEFT,
    MAIN,
    NO_TILE,
    PLACED,
    STATE,
    TILE,
    TILES,
    TIMES,
    TO_TRY,
    UNREAD,
    open_anchor,
    pack_place,
    push,
)
from lexicon.graph.jit import Array, Int, bare_kernel, inlined_kernel, lowest_bit

ALL_PLAYS, BEST_PLAY = 0, 1


class SearchRack(NamedTuple):
    """The rack during a search.

    ``held``: int64 by kind, without the tiles placed. ``size``: tiles at the start. ``in_rack``:
    mask of the letters. ``strides``: steps of the leave index. ``leaves``: float32 values by index.
    """

    held: Array
    size: Int
    in_rack: Int
    strides: Array
    leaves: Array


@bare_kernel
def search_anchors(
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    hand: SearchRack,
    anchors: Array,
    order: Array,
    bounds: Array,
    frames: Array,
    mode: Int,
    plays: Array,
) -> Int:
    """Search the anchors in the given order and return the number of plays found.

    ``order`` lists them by falling ``bounds``: the search stops once no further anchor can beat the
    best play.
    """
    found = np.int64(0)
    best = WORST
    for i in range(len(order)):
        if bounds[order[i]] <= best:
            break
        found, best = search_anchor(
            graph, setting, field, hand, anchors, order[i], frames, mode, plays, found, best
        )
    return found


@inlined_kernel
def search_anchor(  # noqa: C901 (one loop: calls would cost more than the work)
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    hand: SearchRack,
    anchors: Array,
    index: Int,
    frames: Array,
    mode: Int,
    plays: Array,
    found: Int,
    best: float,
) -> tuple[Int, float]:
    """Search all plays whose first anchor is the given one; return ``found`` and ``best``
    updated."""
    held, rack_tiles, in_rack, strides, leaves = hand
    direction, line = anchors[index, 0], anchors[index, 1]
    place, lowest = anchors[index, 2], anchors[index, 3]
    nodes, arcs = graph
    tiles, cross, sums, worth, _owners = field
    values, letters, words, bonus = setting.values, setting.letters, setting.words, setting.bonus
    again = np.int64(setting.again)
    blank_letters = np.int64(setting.blank_letters)
    base = (direction * (setting.side + 2) + line) * np.int64(setting.side + 2)
    room = len(plays)
    state, resume = open_anchor(graph, field, base, place, frames[0])
    top = np.int64(0) if state != 0 else np.int64(-1)
    while top >= 0:
        at = frames[top, AT]
        here = base + at
        left = frames[top, LEFT]
        placed = frames[top, PLACED]
        tile = frames[top, TILE]
        # A single tile that makes words both ways is reported across only.
        alone = direction == DOWN and placed == 0 and sums[here] >= 0
        crossed = sums[here] >= 0
        if tile == UNREAD:
            # 1. Report the letters that complete a word on this square.
            state = frames[top, STATE]
            admitted = cross[here]
            ends = np.int64(nodes[state + 1]) & admitted
            beyond = here - 1 if left else here + 1
            if ends != 0 and tiles[beyond] == 0 and not alone:
                times = frames[top, TIMES] * words[here]
                score = frames[top, MAIN] * times + frames[top, ASIDE] + bonus[placed + 1]
                factor = times * letters[here]
                if crossed:
                    score += sums[here] * words[here]
                    factor += again * letters[here] * words[here]
                packed = frames[top, TILES]
                first = frames[top, FIRST]
                shift = BYTE * placed
                if left:
                    packed <<= BYTE
                    first = at
                    shift = np.int64(0)
                after = resume if left else at + 1
                meta = pack_place(direction, line, first, after - first, placed + 1)
                leave = frames[top, LEAVE]
                todo = ends & in_rack
                while todo != 0:
                    letter = lowest_bit(todo)
                    todo &= todo - 1
                    total = score + values[letter] * factor
                    index = leave + strides[letter]
                    if mode == BEST_PLAY:
                        if total + leaves[index] <= best:
                            continue
                        best = total + leaves[index]
                        found = np.int64(0)
                    if found < room:
                        plays[found, 0] = packed | ((letter + 1) << shift)
                        plays[found, 1] = meta | total | (index << LEAVE_SHIFT)
                    found += 1
                todo = ends & blank_letters if held[BLANK] > 0 else np.int64(0)
                index = leave + strides[BLANK]
                while todo != 0:
                    letter = lowest_bit(todo)
                    todo &= todo - 1
                    if mode == BEST_PLAY:
                        todo = np.int64(0)
                        if score + leaves[index] <= best:
                            continue
                        best = score + leaves[index]
                        found = np.int64(0)
                    if found < room:
                        plays[found, 0] = packed | ((letter + 1 + BLANK_FLAG) << shift)
                        plays[found, 1] = meta | score | (index << LEAVE_SHIFT)
                    found += 1
            if placed + 1 >= rack_tiles and tiles[beyond] == 0:
                top -= 1
                continue
            onward = np.int64(nodes[state]) & admitted
            frames[top, TO_TRY] = onward & in_rack
            frames[top, BLANKS] = onward & blank_letters if held[BLANK] > 0 else np.int64(0)
        elif tile != NO_TILE:
            # 2. Return the tile tried last to the rack.
            held[tile] += 1
            if tile != BLANK:
                in_rack |= np.int64(1) << tile
        # 3. Place the next tile.
        if frames[top, TO_TRY] != 0:
            letter = lowest_bit(frames[top, TO_TRY])
            frames[top, TO_TRY] &= frames[top, TO_TRY] - 1
            tile = letter
            code = letter + 1
            points = values[letter] * letters[here]
            held[letter] -= 1
            if held[letter] == 0:
                in_rack ^= np.int64(1) << letter
        elif frames[top, BLANKS] != 0:
            letter = lowest_bit(frames[top, BLANKS])
            frames[top, BLANKS] &= frames[top, BLANKS] - 1
            tile = np.int64(BLANK)
            code = letter + 1 + BLANK_FLAG
            points = np.int64(0)
            held[BLANK] -= 1
        else:
            top -= 1
            continue
        frames[top, TILE] = tile
        state = find_child(nodes, arcs, frames[top, STATE], letter)
        main = frames[top, MAIN] + points
        times = frames[top, TIMES] * words[here]
        aside = frames[top, ASIDE]
        if crossed:
            aside += (sums[here] + points * again) * words[here]
        leave = frames[top, LEAVE] + strides[tile]
        packed = frames[top, TILES]
        first = frames[top, FIRST]
        usable = in_rack
        if held[BLANK] > 0:
            usable |= blank_letters
        if left:
            # 4a. Continue to the left; the turn at the separator is pushed last, so it runs first.
            packed = (packed << BYTE) | code
            onward = np.int64(nodes[state]) | np.int64(nodes[state + 1])
            if at > lowest and onward & cross[here - 1] & usable != 0:
                top += 1
                push(
                    frames[top],
                    state,
                    at - 1,
                    1,
                    placed + 1,
                    main,
                    times,
                    aside,
                    packed,
                    leave,
                    first,
                )
            state = find_turned_state(nodes, state)
            first = at
            at = resume
        else:
            # 4b. Continue to the right, through the tiles on the board.
            packed |= code << (BYTE * placed)
            at += 1
            while tiles[base + at] != 0 and state != 0:
                main += worth[base + at]
                letter = letter_at(tiles, base + at)
                ends = (np.int64(nodes[state + 1]) >> letter) & 1
                if ends != 0 and tiles[base + at + 1] == 0 and not alone:
                    total = main * times + aside + bonus[placed + 1]
                    if mode == ALL_PLAYS or total + leaves[leave] > best:
                        if mode == BEST_PLAY:
                            best = total + leaves[leave]
                            found = np.int64(0)
                        if found < room:
                            meta = pack_place(direction, line, first, at + 1 - first, placed + 1)
                            plays[found, 0] = packed
                            plays[found, 1] = meta | total | (leave << LEAVE_SHIFT)
                        found += 1
                state = follow_arc(nodes, arcs, state, letter)
                at += 1
        if state != 0:
            onward = np.int64(nodes[state]) | np.int64(nodes[state + 1])
            if onward & cross[base + at] & usable != 0:
                top += 1
                push(
                    frames[top],
                    state,
                    at,
                    0,
                    placed + 1,
                    main,
                    times,
                    aside,
                    packed,
                    leave,
                    first,
                )
    return found, best
