"""The static player: the act of the highest score plus value of the leave. And its self-play.

A seat's *spread* is its points less the others'; stealing counts twice in it.
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
    Field,
    Graph,
    Setting,
    empty_field,
    kind_of,
    leave_of,
    score_of,
)
from games.engine.kernels.board import face_seat, lay_play, settle_words
from games.engine.kernels.crosses import check_board
from games.engine.kernels.generate import BEST_PLAY, generate
from games.engine.kernels.leaves import Model, fill_last_leaves, fill_leaves, take_used
from lexicon.graph.jit import Array, Int, bare, kernel

MOST_TURNS = 200
THEFT_IN_SPREAD = 2


@kernel
def choose_static(
    graph: Graph,
    setting: Setting,
    field: Field,
    model: Model,
    rack: Array,
    seat: Int,
    in_bag: Int,
    other_value: Int,
    leaves: Array,
    play: Array,
) -> float:
    """Write the best act into ``play[0]`` and return its equity in points of spread.

    ``other_value`` is the value of the other racks, known when the bag is empty.
    """
    face_seat(setting, field, seat, THEFT_IN_SPREAD)
    if in_bag > 0:
        scale = min(1.0, in_bag / setting.rack_size)
        count = fill_leaves(model, rack, scale, leaves)
    else:
        count = fill_last_leaves(setting, rack, other_value, leaves)
    found = generate(graph, setting, field, rack, leaves, BEST_PLAY, play)
    equity = -1e9
    if found > 0:
        equity = score_of(play[0, 1]) + leaves[leave_of(play[0, 1])]
    else:
        play[0, 1] = np.int64(PASS) << KIND_SHIFT
        equity = np.float64(leaves[0])
    if in_bag >= setting.exchange_minimum:
        for index in range(1, count):
            if leaves[index] > equity and used_tiles(rack, index) <= in_bag:
                equity = np.float64(leaves[index])
                play[0, 1] = (np.int64(EXCHANGE) << KIND_SHIFT) | (index << LEAVE_SHIFT)
    return equity


@bare
def used_tiles(rack: Array, leave: Int) -> Int:
    total = 0
    for kind in range(KINDS):
        if rack[kind] > 0:
            radix = np.int64(rack[kind]) + 1
            total += leave % radix
            leave //= radix
    return total


@bare
def rack_value(setting: Setting, rack: Array) -> Int:
    value = np.int64(0)
    for kind in range(BLANK):
        value += rack[kind] * setting.values[kind]
    return value


@bare
def fill_bag(counts: Array, bag: Array) -> Int:
    """Write the kinds of all tiles into ``bag``, unshuffled; returns their number."""
    size = 0
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            bag[size] = kind
            size += 1
    return size


@bare
def shuffle(bag: Array, size: Int) -> None:
    for i in range(size - 1, 0, -1):
        j = np.random.randint(0, i + 1)
        bag[i], bag[j] = bag[j], bag[i]


@bare
def draw(bag: Array, size: Int, rack: Array, full: Int) -> Int:
    """Fill the rack from the end of the bag; returns what the bag holds then."""
    missing = full - rack.sum()
    while missing > 0 and size > 0:
        size -= 1
        rack[bag[size]] += 1
        missing -= 1
    return size


@kernel
def exchange(bag: Array, size: Int, rack: Array, leave: Int, full: Int) -> Int:
    """Draw first, then put the used tiles back at random places; returns the bag's size."""
    before = rack.copy()
    take_used(rack, leave)
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
    graph: Graph, setting: Setting, field: Field, rack: Array, packed: Int, meta: Int, seat: Int
) -> Int:
    """Lay a play and take its tiles off the rack; returns what the seat's spread gains."""
    gain = score_of(meta)
    if setting.steals == 1:
        placed, stolen, _saved = settle_words(setting, field, packed, meta, seat, False)
        gain = placed + THEFT_IN_SPREAD * stolen
    lay_play(graph, setting, field, packed, meta, seat)
    take_used(rack, leave_of(meta))
    return gain


@kernel
def play_itself(
    graph: Graph,
    setting: Setting,
    model: Model,
    seed: Int,
    kept: Array,
    equities: Array,
) -> tuple[Int, Int, Int]:
    """One game of two static players; returns turns, turns recorded, and the first seat's spread.

    ``kept[i]`` (int8 by kind) is a leave after a turn, ``equities[i]`` the equity found with it on
    the player's next turn: what :mod:`games.engine.leaves` learns from.
    """
    np.random.seed(seed)
    bag = np.empty(setting.counts.sum(), np.int64)
    in_bag = fill_bag(setting.counts, bag)
    shuffle(bag, in_bag)
    field = empty_field(setting.side)
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
    while idle < 4 and turns < MOST_TURNS:
        turns += 1
        rack = racks[seat]
        sign = 1 - 2 * seat
        other_value = rack_value(setting, racks[1 - seat])
        equity = choose_static(
            graph, setting, field, model, rack, seat, in_bag, other_value, leaves, play
        )
        if last[seat] >= 0:
            equities[last[seat]] = equity
            last[seat] = -1
        idle += 1
        kind = kind_of(play[0, 1])
        if kind < EXCHANGE:
            idle = 0
            gain = enact(graph, setting, field, rack, play[0, 0], play[0, 1], seat)
            spread += sign * gain
        if kind != PASS and in_bag >= 2 * setting.rack_size and recorded < len(kept):
            kept[recorded] = rack
            if kind == EXCHANGE:
                take_used(kept[recorded], leave_of(play[0, 1]))
            last[seat] = recorded
            recorded += 1
        if kind == EXCHANGE:
            in_bag = exchange(bag, in_bag, rack, leave_of(play[0, 1]), setting.rack_size)
        else:
            in_bag = draw(bag, in_bag, rack, setting.rack_size)
        if rack.sum() == 0:
            spread += sign * setting.out_gain * other_value
            return turns, recorded, spread
        seat = 1 - seat
    spread += rack_value(setting, racks[1]) - rack_value(setting, racks[0])
    return turns, recorded, spread
