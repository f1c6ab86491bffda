"""The other side's plays that most plays leave possible, so that an end game generates fewer.

Nearly all plays of one side are refuted by the same few replies. These are listed once, as the
other side's best plays before the play; each is still possible after it, with the same score,
unless the play touches its words.
"""

from typing import NamedTuple

import numpy as np

from games.engine.kernels.arrays import (
    BYTE,
    EXCHANGE,
    MAX_LEAVES,
    BoardArrays,
    GameArrays,
    GraphArrays,
    unpack_count,
    unpack_kind,
    unpack_leave,
    unpack_line,
    unpack_score,
    unpack_start,
)
from games.engine.kernels.board import get_row_index, get_square_index, get_tile_points
from games.engine.kernels.generate import ALL_PLAYS, generate
from games.engine.kernels.leaves import fill_last_leaves
from games.engine.kernels.search_counters import INFINITE, SPENT, WANTED
from lexicon.graph.jit import Array, Int, bare_kernel, inlined_kernel, kernel

MAX_REPLIES = 24
SET_WORDS = 9
"""The integers of a set of squares, enough for a board of 21 by 21 with its border."""
BITS = 64
NO_REPLY = -1


class ReplyLists(NamedTuple):
    """The replies listed at each ply, best first.

    ``acts`` (int64 pairs by ply and rank) holds packed plays, and ``squares`` (int64 by ply, rank
    and word) the set of squares that must stay empty for each.
    """

    acts: Array
    squares: Array


def allocate_reply_lists(plies: int) -> ReplyLists:
    return ReplyLists(
        np.zeros((plies, MAX_REPLIES, 2), np.int64),
        np.zeros((plies, MAX_REPLIES, SET_WORDS), np.int64),
    )


@bare_kernel
def choose_replies(plays: Array, count: Int, leaves: Array, acts: Array) -> Int:
    """Write the plays with the highest sum of score and leave into ``acts``, best first; return
    their number."""
    chosen = 0
    lowest = -1e9
    for i in range(count):
        key = unpack_score(plays[i, 1]) + leaves[unpack_leave(plays[i, 1])]
        if chosen == MAX_REPLIES and key <= lowest:
            continue
        place = chosen if chosen < MAX_REPLIES else MAX_REPLIES - 1
        while place > 0:
            meta = acts[place - 1, 1]
            if unpack_score(meta) + leaves[unpack_leave(meta)] >= key:
                break
            acts[place, 0], acts[place, 1] = acts[place - 1, 0], acts[place - 1, 1]
            place -= 1
        acts[place, 0], acts[place, 1] = plays[i, 0], plays[i, 1]
        chosen = min(chosen + 1, MAX_REPLIES)
        meta = acts[chosen - 1, 1]
        lowest = unpack_score(meta) + leaves[unpack_leave(meta)]
    return chosen


@inlined_kernel
def add_square(squares: Array, square: Int) -> None:
    squares[square // BITS] |= np.int64(1) << (square % BITS)


@bare_kernel
def find_needed_squares(setting: GameArrays, field: BoardArrays, meta: Int, squares: Array) -> None:
    """Write the set of squares that must stay empty for a play to remain possible with its score.

    These are its new squares and the ends of all words that it makes.
    """
    squares[:] = 0
    width = np.int64(setting.side + 2)
    direction, line, at = unpack_kind(meta), unpack_line(meta), unpack_start(meta)
    left = unpack_count(meta)
    add_square(squares, get_row_index(width, direction, line, at - 1))
    while left > 0 or field.tiles[get_square_index(width, direction, line, at)] != 0:
        if field.tiles[get_square_index(width, direction, line, at)] == 0:
            left -= 1
            add_square(squares, get_row_index(width, direction, line, at))
            for step in (-1, 1):
                end = line + step
                while field.tiles[get_square_index(width, 1 - direction, at, end)] != 0:
                    end += step
                add_square(squares, get_row_index(width, direction, end, at))
        at += 1
    add_square(squares, get_row_index(width, direction, line, at))


@bare_kernel
def find_new_squares(setting: GameArrays, field: BoardArrays, meta: Int, squares: Array) -> None:
    """Write the set of squares on which a play puts tiles."""
    squares[:] = 0
    width = np.int64(setting.side + 2)
    direction, line, at = unpack_kind(meta), unpack_line(meta), unpack_start(meta)
    left = unpack_count(meta)
    while left > 0:
        if field.tiles[get_square_index(width, direction, line, at)] == 0:
            add_square(squares, get_row_index(width, direction, line, at))
            left -= 1
        at += 1


@inlined_kernel
def are_disjoint(one: Array, other: Array) -> bool:
    common = np.int64(0)
    for i in range(SET_WORDS):
        common |= one[i] & other[i]
    disjoint: bool = common == 0
    return disjoint


@bare_kernel
def sum_played_values(setting: GameArrays, packed: Int, meta: Int) -> Int:
    """Return the face value of the tiles that a play puts on the board."""
    value = np.int64(0)
    for _ in range(unpack_count(meta)):
        value += get_tile_points(setting.values, packed & 0x7F)
        packed >>= BYTE
    return value


@kernel
def list_replies(
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    rack: Array,
    waiting: Int,
    plays: Array,
    acts: Array,
    squares: Array,
    tally: Array,
) -> Int:
    """List the best plays of ``rack``, the one that is not to move, and the squares they need.

    ``waiting`` is the value of the rack to move. Returns the number of replies, or ``NO_REPLY`` if
    ``plays`` has too little room.
    """
    leaves = np.empty(MAX_LEAVES, np.float32)
    fill_last_leaves(setting, rack, waiting, leaves)
    tally[SPENT] += 1
    found = generate(graph, setting, field, rack, leaves, ALL_PLAYS, plays)
    if found > len(plays):
        tally[WANTED] = found
        return np.int64(NO_REPLY)
    count = choose_replies(plays, found, leaves, acts)
    for i in range(count):
        find_needed_squares(setting, field, acts[i, 1], squares[i])
    return np.int64(count)


@bare_kernel
def check_replies(
    setting: GameArrays,
    field: BoardArrays,
    acts: Array,
    squares: Array,
    new: Array,
    count: Int,
    their_tiles: Int,
    packed: Int,
    meta: Int,
    own_value: Int,
    floor: Int,
) -> tuple[Int, Int]:
    """Return the most that an act (a play or a pass) can be worth, and the rank of the best reply.

    The other side may go out with a reply that remains possible. The other replies prove
    nothing by themselves; the best one that remains possible is the one to try first.
    ``new`` is room for a set of squares.
    """
    new[:] = 0
    kept = own_value
    if unpack_kind(meta) < EXCHANGE:
        find_new_squares(setting, field, meta, new)
        kept -= sum_played_values(setting, packed, meta)
    limit = np.int64(INFINITE)
    rank = np.int64(NO_REPLY)
    for i in range(count):
        if not are_disjoint(squares[i], new):
            continue
        reply = acts[i, 1]
        if unpack_count(reply) == their_tiles:
            worth = unpack_score(meta) - unpack_score(reply) - setting.out_gain * kept
            limit = min(limit, worth)
            if limit <= floor:
                break
        elif rank == NO_REPLY:
            rank = np.int64(i)
    return limit, rank
