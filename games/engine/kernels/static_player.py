"""The static player, which takes the act with the highest sum of score and leave value, and its
self-play.

A seat's *spread* is its points minus the others'; a stolen point therefore counts twice in it.
"""

import numpy as np

from games.engine.kernels.arrays import (
    BLANK,
    EXCHANGE,
    KIND_SHIFT,
    KINDS,
    LEAVE_SHIFT,
    MAX_LEAVES,
    PASS,
    BoardArrays,
    GameArrays,
    GraphArrays,
    allocate_board_arrays,
    unpack_kind,
    unpack_leave,
    unpack_score,
)
from games.engine.kernels.board import count_play_gains, lay_play, value_tiles_for_seat
from games.engine.kernels.cross_checks import check_board
from games.engine.kernels.generate import BEST_PLAY, generate
from games.engine.kernels.leaves import LeaveModel, fill_last_leaves, fill_leaves, remove_used_tiles
from lexicon.graph.jit import Array, Int, bare_kernel, kernel

MAX_TURNS = 200
THEFT_IN_SPREAD = 2


@kernel
def choose_static(
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    model: LeaveModel,
    rack: Array,
    seat: Int,
    in_bag: Int,
    other_value: Int,
    leaves: Array,
    play: Array,
) -> float:
    """Write the best act into ``play[0]`` and return its equity in points of spread.

    ``other_value`` is the value of the other racks, which is known when the bag is empty.
    """
    value_tiles_for_seat(setting, field, seat, THEFT_IN_SPREAD)
    if in_bag > 0:
        scale = min(1.0, in_bag / setting.rack_size)
        count = fill_leaves(model, rack, scale, leaves)
    else:
        count = fill_last_leaves(setting, rack, other_value, leaves)
    found = generate(graph, setting, field, rack, leaves, BEST_PLAY, play)
    equity = -1e9
    if found > 0:
        equity = unpack_score(play[0, 1]) + leaves[unpack_leave(play[0, 1])]
    else:
        play[0, 1] = np.int64(PASS) << KIND_SHIFT
        equity = np.float64(leaves[0])
    if in_bag >= setting.exchange_minimum:
        for index in range(1, count):
            if leaves[index] > equity and count_used_tiles(rack, index) <= in_bag:
                equity = np.float64(leaves[index])
                play[0, 1] = (np.int64(EXCHANGE) << KIND_SHIFT) | (index << LEAVE_SHIFT)
    return equity


@bare_kernel
def count_used_tiles(rack: Array, leave: Int) -> Int:
    """Return how many tiles are used when the leave with this index remains."""
    total = 0
    for kind in range(KINDS):
        if rack[kind] > 0:
            radix = np.int64(rack[kind]) + 1
            total += leave % radix
            leave //= radix
    return total


@bare_kernel
def sum_rack_values(setting: GameArrays, rack: Array) -> Int:
    """Return the value of the tiles on a rack; blanks have none."""
    value = np.int64(0)
    for kind in range(BLANK):
        value += rack[kind] * setting.values[kind]
    return value


@bare_kernel
def fill_bag(counts: Array, bag: Array) -> Int:
    """Write the kinds of all tiles into ``bag``, unshuffled; return their number."""
    size = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            bag[size] = kind
            size += 1
    return size


@bare_kernel
def shuffle(bag: Array, size: Int) -> None:
    for i in range(size - 1, 0, -1):
        j = np.random.randint(0, i + 1)
        bag[i], bag[j] = bag[j], bag[i]


@bare_kernel
def draw(bag: Array, size: Int, rack: Array, full: Int) -> Int:
    """Fill the rack from the end of the bag; return the number of tiles left in the bag."""
    missing = full - rack.sum()
    while missing > 0 and size > 0:
        size -= 1
        rack[bag[size]] += 1
        missing -= 1
    return size


@kernel
def exchange(bag: Array, size: Int, rack: Array, leave: Int, full: Int) -> Int:
    """Draw first, then put the used tiles back at random places; return the number of tiles in the
    bag."""
    before = rack.copy()
    remove_used_tiles(rack, leave)
    back = before - rack
    size = draw(bag, size, rack, full)
    for kind in range(KINDS):
        for _ in range(back[kind]):
            place = np.random.randint(0, size + 1)
            bag[size] = bag[place]
            bag[place] = kind
            size += 1
    return size


@kernel
def enact(
    graph: GraphArrays,
    setting: GameArrays,
    field: BoardArrays,
    rack: Array,
    packed: Int,
    meta: Int,
    seat: Int,
) -> Int:
    """Place a play and remove its tiles from the rack; return the gain in the seat's spread."""
    gain = unpack_score(meta)
    if setting.steals == 1:
        placed, stolen, _saved = count_play_gains(setting, field, packed, meta, seat, False)
        gain = placed + THEFT_IN_SPREAD * stolen
    lay_play(graph, setting, field, packed, meta, seat)
    remove_used_tiles(rack, unpack_leave(meta))
    return gain


@kernel
def play_self_play_game(
    graph: GraphArrays,
    setting: GameArrays,
    model: LeaveModel,
    seed: Int,
    kept: Array,
    equities: Array,
) -> tuple[Int, Int, Int]:
    """Play one game of two static players; return turns, turns recorded, and the first seat's
    spread.

    ``kept[i]`` (int8 by kind) is a leave after a turn and ``equities[i]`` the equity of the same
    player's next turn, from which :mod:`games.engine.leaves` learns.
    """
    np.random.seed(seed)
    bag = np.empty(setting.counts.sum(), np.int64)
    in_bag = fill_bag(setting.counts, bag)
    shuffle(bag, in_bag)
    field = allocate_board_arrays(setting.side)
    check_board(graph, setting, field)
    racks = np.zeros((2, KINDS), np.int8)
    leaves = np.empty(MAX_LEAVES, np.float32)
    play = np.zeros((1, 2), np.int64)
    last = np.full(2, -1, np.int64)
    recorded = 0
    spread = np.int64(0)
    idle = 0
    turns = 0
    seat = 0
    for i in range(2):
        in_bag = draw(bag, in_bag, racks[i], setting.rack_size)
    # Four scoreless turns in a row end the game.
    while idle < 4 and turns < MAX_TURNS:
        turns += 1
        rack = racks[seat]
        sign = 1 - 2 * seat
        other_value = sum_rack_values(setting, racks[1 - seat])
        equity = choose_static(
            graph, setting, field, model, rack, seat, in_bag, other_value, leaves, play
        )
        if last[seat] >= 0:
            equities[last[seat]] = equity
            last[seat] = -1
        idle += 1
        kind = unpack_kind(play[0, 1])
        if kind < EXCHANGE:
            idle = 0
            gain = enact(graph, setting, field, rack, play[0, 0], play[0, 1], seat)
            spread += sign * gain
        if kind != PASS and in_bag >= 2 * setting.rack_size and recorded < len(kept):
            kept[recorded] = rack
            if kind == EXCHANGE:
                remove_used_tiles(kept[recorded], unpack_leave(play[0, 1]))
            last[seat] = recorded
            recorded += 1
        if kind == EXCHANGE:
            in_bag = exchange(bag, in_bag, rack, unpack_leave(play[0, 1]), setting.rack_size)
        else:
            in_bag = draw(bag, in_bag, rack, setting.rack_size)
        if rack.sum() == 0:
            spread += sign * setting.out_gain * other_value
            return turns, recorded, spread
        seat = 1 - seat
    spread += sum_rack_values(setting, racks[1]) - sum_rack_values(setting, racks[0])
    return turns, recorded, spread
