"""Compiled kernels over the words' codes: their text, its index and their GADDAG strings.

A GADDAG string of a word is a prefix read backwards, a separator and the rest; the whole word read
backwards has no separator (Gordon 1994). The strings are generated for one first letter at a time,
so that only some of them are in memory, and are packed into 64-bit keys.
:mod:`lexicon.graph.kernels` joins them into an automaton.
"""

from zlib import crc32

import numpy as np

from lexicon.graph.jit import Array, Int, kernel

KEY_BITS = 64
CRC_STEPS = np.array([crc32(bytes((i,))) ^ crc32(bytes(1)) for i in range(256)], np.int64)
"""The table of zlib's CRC-32. It can be derived from checksums because the algorithm is linear."""


def symbol_bits(letters: int) -> int:
    """Return the bits per symbol: 0 ends a string, letters count from 1, the separator is last."""
    return (letters + 1).bit_length()


@kernel
def lay_text(keys: Array, lengths: Array, text: Array) -> None:
    """Fill ``text`` (zeros) with the codes of each word, followed by a zero.

    ``keys`` has a row of bytes for each word.
    """
    at = 0
    for i in range(len(lengths)):
        text[at : at + lengths[i]] = keys[i, : lengths[i]]
        at += lengths[i] + 1


@kernel
def count_letters(text: Array, letters: Int) -> Array:
    """Count how often each code occurs in a text, including 0."""
    counts = np.zeros(letters + 1, np.int64)
    for code in text:
        counts[code] += 1
    return counts


@kernel
def index_text(text: Array, lengths: Array, steps: Array, slots: Array) -> None:
    """Fill a hash table (zeros; its size is a power of two) with each word's offset plus one.

    The hash is zlib's CRC-32 of the word and its zero. ``steps`` are :data:`CRC_STEPS`.
    """
    mask = len(slots) - 1
    start = 0
    for length in lengths:
        value = np.int64(0xFFFFFFFF)
        for i in range(start, start + length + 1):
            value = steps[(value ^ np.int64(text[i])) & 0xFF] ^ (value >> 8)
        slot = (value ^ 0xFFFFFFFF) & mask
        while slots[slot] != 0:
            slot = (slot + 1) & mask
        slots[slot] = start + 1
        start += length + 1


@kernel
def expand(text: Array, lengths: Array, first: Int, count: Int, longest: Int, bits: Int) -> Array:
    """Return the ``count`` GADDAG strings that begin with a letter.

    Each is one column of uint64 keys, most significant row first. ``text`` is the result of
    :func:`lay_text`.
    """
    per_key = KEY_BITS // bits
    rows = (longest + 1 + per_key - 1) // per_key
    keys = np.zeros((rows, count), np.uint64)
    separator = np.uint64((1 << bits) - 1)
    column = 0
    start = 0
    for length in lengths:
        for turn in range(1, length + 1):
            if text[start + turn - 1] != first:
                continue
            at = 0
            for i in range(turn - 1, -1, -1):
                _add_symbol(keys, column, at, np.uint64(text[start + i]), per_key, bits)
                at += 1
            if turn < length:
                _add_symbol(keys, column, at, separator, per_key, bits)
                at += 1
                for i in range(turn, length):
                    _add_symbol(keys, column, at, np.uint64(text[start + i]), per_key, bits)
                    at += 1
            column += 1
        start += length + 1
    return keys


@kernel
def _add_symbol(keys: Array, column: Int, at: Int, symbol: Int, per_key: Int, bits: Int) -> None:
    shift = (per_key - 1 - at % per_key) * bits
    keys[at // per_key, column] |= symbol << np.uint64(shift)
