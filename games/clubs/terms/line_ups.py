"""Who meets whom in a match between two clubs: the best against the best, board by board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class MatchBoard(Generic[P]):
    """One board of a match. The home club starts on odd boards."""

    number: int
    home: P
    away: P

    @property
    def in_turn_order(self) -> tuple[P, P]:
        return (self.home, self.away) if self.number % 2 else (self.away, self.home)


def line_up(
    home: Sequence[tuple[P, int]], away: Sequence[tuple[P, int]], boards: int
) -> list[MatchBoard[P]]:
    """Return the boards of a match. Both clubs list players with ratings, in order of signing up.

    The best rated play, on boards by rating; of equal ones, whoever signed up first.

    >>> line_up([("Amber", 900), ("Jade", 1200)], [("Rust", 0), ("Teal", 0)], 2)[0]
    MatchBoard(number=1, home='Jade', away='Rust')
    """
    pairs = zip(_sort(home)[:boards], _sort(away)[:boards], strict=False)
    return [MatchBoard(number, one, other) for number, (one, other) in enumerate(pairs, 1)]


def _sort(players: Sequence[tuple[P, int]]) -> list[P]:
    return [player for player, _rating in sorted(players, key=lambda pair: -pair[1])]
