"""The result of a swapped match: two games with the same draws, in which the sides swap seats.

Side 0 has seat 0 at the first table and seat 1 at the second, side 1 the other two seats. Each side
therefore draws from both seats, and the sum of its points decides. A side that gives up one of the
games, by resigning or by running out of time, loses the match, whatever the points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.plays.events import Outcome

SIDES = TABLES = (0, 1)
MatchReason: TypeAlias = Literal["points", "given_up", "annulled"]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended.

    ``winner`` is a side; ``None`` for a draw, an annulled match, or one in which both sides gave up
    a game.
    """

    # By side.
    points: tuple[int, int]
    winner: int | None
    reason: MatchReason


def get_seat(side: int, table: int) -> int:
    """Return the seat of a side at a table.

    >>> [get_seat(0, table) for table in TABLES], [get_seat(1, table) for table in TABLES]
    ([0, 1], [1, 0])
    """
    return side ^ table


def decide_match(outcomes: Sequence[Outcome]) -> MatchResult:
    """Return the result of a match from the outcomes of its two games.

    >>> scores = Outcome(0, "out", (400, 380), (400, 380), (0, 0))
    >>> decide_match([scores, Outcome(0, "out", (420, 390), (420, 390), (0, 0))])
    MatchResult(points=(790, 800), winner=1, reason='points')
    """
    points = (_add_points(outcomes, 0), _add_points(outcomes, 1))
    if any(outcome.reason == "annulled" for outcome in outcomes):
        return MatchResult(points, None, "annulled")
    losers = {
        1 - _find_side(outcome.winner, table)
        for table, outcome in enumerate(outcomes)
        if outcome.reason in ("resigned", "forfeited") and outcome.winner is not None
    }
    if losers:
        return MatchResult(points, 1 - losers.pop() if len(losers) == 1 else None, "given_up")
    if points[0] == points[1]:
        return MatchResult(points, None, "points")
    return MatchResult(points, int(points[1] > points[0]), "points")


def _add_points(outcomes: Sequence[Outcome], side: int) -> int:
    return sum(outcome.scores[get_seat(side, table)] for table, outcome in enumerate(outcomes))


def _find_side(seat: int, table: int) -> int:
    return seat ^ table
