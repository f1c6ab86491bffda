"""Breaks in a time that is counted in days: while one goes on, nothing is charged to anybody.

Clocks that tick have their own way to stand, see ``clock``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple


class Break(NamedTuple):
    """From one instant on and before another, in milliseconds since the epoch."""

    begin: int
    end: int


def end_of(begin: int, length: int, breaks: Iterable[Break]) -> int:
    """The instant at which so much time has gone by since ``begin``, breaks not counted.

    >>> end_of(100, 50, [Break(120, 140)])
    170
    """
    end = begin + length
    for off in merged(breaks):
        if off.begin >= end:
            break
        end += max(0, off.end - max(off.begin, begin))
    return end


def time_between(begin: int, end: int, breaks: Iterable[Break]) -> int:
    """How much time that counts lies between two instants.

    >>> time_between(100, 170, [Break(120, 140)])
    50
    """
    lost = (min(off.end, end) - max(off.begin, begin) for off in merged(breaks))
    return max(0, end - begin) - sum(max(0, part) for part in lost)


def shared(calendars: Iterable[Sequence[Break]]) -> tuple[Break, ...]:
    """The breaks that all of a team have at once: one alone can move for it.

    >>> shared([[Break(0, 10)], [Break(5, 20)]])
    (Break(begin=5, end=10),)
    """
    found = [merged(calendar) for calendar in calendars]
    return reduce(_overlap, found) if found else ()


def merged(breaks: Iterable[Break]) -> tuple[Break, ...]:
    """In order, and those that touch each other as one."""
    found: list[Break] = []
    for off in sorted(off for off in breaks if off.end > off.begin):
        if found and off.begin <= found[-1].end:
            found[-1] = Break(found[-1].begin, max(found[-1].end, off.end))
        else:
            found.append(off)
    return tuple(found)


def _overlap(some: Sequence[Break], others: Sequence[Break]) -> tuple[Break, ...]:
    both = (Break(max(a.begin, b.begin), min(a.end, b.end)) for a in some for b in others)
    return merged(both)
