"""The end game of two seats with an empty bag: nothing is hidden, so it can be solved.

Alpha-beta search over all plays and the pass (Knuth and Moore, "An analysis of alpha-beta pruning",
Artificial Intelligence 6, 1975); the caller deepens it one ply at a time, and
:mod:`.transpositions` keeps results. At the horizon both sides play greedily to the end of the
game.
"""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KIND_SHIFT,
    LINE_SHIFT,
    MAX_LEAVES,
    PASS,
    BoardArrays,
    GameArrays,
    GraphArrays,
    unpack_kind,
    unpack_leave,
    unpack_score,
)
from games.engine.kernels.board import copy_field, value_tiles_for_seat
from games.engine.kernels.generate import ALL_PLAYS, generate
from games.engine.kernels.leaves import LeaveModel, fill_last_leaves
from games.engine.kernels.static_player import (
    THEFT_IN_SPREAD,
    choose_static,
    enact,
    sum_rack_values,
)
from games.engine.kernels.transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    META,
    PACKED,
    PLIES,
    START,
    VALUE,
    WHOLE,
    TranspositionTable,
    answers_search,
    hash_after_play,
    hash_turn,
    store_value,
)
from lexicon.graph.jit import Array, Int, bare_kernel, kernel

CUT_SHORT, WANTED, SPENT, ALLOWED = range(4)
"""Indices of a search's counters: lines of play not followed to the end of the game, the room for
plays that would have been needed (0 if there was enough), and the move generations used and
allowed. A search stops once it has used as many as are allowed."""
# A spread beyond every possible one.
INFINITE = 1 << 30


@kernel
def get_board_layer(stack: BoardArrays, ply: Int) -> BoardArrays:
    """Return one board of a stack of boards."""
    return BoardArrays(
        stack.tiles[ply], stack.cross[ply], stack.sums[ply], stack.worth[ply], stack.owners[ply]
    )


@kernel
def play_out(
    graph: GraphArrays,
    setting: GameArrays,
    model: LeaveModel,
    field: BoardArrays,
    racks: Array,
    seat: Int,
    leaves: Array,
    play: Array,
    tally: Array,
) -> Int:
    """Return the spread of ``seat`` if both sides play greedily to the end; overwrites the
    arrays."""
    spread = np.int64(0)
    sign = 1
    idle = 0
    while idle < 2:
        rack = racks[seat]
        waiting = sum_rack_values(setting, racks[1 - seat])
        choose_static(graph, setting, field, model, rack, seat, 0, waiting, leaves, play)
        tally[SPENT] += 1
        idle += 1
        if unpack_kind(play[0, 1]) < EXCHANGE:
            idle = 0
            spread += sign * enact(graph, setting, field, rack, play[0, 0], play[0, 1], seat)
            if rack.sum() == 0:
                return spread + sign * setting.out_gain * waiting
        seat = 1 - seat
        sign = -sign
    return spread + sign * (
        sum_rack_values(setting, racks[1 - seat]) - sum_rack_values(setting, racks[seat])
    )


@kernel
def order_plays(plays: Array, count: Int, leaves: Array) -> Array:
    """Return the order in which to try plays: probably good ones first, so that more of the others
    are cut off."""
    keys = np.empty(count, np.float64)
    for i in range(count):
        keys[i] = -(unpack_score(plays[i, 1]) + leaves[unpack_leave(plays[i, 1])])
    return np.argsort(keys)


@kernel
def search(  # noqa: C901 (one search; its parts share too many arrays)
    graph: GraphArrays,
    setting: GameArrays,
    model: LeaveModel,
    stack: BoardArrays,
    racks: Array,
    plays: Array,
    memo: TranspositionTable,
    name: Int,
    ply: Int,
    depth: Int,
    alpha: Int,
    beta: Int,
    seat: Int,
    passed: Int,
    best: Array,
    stop: Array,
    tally: Array,
) -> Int:
    """Return the spread that the side to move gains with best play, searching ``depth`` plies.

    ``stack`` and ``racks`` (int8, two by kind) hold the board and racks of each ply. ``plays`` is
    the room left for this ply and all below; ``name`` identifies the position in ``memo``. At the
    root, ``best`` holds the act to try first and receives the best one found (packed).

    The search gives up when ``stop`` is set or when it has used what ``tally`` allows. The value is
    then that of the acts searched so far, or ``-INFINITE`` if there are none. The same happens when
    there is too little room (see ``WANTED``): no play is ever left out.
    """
    cut_short = tally[CUT_SHORT]
    key = hash_turn(name, seat, passed)
    slot = key & (len(memo.names) - 1)
    known = memo.names[slot] == key
    if known and ply > 0 and answers_search(memo, slot, depth, alpha, beta):
        if memo.found[slot, PLIES] < WHOLE:
            tally[CUT_SHORT] += 1
        return memo.found[slot, VALUE]
    first, first_meta = np.int64(0), np.int64(0)
    if ply == 0:
        first, first_meta = best[0], best[1]
    elif known:
        first, first_meta = memo.found[slot, PACKED], memo.found[slot, META]
    field = get_board_layer(stack, ply)
    below = get_board_layer(stack, ply + 1)
    leaves = np.empty(MAX_LEAVES, np.float32)
    if depth == 0:
        tally[CUT_SHORT] += 1
        copy_field(field, below)
        racks[ply + 1] = racks[ply]
        spare = np.zeros((1, 2), np.int64)
        guess = play_out(graph, setting, model, below, racks[ply + 1], seat, leaves, spare, tally)
        store_value(memo, key, guess, 0, EXACT, first, first_meta)
        return guess
    own = racks[ply, seat]
    waiting = sum_rack_values(setting, racks[ply, 1 - seat])
    value_tiles_for_seat(setting, field, seat, THEFT_IN_SPREAD)
    fill_last_leaves(setting, own, waiting, leaves)
    value = np.int64(-INFINITE)
    tally[SPENT] += 1
    found = generate(graph, setting, field, own, leaves, ALL_PLAYS, plays)
    if found > len(plays):
        tally[WANTED] = found
        return value
    order = order_plays(plays, found, leaves)
    put_first(plays, order, first, first_meta)
    for i in range(found + 1):
        if is_stopped(stop, tally):
            return value
        gain = np.int64(0)
        packed = np.int64(0)
        meta = np.int64(PASS) << KIND_SHIFT
        racks[ply + 1] = racks[ply]
        copy_field(field, below)
        next_name = name
        if i < found:
            packed, meta = plays[order[i], 0], plays[order[i], 1]
            next_name = hash_after_play(setting, field, name, packed, meta, seat)
            gain = enact(graph, setting, below, racks[ply + 1, seat], packed, meta, seat)
        elif passed:
            gain = waiting - sum_rack_values(setting, own)
        if i < found and racks[ply + 1, seat].sum() == 0:
            gain += setting.out_gain * waiting
        elif i < found or not passed:
            gain -= search(
                graph,
                setting,
                model,
                stack,
                racks,
                plays[found:],
                memo,
                next_name,
                ply + 1,
                depth - 1,
                # The opponent's window is ours with the signs reversed.
                gain - beta,
                gain - max(alpha, value),
                1 - seat,
                0 if i < found else 1,
                best,
                stop,
                tally,
            )
        # The call above was cut short, so its value must not be used or stored.
        if tally[WANTED] != 0 or is_stopped(stop, tally):
            return value
        if gain > value:
            value = gain
            first, first_meta = packed, meta
            if ply == 0:
                best[0], best[1] = packed, meta
        if value >= beta:
            break
    plies = WHOLE if tally[CUT_SHORT] == cut_short else depth
    bound = AT_LEAST if value >= beta else AT_MOST if value <= alpha else EXACT
    store_value(memo, key, value, plies, bound, first, first_meta)
    return value


@bare_kernel
def is_stopped(stop: Array, tally: Array) -> bool:
    """Return whether the search must end with what it has."""
    return stop[0] + stop[1] != 0 or tally[SPENT] >= tally[ALLOWED]


@kernel
def make_act(
    graph: GraphArrays,
    setting: GameArrays,
    stack: BoardArrays,
    racks: Array,
    seat: Int,
    passed: Int,
    packed: Int,
    meta: Int,
) -> tuple[Int, Int, bool]:
    """Make an act on the first board and write the result to the second, where a search goes on at
    ply 1.

    Returns the spread gained, the name of the position, and whether the game is over. (No kernel
    but :func:`search` itself calls :func:`search`: numba caches a recursive function on disk
    without its links to other functions.)
    """
    field = get_board_layer(stack, 0)
    below = get_board_layer(stack, 1)
    waiting = sum_rack_values(setting, racks[0, 1 - seat])
    value_tiles_for_seat(setting, field, seat, THEFT_IN_SPREAD)
    racks[1] = racks[0]
    copy_field(field, below)
    name, gain = np.int64(START), np.int64(0)
    if unpack_kind(meta) < EXCHANGE:
        name = hash_after_play(setting, field, name, packed, meta, seat)
        gain = enact(graph, setting, below, racks[1, seat], packed, meta, seat)
        if racks[1, seat].sum() == 0:
            return gain + setting.out_gain * waiting, name, True
    elif passed:
        return waiting - sum_rack_values(setting, racks[0, seat]), name, True
    return gain, name, False


@bare_kernel
def put_first(plays: Array, order: Array, packed: Int, meta: Int) -> None:
    """Move the likeliest act to the front.

    That is the best one of a smaller depth, or the static player's (whose stolen points may differ,
    so the score is not compared).
    """
    for i in range(len(order)):
        if plays[order[i], 0] == packed and plays[order[i], 1] >> LINE_SHIFT == meta >> LINE_SHIFT:
            chosen = order[i]
            for j in range(i, 0, -1):
                order[j] = order[j - 1]
            order[0] = chosen
            return
