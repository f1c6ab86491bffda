"""Strategies for the end: what unplayed tiles cost or bring, and what decides between equals.

``endgame`` applies them; ``variants`` names them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class Share(NamedTuple):
    """Points of one seat at the end: for its ``own`` rack and for the ``others``' racks."""

    own: int
    others: int

    @property
    def points(self) -> int:
        return self.own + self.others


@dataclass(frozen=True, slots=True)
class Standing:
    """What is compared between seats when a game has ended."""

    seat: int
    score: int
    before: int
    safe_points: int
    tiles_played: int
    best_theft: int


AdjustmentRule: TypeAlias = Callable[[Sequence[int], int | None], tuple[Share, ...]]
"""From the values of the racks, and the seat that went out, to everyone's share."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    name: str
    of: Callable[[Standing], int]


@dataclass(frozen=True, slots=True)
class Settlement:
    """An adjustment and its tie-breaks, first to last; ``by_lot`` when chance has the last word."""

    adjust: AdjustmentRule
    tie_breaks: tuple[TieBreak, ...] = ()
    by_lot: bool = False


def lose_own_racks(racks: Sequence[int], went_out: int | None) -> tuple[Share, ...]:
    """Every seat loses its own rack; the seat that went out gains all of them."""
    return tuple(
        Share(-value, sum(racks) if seat == went_out else 0) for seat, value in enumerate(racks)
    )


def gain_double(racks: Sequence[int], went_out: int | None) -> tuple[Share, ...]:
    """The seat that went out gains the other rack twice; if none did, each loses its own."""
    if went_out is None:
        return lose_own_racks(racks, None)
    return tuple(Share(0, 2 * sum(racks) if seat == went_out else 0) for seat in range(len(racks)))


def gain_other_racks(racks: Sequence[int], went_out: int | None) -> tuple[Share, ...]:
    """The seat that went out gains the others' racks; if none did, every seat gains them."""
    return tuple(
        Share(0, sum(racks) - value if went_out in (None, seat) else 0)
        for seat, value in enumerate(racks)
    )


BEFORE_ADJUSTMENT = TieBreak("before_adjustment", lambda standing: standing.before)
SAFE_POINTS = TieBreak("safe_points", lambda standing: standing.safe_points)
TILES_PLAYED = TieBreak("tiles_played", lambda standing: standing.tiles_played)
BEST_THEFT = TieBreak("best_theft", lambda standing: standing.best_theft)
BY_LOT = "lot"
