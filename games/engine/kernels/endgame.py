"""The end game of two seats with an empty bag: nothing is hidden, so it can be solved.

Alpha-beta over all plays and the pass (Knuth and Moore, "An analysis of alpha-beta pruning",
Artificial Intelligence 6, 1975), deepened one ply at a time by the caller; :mod:`.memo` keeps what
was found. Where the depth ends, both sides go on greedily to the end of the game.
"""

import numpy as np

from games.engine.kernels.arrays import (
    EXCHANGE,
    KIND_SHIFT,
    LINE_SHIFT,
    MAX_LEAVES,
    PASS,
    Field,
    Graph,
    Setting,
    kind_of,
    leave_of,
    score_of,
)
from games.engine.kernels.board import copy_field, face_seat
from games.engine.kernels.generate import ALL_PLAYS, generate
from games.engine.kernels.leaves import Model, fill_last_leaves
from games.engine.kernels.memo import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    META,
    PACKED,
    PLIES,
    VALUE,
    WHOLE,
    Memo,
    is_settled,
    keep,
    name_after,
    name_turn,
)
from games.engine.kernels.static import THEFT_IN_SPREAD, choose_static, enact, rack_value
from lexicon.graph.jit import Array, Int, bare, kernel

CUT_SHORT, WANTED = range(2)
"""What a search tells besides the value: lines of play not followed to the end of the game, and
the room for plays it would have needed (0 when there was enough)."""
INFINITE = 1 << 30


@kernel
def layer_of(stack: Field, ply: Int) -> Field:
    """One board of a stack of boards."""
    return Field(
        stack.tiles[ply], stack.cross[ply], stack.sums[ply], stack.worth[ply], stack.owners[ply]
    )


@kernel
def play_on(
    graph: Graph,
    setting: Setting,
    model: Model,
    field: Field,
    racks: Array,
    seat: Int,
    leaves: Array,
    play: Array,
) -> Int:
    """Spread for ``seat`` when both sides go on greedily; spoils the arrays."""
    spread = np.int64(0)
    sign = 1
    idle = 0
    while idle < 2:
        rack = racks[seat]
        waiting = rack_value(setting, racks[1 - seat])
        choose_static(graph, setting, field, model, rack, seat, 0, waiting, leaves, play)
        idle += 1
        if kind_of(play[0, 1]) < EXCHANGE:
            idle = 0
            spread += sign * enact(graph, setting, field, rack, play[0, 0], play[0, 1], seat)
            if rack.sum() == 0:
                return spread + sign * setting.out_gain * waiting
        seat = 1 - seat
        sign = -sign
    return spread + sign * (rack_value(setting, racks[1 - seat]) - rack_value(setting, racks[seat]))


@kernel
def order_plays(plays: Array, count: Int, leaves: Array) -> Array:
    """Likely good plays first, so that more of the others are cut off."""
    keys = np.empty(count, np.float64)
    for i in range(count):
        keys[i] = -(score_of(plays[i, 1]) + leaves[leave_of(plays[i, 1])])
    return np.argsort(keys)


@kernel
def search(  # noqa: C901 (one search; its parts share too many arrays)
    graph: Graph,
    setting: Setting,
    model: Model,
    stack: Field,
    racks: Array,
    plays: Array,
    memo: Memo,
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
    """Spread the side to move gets from here on with best play, looking ``depth`` plies ahead.

    Board and racks (int8, two by kind) of each ply lie in ``stack`` and ``racks``; ``plays`` is
    the room left for this ply and all below; ``name`` is the position's in ``memo``. ``best`` holds
    the act to begin with at the root and is given the one found best there (packed). Set ``stop``
    to give up: the value is then that of the acts looked at so far, ``-INFINITE`` when there was
    none. So it is when the room does not do (see ``WANTED``): no play is ever left out.
    """
    cut_short = tally[CUT_SHORT]
    key = name_turn(name, seat, passed)
    slot = key & (len(memo.names) - 1)
    known = memo.names[slot] == key
    if known and ply > 0 and is_settled(memo, slot, depth, alpha, beta):
        if memo.found[slot, PLIES] < WHOLE:
            tally[CUT_SHORT] += 1
        return memo.found[slot, VALUE]
    first, first_meta = np.int64(0), np.int64(0)
    if ply == 0:
        first, first_meta = best[0], best[1]
    elif known:
        first, first_meta = memo.found[slot, PACKED], memo.found[slot, META]
    field = layer_of(stack, ply)
    below = layer_of(stack, ply + 1)
    leaves = np.empty(MAX_LEAVES, np.float32)
    if depth == 0:
        tally[CUT_SHORT] += 1
        copy_field(field, below)
        racks[ply + 1] = racks[ply]
        spare = np.zeros((1, 2), np.int64)
        guess = play_on(graph, setting, model, below, racks[ply + 1], seat, leaves, spare)
        keep(memo, key, guess, 0, EXACT, first, first_meta)
        return guess
    own = racks[ply, seat]
    waiting = rack_value(setting, racks[ply, 1 - seat])
    face_seat(setting, field, seat, THEFT_IN_SPREAD)
    fill_last_leaves(setting, own, waiting, leaves)
    value = np.int64(-INFINITE)
    found = generate(graph, setting, field, own, leaves, ALL_PLAYS, plays)
    if found > len(plays):
        tally[WANTED] = found
        return value
    order = order_plays(plays, found, leaves)
    put_first(plays, order, first, first_meta)
    for i in range(found + 1):
        if stop[0] + stop[1] != 0:
            return value
        gain = np.int64(0)
        packed = np.int64(0)
        meta = np.int64(PASS) << KIND_SHIFT
        racks[ply + 1] = racks[ply]
        copy_field(field, below)
        next_name = name
        if i < found:
            packed, meta = plays[order[i], 0], plays[order[i], 1]
            next_name = name_after(setting, field, name, packed, meta, seat)
            gain = enact(graph, setting, below, racks[ply + 1, seat], packed, meta, seat)
        elif passed:
            gain = waiting - rack_value(setting, own)
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
                gain - beta,
                gain - max(alpha, value),
                1 - seat,
                0 if i < found else 1,
                best,
                stop,
                tally,
            )
        if stop[0] + stop[1] + tally[WANTED] != 0:
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
    keep(memo, key, value, plies, bound, first, first_meta)
    return value


@bare
def put_first(plays: Array, order: Array, packed: Int, meta: Int) -> None:
    """Move the likeliest act to the front: the one that was best at a smaller depth, or the static
    player's (in which points stolen may count otherwise)."""
    for i in range(len(order)):
        if plays[order[i], 0] == packed and plays[order[i], 1] >> LINE_SHIFT == meta >> LINE_SHIFT:
            chosen = order[i]
            for j in range(i, 0, -1):
                order[j] = order[j - 1]
            order[0] = chosen
            return
