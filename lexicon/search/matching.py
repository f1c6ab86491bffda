"""Vectorised tests of a query: each tests all words of a block at once."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from lexicon.search.query import ANY_TILES, Pattern, SearchRackQuery, TileChoice, WordQuery
from lexicon.search.word_columns import Bools, Column, WordBlock

CODES = 256


def match(block: WordBlock, query: WordQuery, never_blank: frozenset[int]) -> Bools:
    """Return a mask of the words that match. ``never_blank``: codes a blank may not represent."""
    wanted = np.ones(len(block), np.bool_)
    for group in query.patterns:
        wanted &= _any(block, [_fits(block, pattern) for pattern in group])
    if query.racks:
        racks = [_makes(block, rack, query.shorter, never_blank) for rack in query.racks]
        wanted &= _any(block, racks)
    return wanted


def _any(block: WordBlock, found: Sequence[Bools]) -> Bools:
    result = np.zeros(len(block), np.bool_)
    for one in found:
        result |= one
    return result


def _makes(
    block: WordBlock, rack: SearchRackQuery, shorter: bool, never_blank: frozenset[int]
) -> Bools:
    """Return which words a rack can make: its matching letters and its blanks must suffice."""
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


def _fits(block: WordBlock, pattern: Pattern) -> Bools:
    segments = _cut(pattern)
    length, sizes = len(block.columns), [len(segment) for segment in segments]
    if sum(sizes) > length or (len(segments) == 1 and sizes[0] != length):
        return np.zeros(len(block), np.bool_)
    fitting = _match_at(block, segments[0], 0)
    if len(segments) > 1:
        fitting &= _match_at(block, segments[-1], length - sizes[-1])
        fitting &= _match_between(block, segments[1:-1], sizes[0], length - sizes[-1])
    return fitting


def _cut(pattern: Pattern) -> list[list[TileChoice]]:
    """Split a pattern at its wildcards. The first and last segment may be empty."""
    segments: list[list[TileChoice]] = [[]]
    for item in pattern:
        if isinstance(item, TileChoice):
            segments[-1].append(item)
        elif item is ANY_TILES:
            segments.append([])
    return segments


def _match_between(
    block: WordBlock, segments: list[list[TileChoice]], first: int, last: int
) -> Bools:
    """Return which words hold the segments in this order between ``first`` and ``last``.

    Each segment is placed as early as possible: if any placement fits, this greedy one does.
    """
    at = np.full(len(block), first, np.uint8)
    for segment in segments:
        # Larger than any position, so "not found" fails every later comparison.
        none = np.uint8(CODES - 1)
        found = np.full(len(block), none)
        for place in range(last - len(segment), first - 1, -1):
            here = _match_at(block, segment, place) & (at <= place)
            found[here] = place + len(segment)
        at = found
    fitting: Bools = at <= last
    return fitting


def _match_at(block: WordBlock, segment: list[TileChoice], at: int) -> Bools:
    lying = np.ones(len(block), np.bool_)
    for offset, place in enumerate(segment):
        if place.codes:
            lying &= _is_one_of(block.columns[at + offset], place)
    return lying


def _is_one_of(column: Column, place: TileChoice) -> Bools:
    if len(place.codes) == 1 and not place.others:
        same: Bools = column == next(iter(place.codes))
        return same
    table = np.full(CODES, place.others)
    table[list(place.codes)] = not place.others
    return table[column]
