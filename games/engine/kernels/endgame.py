"""The end game of two seats with an empty bag: nothing is hidden, so it can be solved.

Alpha-beta search over all plays and the pass (Knuth and Moore, "An analysis of alpha-beta pruning",
Artificial Intelligence 6, 1975); the caller deepens it one ply at a time, and
:mod:`.transpositions` keeps results. At the horizon both sides play greedily to the end of the
game. Acts after the first are searched with an empty window (Pearl, "Scout: a simple game-searching
algorithm with proven optimal properties", AAAI 1980), and :mod:`.replies` refutes most of them
without a search.
"""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KIND_SHIFT,
    MAX_LEAVES,
    PASS,
    BoardArrays,
    GameArrays,
    GraphArrays,
    unpack_count,
    unpack_kind,
)
from games.engine.kernels.board import copy_field, get_board_layer, value_tiles_for_seat
from games.engine.kernels.generate import ALL_PLAYS, generate
from games.engine.kernels.leaves import LeaveModel, fill_last_leaves
from games.engine.kernels.playouts import play_out
from games.engine.kernels.replies import (
    NO_REPLY,
    SET_WORDS,
    ReplyLists,
    check_replies,
    list_replies,
)
from games.engine.kernels.search_counters import CUT_SHORT, INFINITE, SPENT, WANTED, is_stopped
from games.engine.kernels.search_order import order_plays, put_first
from games.engine.kernels.static_player import THEFT_IN_SPREAD, enact, sum_rack_values
from games.engine.kernels.transpositions import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    META,
    PACKED,
    PLIES,
    VALUE,
    WHOLE,
    TranspositionTable,
    answers_search,
    hash_after_play,
    hash_turn,
    store_value,
)
from lexicon.graph.jit import Array, Int, kernel


@kernel
def search(  # noqa: C901 (one search; its parts share too many arrays)
    graph: GraphArrays,
    setting: GameArrays,
    model: LeaveModel,
    stack: BoardArrays,
    racks: Array,
    plays: Array,
    replies: ReplyLists,
    memo: TranspositionTable,
    name: Int,
    ply: Int,
    depth: Int,
    alpha: Int,
    beta: Int,
    seat: Int,
    passed: Int,
    hint: Int,
    hint_meta: Int,
    best: Array,
    stop: Array,
    tally: Array,
) -> Int:
    """Return the spread that the side to move gains with best play, searching ``depth`` plies.

    ``stack`` and ``racks`` (int8, two by kind) hold the board and racks of each ply. ``plays`` is
    the room left for this ply and all below; ``name`` identifies the position in ``memo``.
    ``hint`` is a possible play to try before any are generated, if ``hint_meta`` is not
    ``NO_REPLY``. At the root, ``best`` holds the act to try first and receives the best one found
    (packed).

    A value up to ``alpha`` is an upper bound, one from ``beta`` on a lower bound.

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
        if first != 0:
            hint, hint_meta = first, first_meta
    field = get_board_layer(stack, ply)
    below = get_board_layer(stack, ply + 1)
    leaves = np.empty(MAX_LEAVES, np.float32)
    if depth == 0:
        tally[CUT_SHORT] += 1
        copy_field(field, below)
        racks[ply + 1] = racks[ply]
        empty, spare = np.empty(0, np.int64), np.zeros((1, 2), np.int64)
        guess, turns = play_out(
            graph, setting, model, below, racks[ply + 1], empty, 0, seat, leaves, spare
        )
        tally[SPENT] += turns
        store_value(memo, key, guess, 0, EXACT, first, first_meta)
        return guess
    own = racks[ply, seat]
    own_value = sum_rack_values(setting, own)
    waiting = sum_rack_values(setting, racks[ply, 1 - seat])
    own_tiles, their_tiles = own.sum(), racks[ply, 1 - seat].sum()
    reply_acts, reply_squares = replies.acts[ply], replies.squares[ply]
    squares = np.empty(SET_WORDS, np.int64)
    order = np.empty(0, np.int64)
    value = np.int64(-INFINITE)
    found, used = np.int64(-1), np.int64(0)
    listed = np.int64(NO_REPLY)
    # The hint comes before all that are generated.
    i = -1 if hint_meta != NO_REPLY else 0
    while i <= found or found < 0:
        if is_stopped(stop, tally):
            return value
        if i >= 0 and found < 0:
            value_tiles_for_seat(setting, field, seat, THEFT_IN_SPREAD)
            fill_last_leaves(setting, own, waiting, leaves)
            tally[SPENT] += 1
            found = generate(graph, setting, field, own, leaves, ALL_PLAYS, plays)
            if found > len(plays):
                tally[WANTED] = found
                return np.int64(-INFINITE)
            used = found
            order = order_plays(plays, found, leaves)
            if hint_meta == NO_REPLY:
                put_first(plays, order, first, first_meta)
        gain = np.int64(0)
        packed = np.int64(0)
        meta = np.int64(PASS) << KIND_SHIFT
        if i < 0:
            packed, meta = hint, hint_meta
        elif i < found:
            packed, meta = plays[order[i], 0], plays[order[i], 1]
            if packed == hint and meta == hint_meta:
                i += 1
                continue
        is_play = unpack_kind(meta) < EXCHANGE
        floor = max(alpha, value)
        next_hint, next_meta = np.int64(0), np.int64(NO_REPLY)
        goes_out = is_play and unpack_count(meta) == own_tiles
        if i >= 1 and setting.steals == 0 and not goes_out and (is_play or not passed):
            if listed < 0:
                listed = list_replies(
                    graph,
                    setting,
                    field,
                    racks[ply, 1 - seat],
                    own_value,
                    plays[found:],
                    reply_acts,
                    reply_squares,
                    tally,
                )
                if listed < 0:
                    return np.int64(-INFINITE)
            limit, rank = check_replies(
                setting,
                field,
                reply_acts,
                reply_squares,
                squares,
                listed,
                their_tiles,
                packed,
                meta,
                own_value,
                floor,
            )
            if limit <= floor:
                value = max(value, limit)
                i += 1
                continue
            if rank != NO_REPLY:
                next_hint, next_meta = reply_acts[rank, 0], reply_acts[rank, 1]
        racks[ply + 1] = racks[ply]
        copy_field(field, below)
        next_name = name
        over = False
        if is_play:
            next_name = hash_after_play(setting, field, name, packed, meta, seat)
            gain = enact(graph, setting, below, racks[ply + 1, seat], packed, meta, seat)
            if racks[ply + 1, seat].sum() == 0:
                gain += setting.out_gain * waiting
                over = True
        elif passed:
            gain = waiting - own_value
            over = True
        # The opponent's window is ours with the signs reversed. An empty one suffices to refute an
        # act that is no better than the best so far; if it turns out to be better, it is searched
        # once more.
        low = gain - beta
        if value > -INFINITE:
            low = gain - floor - 1
        while not over:
            answer = search(
                graph,
                setting,
                model,
                stack,
                racks,
                plays[used:],
                replies,
                memo,
                next_name,
                ply + 1,
                depth - 1,
                low,
                gain - floor,
                1 - seat,
                0 if is_play else 1,
                next_hint,
                next_meta,
                best,
                stop,
                tally,
            )
            over = low <= gain - beta or not gain - beta < answer < gain - floor
            low = gain - beta
            if over or tally[WANTED] != 0 or is_stopped(stop, tally):
                gain -= answer
                break
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
        i += 1
    plies = WHOLE if tally[CUT_SHORT] == cut_short else depth
    bound = AT_LEAST if value >= beta else AT_MOST if value <= alpha else EXACT
    store_value(memo, key, value, plies, bound, first, first_meta)
    return value
