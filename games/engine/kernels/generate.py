"""Every legal play of a rack, or only the best one.

Gordon's GADDAG search (Software: Practice and Experience 24, 1994) from the anchors of Appel and
Jacobson (CACM 31, 1988): an anchor is an empty square beside a tile; every play covers one, and
is found from the first one it covers. From the anchor the search reads to the left, turns at the
separator, and reads on to the right. The way back is kept in explicit frames instead of
recursion. Scores and the index of the leave grow with each tile laid, and a frame reports all
letters that complete a word in one step, without visiting them.
"""

import numpy as np

from games.engine.kernels.arrays import (
    BLANK,
    BLANK_FLAG,
    BYTE,
    COUNT_SHIFT,
    DOWN,
    KIND_SHIFT,
    KINDS,
    LEAVE_SHIFT,
    LENGTH_SHIFT,
    LINE_SHIFT,
    MAX_RACK,
    START_SHIFT,
    Field,
    Graph,
    Setting,
)
from games.engine.kernels.crosses import child_of, follow, letter_at, turn_of
from lexicon.jit import Array, Int, inlined, kernel, lowest_bit
from lexicon.wordgraph import ROOT

ALL_PLAYS, BEST_PLAY = 0, 1
WORST = -1e9
ANCHOR_WIDTH = 4

# A frame: the state reached, the square to fill, whether reading left, tiles laid, the main word's
# points and multiplier, the cross words' points, the tiles laid (packed), the leave's index, the
# letters and blank letters still to try, the tile lying on the square now, the word's first place.
(STATE, AT, LEFT, LAID, MAIN, TIMES, ASIDE, TILES, LEAVE, TO_TRY, BLANKS, TILE, FIRST) = range(13)
FRAME_WIDTH = 13
NO_TILE, UNREAD = -1, -2
MAX_FRAMES = 2 * MAX_RACK + 2


@kernel
def fill_strides(rack: Array, strides: Array) -> Int:
    """The step of each tile kind in the leave index; returns the number of leaves."""
    leaves = np.int64(1)
    for kind in range(KINDS):
        strides[kind] = leaves
        leaves *= np.int64(rack[kind]) + 1
    return leaves


@kernel
def rack_mask(rack: Array) -> Int:
    mask = np.int64(0)
    for kind in range(BLANK):
        if rack[kind] > 0:
            mask |= np.int64(1) << kind
    return mask


@kernel
def is_empty(tiles: Array) -> bool:
    return not tiles.any()


@inlined
def push(
    frame: Array,
    state: Int,
    at: Int,
    left: Int,
    laid: Int,
    main: Int,
    times: Int,
    aside: Int,
    tiles: Int,
    leave: Int,
    first: Int,
) -> None:
    frame[STATE] = state
    frame[AT] = at
    frame[LEFT] = left
    frame[LAID] = laid
    frame[MAIN] = main
    frame[TIMES] = times
    frame[ASIDE] = aside
    frame[TILES] = tiles
    frame[LEAVE] = leave
    frame[FIRST] = first
    frame[TILE] = UNREAD


@inlined
def pack_place(direction: Int, line: Int, start: Int, length: Int, laid: Int) -> Int:
    """The second integer of a play, without score and leave."""
    return (
        (line << LINE_SHIFT)
        | (start << START_SHIFT)
        | (laid << COUNT_SHIFT)
        | (direction << KIND_SHIFT)
        | (length << LENGTH_SHIFT)
    )


@kernel
def generate(
    graph: Graph,
    setting: Setting,
    field: Field,
    rack: Array,
    leaves: Array,
    mode: Int,
    plays: Array,
) -> Int:
    """Write plays (int64 pairs) into ``plays`` and return their number.

    ``ALL_PLAYS`` counts on when the room is used up: ask again with more room. ``BEST_PLAY``
    writes the play of the highest score plus value of the leave (``leaves``: float32 by index),
    and returns 0 or 1.
    """
    held = rack.astype(np.int64)
    rack_tiles = held.sum()
    in_rack = rack_mask(rack)
    usable = in_rack
    if held[BLANK] > 0:
        usable |= setting.blank_letters
    strides = np.empty(KINDS, np.int64)
    fill_strides(rack, strides)
    frames = np.empty((MAX_FRAMES, FRAME_WIDTH), np.int64)
    anchors = np.empty((2 * setting.side * setting.side, ANCHOR_WIDTH), np.int64)
    count = list_anchors(setting, field, usable, anchors)
    bounds = np.empty(count, np.float64)
    # Blanks make the search so long that it pays to begin where most can be hoped for.
    bounded = mode == BEST_PLAY and held[BLANK] > 0
    if bounded:
        bound_anchors(setting, field, rack, leaves, usable, anchors, bounds)
        order = np.argsort(-bounds)
    found = np.int64(0)
    best = WORST
    for i in range(count):
        index = i
        if bounded:
            index = order[i]
            if bounds[index] <= best:
                break
        found, best = search_anchor(
            graph,
            setting,
            field,
            (held, rack_tiles, in_rack, strides, leaves, frames),
            anchors[index],
            mode,
            plays,
            found,
            best,
        )
    return found


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


@inlined
def open_anchor(
    graph: Graph, field: Field, base: Int, anchor: Int, frame: Array
) -> tuple[Int, Int]:
    """Write an anchor's first frame; returns its state and the first free place after the anchor.

    With tiles before the anchor the word's beginning is settled and the search only reads to the
    right; else tiles after the anchor are what the reading to the left starts from.
    """
    nodes, arcs = graph
    tiles, worth = field.tiles, field.worth
    state = np.int64(ROOT)
    fixed = np.int64(0)
    first = anchor
    resume = anchor + 1
    if tiles[base + anchor - 1] == 0:
        while tiles[base + resume] != 0:
            resume += 1
        at = resume - 1
        while at > anchor:
            state = follow(nodes, arcs, state, letter_at(tiles, base + at))
            fixed += worth[base + at]
            at -= 1
        push(frame, state, anchor, 1, 0, fixed, 1, 0, 0, 0, first)
    else:
        while tiles[base + first - 1] != 0:
            first -= 1
            state = follow(nodes, arcs, state, letter_at(tiles, base + first))
            fixed += worth[base + first]
        state = turn_of(nodes, state)
        push(frame, state, anchor, 0, 0, fixed, 1, 0, 0, 0, first)
    return state, resume


@inlined
def search_anchor(  # noqa: C901 (one loop: calls would cost more than the work)
    graph: Graph,
    setting: Setting,
    field: Field,
    search: tuple[Array, Int, Int, Array, Array, Array],
    anchor: Array,
    mode: Int,
    plays: Array,
    found: Int,
    best: float,
) -> tuple[Int, float]:
    """All plays whose first anchor is ``anchor``, as :func:`list_anchors` writes it.

    ``search`` = (tiles held, their number, their mask, leave strides, leave values, frames).
    Returns ``found`` and ``best`` brought up to date.
    """
    held, rack_tiles, in_rack, strides, leaves, frames = search
    direction, line, place, lowest = anchor[0], anchor[1], anchor[2], anchor[3]
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
        laid = frames[top, LAID]
        tile = frames[top, TILE]
        # A single tile that makes words both ways is reported across only.
        alone = direction == DOWN and laid == 0 and sums[here] >= 0
        crossed = sums[here] >= 0
        if tile == UNREAD:
            # 1. Report the letters that complete a word on this square.
            state = frames[top, STATE]
            admitted = cross[here]
            ends = np.int64(nodes[state + 1]) & admitted
            beyond = here - 1 if left else here + 1
            if ends != 0 and tiles[beyond] == 0 and not alone:
                times = frames[top, TIMES] * words[here]
                score = frames[top, MAIN] * times + frames[top, ASIDE] + bonus[laid + 1]
                factor = times * letters[here]
                if crossed:
                    score += sums[here] * words[here]
                    factor += again * letters[here] * words[here]
                packed = frames[top, TILES]
                first = frames[top, FIRST]
                shift = BYTE * laid
                if left:
                    packed <<= BYTE
                    first = at
                    shift = np.int64(0)
                after = resume if left else at + 1
                meta = pack_place(direction, line, first, after - first, laid + 1)
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
            if laid + 1 >= rack_tiles and tiles[beyond] == 0:
                top -= 1
                continue
            onward = np.int64(nodes[state]) & admitted
            frames[top, TO_TRY] = onward & in_rack
            frames[top, BLANKS] = onward & blank_letters if held[BLANK] > 0 else np.int64(0)
        elif tile != NO_TILE:
            # 2. Take back the tile tried last.
            held[tile] += 1
            if tile != BLANK:
                in_rack |= np.int64(1) << tile
        # 3. Lay the next one.
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
        state = child_of(nodes, arcs, frames[top, STATE], letter)
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
            # 4a. Go on to the left, but first (it lies on top) turn round the separator.
            packed = (packed << BYTE) | code
            onward = np.int64(nodes[state]) | np.int64(nodes[state + 1])
            if at > lowest and onward & cross[here - 1] & usable != 0:
                top += 1
                push(
                    frames[top],
                    state,
                    at - 1,
                    1,
                    laid + 1,
                    main,
                    times,
                    aside,
                    packed,
                    leave,
                    first,
                )
            state = turn_of(nodes, state)
            first = at
            at = resume
        else:
            # 4b. Go on to the right, through the tiles that lie there.
            packed |= code << (BYTE * laid)
            at += 1
            while tiles[base + at] != 0 and state != 0:
                main += worth[base + at]
                letter = letter_at(tiles, base + at)
                ends = (np.int64(nodes[state + 1]) >> letter) & 1
                if ends != 0 and tiles[base + at + 1] == 0 and not alone:
                    total = main * times + aside + bonus[laid + 1]
                    if mode == ALL_PLAYS or total + leaves[leave] > best:
                        if mode == BEST_PLAY:
                            best = total + leaves[leave]
                            found = np.int64(0)
                        if found < room:
                            meta = pack_place(direction, line, first, at + 1 - first, laid + 1)
                            plays[found, 0] = packed
                            plays[found, 1] = meta | total | (leave << LEAVE_SHIFT)
                        found += 1
                state = follow(nodes, arcs, state, letter)
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
                    laid + 1,
                    main,
                    times,
                    aside,
                    packed,
                    leave,
                    first,
                )
    return found, best
