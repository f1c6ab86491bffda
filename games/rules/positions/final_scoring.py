"""Strategies for the end of a game: what unplayed tiles cost or bring, and tie-breaks.

``game_end`` applies them; ``variants`` names them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class RackAdjustment(NamedTuple):
    """Points of one seat at the end: for its ``own`` rack and for the ``others``' racks."""

    own: int
    others: int

    @property
    def points(self) -> int:
        return self.own + self.others


@dataclass(frozen=True, slots=True)
class FinalStanding:
    """The figures by which seats are compared when a game has ended; ``before`` is the unadjusted
    score."""

    seat: int
    score: int
    before: int
    safe_points: int
    tiles_played: int
    best_theft: int


AdjustmentRule: TypeAlias = Callable[[Sequence[int], int | None], tuple[RackAdjustment, ...]]
"""From the values of the racks, and the seat that went out, to the adjustment of every seat."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    name: str
    of: Callable[[FinalStanding], int]


@dataclass(frozen=True, slots=True)
class FinalScoring:
    """An adjustment and its tie-breaks in order; with ``by_lot`` a remaining tie is decided by
    lot."""

    adjust: AdjustmentRule
    tie_breaks: tuple[TieBreak, ...] = ()
    by_lot: bool = False


def deduct_own_racks(racks: Sequence[int], went_out: int | None) -> tuple[RackAdjustment, ...]:
    """Deduct every seat's own rack; the seat that went out gains the sum of all racks.

    >>> [share.points for share in deduct_own_racks([0, 8, 3], went_out=0)]
    [11, -8, -3]
    >>> [share.points for share in deduct_own_racks([5, 8], went_out=None)]
    [-5, -8]
    """
    return tuple(
        RackAdjustment(-value, sum(racks) if seat == went_out else 0)
        for seat, value in enumerate(racks)
    )


def gain_double_other_rack(
    racks: Sequence[int], went_out: int | None
) -> tuple[RackAdjustment, ...]:
    """Give the seat that went out twice the other rack; if none did, each seat loses its own.

    >>> [share.points for share in gain_double_other_rack([0, 8], went_out=0)]
    [16, 0]
    """
    if went_out is None:
        return deduct_own_racks(racks, None)
    return tuple(
        RackAdjustment(0, 2 * sum(racks) if seat == went_out else 0) for seat in range(len(racks))
    )


def gain_other_racks(racks: Sequence[int], went_out: int | None) -> tuple[RackAdjustment, ...]:
    """Give the seat that went out the others' racks; if none did, every seat gains them.

    >>> [share.points for share in gain_other_racks([5, 8], went_out=None)]
    [8, 5]
    """
    return tuple(
        RackAdjustment(0, sum(racks) - value if went_out in (None, seat) else 0)
        for seat, value in enumerate(racks)
    )


BEFORE_ADJUSTMENT = TieBreak("before_adjustment", lambda standing: standing.before)
SAFE_POINTS = TieBreak("safe_points", lambda standing: standing.safe_points)
TILES_PLAYED = TieBreak("tiles_played", lambda standing: standing.tiles_played)
BEST_THEFT = TieBreak("best_theft", lambda standing: standing.best_theft)
BY_LOT = "lot"
