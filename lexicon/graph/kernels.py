"""Compiled core of :mod:`lexicon.graph.build`: from GADDAG strings to the two arrays of a file.

The sorted strings that :mod:`lexicon.graph.gaddag_strings` packs are joined into a minimal
automaton by the incremental method for sorted input (Daciuk, Mihov, Watson and Watson, "Incremental
Construction of Minimal Acyclic Finite-State Automata", Computational Linguistics 26, 2000). They
may come in parts, each of them sorted and after the previous part.

While the automaton grows, a state is a row of 64-bit words, numbered in the order of closing.
:func:`renumber` converts the states to the order and width of the file.
"""

import numpy as np

from lexicon.graph.gaddag_strings import KEY_BITS
from lexicon.graph.jit import Array, Int, kernel, popcount
from lexicon.graph.wordgraph import NODE_WIDTH

# Columns of a state: mask of letters with a child, mask of letters that end a word, index of the
# first arc, state after the separator.
LETTERS, ENDS, BASE, AFTER = range(4)
MAX_CHILDREN = 64
FIRST_STATES = 1 << 16


def start_automaton(longest: int) -> tuple[Array, ...]:
    """Return an automaton without strings.

    It consists of states, hashes, arcs and hash table; the open states of the current path with
    their children and symbols; and the four counts that :func:`add_strings` maintains.
    """
    deep = longest + 3
    return (
        np.zeros((FIRST_STATES, 4), np.uint64),
        np.zeros(FIRST_STATES, np.uint64),
        np.zeros(2 * FIRST_STATES, np.uint32),
        np.zeros(4 * FIRST_STATES, np.uint32),
        np.zeros((deep, 4), np.int64),
        np.zeros((deep, MAX_CHILDREN), np.uint32),
        np.zeros(deep + KEY_BITS, np.int64),
        np.array([1, 0, 0, 0], np.int64),
    )


@kernel
def add_strings(
    automaton: tuple[Array, ...], keys: Array, order: Array, bits: Int, last: bool
) -> tuple[Array, ...]:
    """Return the automaton with more strings added; ``last`` closes all open states.

    Only the states on the path of the last string are open. A state is closed, that is, replaced by
    an equal one or stored, as soon as the sorted strings have left it. The counts are the states
    and arcs in use, the depth of the path, and the state closed last, which is finally the root.
    """
    states, hashes, arcs, table, open_states, children, path, counts = automaton
    separator = (1 << bits) - 1
    used_states, used_arcs, depth, state = counts
    symbols = np.zeros(len(path), np.int64)
    for i in range(len(order) + last):
        length = _read_string(keys, order[i], bits, symbols) if i < len(order) else 0
        shared = 0
        while shared < length and shared < depth and symbols[shared] == path[shared]:
            shared += 1
        closing = shared if i < len(order) else -1
        while depth > closing:
            if used_states + 1 >= len(states):
                states = _grow_rows(states)
                hashes = _grow(hashes)
            if used_arcs + MAX_CHILDREN >= len(arcs):
                arcs = _grow(arcs)
            # At most half full, so that linear probing stays short.
            if 2 * used_states >= len(table):
                table = _rehash(hashes, used_states, 2 * len(table))
            row = open_states[depth]
            state = _find_state(states, hashes, arcs, table, used_states, row, children[depth])
            if state == used_states:
                used_arcs = _keep_state(states, arcs, used_states, used_arcs, row, children[depth])
                used_states += 1
            row[:] = 0
            depth -= 1
            if depth >= 0:
                _link(open_states[depth], children[depth], path[depth], separator, state)
        if i < len(order):
            open_states[length - 1, ENDS] |= np.int64(1) << (symbols[length - 1] - 1)
            path[shared:length] = symbols[shared:length]
            depth = length
    counts[:] = used_states, used_arcs, depth, state
    return states, hashes, arcs, table, open_states, children, path, counts


@kernel
def _read_string(keys: Array, column: Int, bits: Int, symbols: Array) -> Int:
    """Unpack one string into ``symbols``; returns its length."""
    per_key = KEY_BITS // bits
    symbol_mask = np.uint64((1 << bits) - 1)
    length = 0
    for row in range(len(keys)):
        key = keys[row, column]
        for i in range(per_key):
            symbol = np.int64((key >> np.uint64((per_key - 1 - i) * bits)) & symbol_mask)
            if symbol == 0:
                return length
            symbols[length] = symbol
            length += 1
    return length


@kernel
def _link(row: Array, children: Array, symbol: Int, separator: Int, state: Int) -> None:
    """Link a closed state to its open parent, unless it is dead."""
    if state == 0:
        return
    if symbol == separator:
        row[AFTER] = state
    else:
        children[popcount(row[LETTERS])] = state
        row[LETTERS] |= np.int64(1) << (symbol - 1)


@kernel
def _hash_state(row: Array, children: Array) -> Int:
    value = np.uint64(row[LETTERS]) * np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ np.uint64(row[ENDS])) * np.uint64(0xC2B2AE3D27D4EB4F)
    value ^= value >> np.uint64(29)
    value += np.uint64(row[AFTER]) * np.uint64(0x165667B19E3779F9)
    for i in range(popcount(row[LETTERS])):
        value = (value ^ np.uint64(children[i])) * np.uint64(0xBF58476D1CE4E5B9)
        value ^= value >> np.uint64(31)
    return value


@kernel
def _find_state(
    states: Array,
    hashes: Array,
    arcs: Array,
    table: Array,
    fresh: Int,
    row: Array,
    children: Array,
) -> Int:
    """Return an equal stored state, 0 for a dead one, or ``fresh`` after adding it to the table."""
    if row[LETTERS] == 0 and row[ENDS] == 0 and row[AFTER] == 0:
        return 0
    value = _hash_state(row, children)
    slot = np.int64(value & np.uint64(len(table) - 1))
    while table[slot] != 0:
        state = np.int64(table[slot])
        if hashes[state] == value and _are_equal(states[state], arcs, row, children):
            return state
        slot = (slot + 1) & (len(table) - 1)
    table[slot] = fresh
    hashes[fresh] = value
    return fresh


@kernel
def _are_equal(state: Array, arcs: Array, row: Array, children: Array) -> bool:
    for part in (LETTERS, ENDS, AFTER):
        if np.int64(state[part]) != row[part]:
            return False
    base = np.int64(state[BASE])
    for i in range(popcount(row[LETTERS])):
        if arcs[base + i] != children[i]:
            return False
    return True


@kernel
def _keep_state(
    states: Array, arcs: Array, state: Int, used_arcs: Int, row: Array, children: Array
) -> Int:
    """Store a new state, and return how many arcs are in use now."""
    count = popcount(row[LETTERS])
    states[state, LETTERS] = row[LETTERS]
    states[state, ENDS] = row[ENDS]
    states[state, BASE] = used_arcs
    states[state, AFTER] = row[AFTER]
    arcs[used_arcs : used_arcs + count] = children[:count]
    return used_arcs + count


@kernel
def _grow(array: Array) -> Array:
    grown = np.zeros(len(array) + len(array) // 2, array.dtype)
    grown[: len(array)] = array
    return grown


@kernel
def _grow_rows(array: Array) -> Array:
    grown = np.zeros((len(array) + len(array) // 2, array.shape[1]), array.dtype)
    grown[: len(array)] = array
    return grown


@kernel
def _rehash(hashes: Array, used: Int, size: Int) -> Array:
    table = np.zeros(size, np.uint32)
    for state in range(1, used):
        slot = np.int64(hashes[state] & np.uint64(size - 1))
        while table[slot] != 0:
            slot = (slot + 1) & (size - 1)
        table[slot] = state
    return table


@kernel
def renumber(states: Array, arcs: Array, root: Int, nodes: Array) -> Array:
    """Fill ``nodes`` (zeros, at most one row more than needed) and return the arcs of the file.

    The root comes first, followed by states in depth-first order, so that states visited together
    are close in memory. A state's number is its offset in ``nodes``.
    """
    number = np.zeros(len(states), np.uint32)
    order = np.zeros(len(states) + 1, np.uint32)
    stack = np.zeros(len(states) + len(arcs) + 2, np.uint32)
    stack[0] = root
    size = 1 if root != 0 else 0
    met = 1
    while size > 0:
        size -= 1
        state = stack[size]
        if number[state] != 0:
            continue
        number[state] = met
        order[met] = state
        met += 1
        base = np.int64(states[state, BASE])
        for i in range(popcount(np.int64(states[state, LETTERS])) - 1, -1, -1):
            stack[size] = arcs[base + i]
            size += 1
        after = np.int64(states[state, AFTER])
        if after != 0:
            stack[size] = after
            size += 1
    new_arcs = np.zeros(len(arcs), np.uint32)
    used = 0
    for i in range(1, met):
        row = states[order[i]]
        at = i * NODE_WIDTH
        nodes[at + LETTERS] = row[LETTERS]
        nodes[at + ENDS] = row[ENDS]
        nodes[at + BASE] = used
        nodes[at + AFTER] = number[np.int64(row[AFTER])] * NODE_WIDTH
        base = np.int64(row[BASE])
        for j in range(popcount(np.int64(row[LETTERS]))):
            new_arcs[used] = number[arcs[base + j]] * NODE_WIDTH
            used += 1
    return new_arcs
