"""Breaks in time limits that are counted in days: during a break, no time is charged.

Ticking clocks are paused in another way, see ``clock``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple


class Break(NamedTuple):
    """A half-open interval from ``begin`` to ``end``, in milliseconds since the epoch."""

    begin: int
    end: int


def compute_end(begin: int, length: int, breaks: Iterable[Break]) -> int:
    """Return the time at which ``length`` has passed since ``begin``, not counting breaks.

    >>> compute_end(100, 50, [Break(120, 140)])
    170
    """
    end = begin + length
    for off in merge_breaks(breaks):
        if off.begin >= end:
            break
        end += max(0, off.end - max(off.begin, begin))
    return end


def measure_time_between(begin: int, end: int, breaks: Iterable[Break]) -> int:
    """Return how much time passes between two instants, not counting breaks.

    >>> measure_time_between(100, 170, [Break(120, 140)])
    50
    """
    lost = (min(off.end, end) - max(off.begin, begin) for off in merge_breaks(breaks))
    return max(0, end - begin) - sum(max(0, part) for part in lost)


def intersect_breaks(calendars: Iterable[Sequence[Break]]) -> tuple[Break, ...]:
    """Return the breaks that all members of a team share, since any one of them can move for it.

    >>> intersect_breaks([[Break(0, 10)], [Break(5, 20)]])
    (Break(begin=5, end=10),)
    """
    found = [merge_breaks(calendar) for calendar in calendars]
    return reduce(_overlap, found) if found else ()


def merge_breaks(breaks: Iterable[Break]) -> tuple[Break, ...]:
    """Return the breaks in order, with touching ones merged.

    >>> merge_breaks([Break(5, 9), Break(20, 21), Break(0, 5)])
    (Break(begin=0, end=9), Break(begin=20, end=21))
    """
    found: list[Break] = []
    for off in sorted(off for off in breaks if off.end > off.begin):
        if found and off.begin <= found[-1].end:
            found[-1] = Break(found[-1].begin, max(found[-1].end, off.end))
        else:
            found.append(off)
    return tuple(found)


def _overlap(some: Sequence[Break], others: Sequence[Break]) -> tuple[Break, ...]:
    both = (Break(max(a.begin, b.begin), min(a.end, b.end)) for a in some for b in others)
    return merge_breaks(both)
