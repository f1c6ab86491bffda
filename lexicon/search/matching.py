"""Which words of a block are wanted: every test looks at all of them at once."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from lexicon.search.query import RUN, Pattern, Place, Query, Rack
from lexicon.search.shelf import Block, Bools, Column

CODES = 256


def match(block: Block, query: Query, never_blank: frozenset[int]) -> Bools:
    """The words that the query wants. ``never_blank``: codes a blank may not stand for."""
    wanted = np.ones(len(block), np.bool_)
    for group in query.patterns:
        wanted &= _any(block, [_fits(block, pattern) for pattern in group])
    if query.racks:
        racks = [_makes(block, rack, query.shorter, never_blank) for rack in query.racks]
        wanted &= _any(block, racks)
    return wanted


def _any(block: Block, found: Sequence[Bools]) -> Bools:
    result = np.zeros(len(block), np.bool_)
    for one in found:
        result |= one
    return result


def _makes(block: Block, rack: Rack, shorter: bool, never_blank: frozenset[int]) -> Bools:
    """Whether a rack makes the words: what its letters give and its blanks must add up."""
    length = len(block.columns)
    if length > rack.size or (length < rack.size and not shorter):
        return np.zeros(len(block), np.bool_)
    held = Counter(rack.codes)
    given = np.zeros(len(block), np.uint8)
    for code, count in held.items():
        given += np.minimum(block.counts(code), np.uint8(count))
    enough: Bools = given + np.uint8(rack.blanks) >= length
    for code in never_blank:
        enough &= block.counts(code) <= held[code]
    return enough


def _fits(block: Block, pattern: Pattern) -> Bools:
    segments = _cut(pattern)
    length, sizes = len(block.columns), [len(segment) for segment in segments]
    if sum(sizes) > length or (len(segments) == 1 and sizes[0] != length):
        return np.zeros(len(block), np.bool_)
    fitting = _lies(block, segments[0], 0)
    if len(segments) > 1:
        fitting &= _lies(block, segments[-1], length - sizes[-1])
        fitting &= _lie_between(block, segments[1:-1], sizes[0], length - sizes[-1])
    return fitting


def _cut(pattern: Pattern) -> list[list[Place]]:
    """The pieces between runs; the first and the last may be empty."""
    segments: list[list[Place]] = [[]]
    for item in pattern:
        if isinstance(item, Place):
            segments[-1].append(item)
        elif item is RUN:
            segments.append([])
    return segments


def _lie_between(block: Block, segments: list[list[Place]], first: int, last: int) -> Bools:
    """Whether the segments lie one after the other from ``first`` to ``last``, each as far in
    front as it can: if any way fits, this one does."""
    at = np.full(len(block), first, np.uint8)
    for segment in segments:
        none = np.uint8(CODES - 1)
        found = np.full(len(block), none)
        for place in range(last - len(segment), first - 1, -1):
            here = _lies(block, segment, place) & (at <= place)
            found[here] = place + len(segment)
        at = found
    fitting: Bools = at <= last
    return fitting


def _lies(block: Block, segment: list[Place], at: int) -> Bools:
    lying = np.ones(len(block), np.bool_)
    for offset, place in enumerate(segment):
        if place.codes:
            lying &= _is_one_of(block.columns[at + offset], place)
    return lying


def _is_one_of(column: Column, place: Place) -> Bools:
    if len(place.codes) == 1 and not place.others:
        same: Bools = column == next(iter(place.codes))
        return same
    table = np.full(CODES, place.others)
    table[list(place.codes)] = not place.others
    return table[column]
