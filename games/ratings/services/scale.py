"""Strength as numbers: the model that rates, and the points that people see.

Rated by Plackett and Luce's model as Weng and Lin update it (openskill, with its defaults but for
the mean): it takes any number of seats, teams, and equal places. Means are about 0, not 25, for the
model adds up a team's: so two average players who share a rack count as one average player.

**Points** are ``1500 + 25 * mu``: 1500 is where everybody begins, and a settled player who has 400
points more than another wins ten games of eleven against them, as in chess. After a game sigma says
how sure that is; it is not shown, but for the "?" of the first games.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from games.ratings.models import PROVISIONAL

MIDDLE = 1500
POINTS = 25
"""Points of one unit of mu."""

_model = PlackettLuce(mu=0.0)


class Strength(NamedTuple):
    """What is thought of a player on a ladder after so many games."""

    mu: float = _model.mu
    sigma: float = _model.sigma
    games: int = 0

    @property
    def points(self) -> int:
        return points_of(self.mu)

    def __str__(self) -> str:
        return tell_points(self.points, self.games)


NEWCOMER = Strength()


def points_of(mu: float) -> int:
    """The number that is shown."""
    return round(MIDDLE + POINTS * mu)


def tell_points(points: int, games: int) -> str:
    """Points as people see them: with a "?" while they are provisional."""
    return f"{points}?" if games < PROVISIONAL else str(points)


def rate(sides: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """Everybody's strength after a game: ``sides`` are the seats, each with those who hold it,
    and ``places`` where they came in (1 is the best; equals share a place)."""
    teams = [[_model.rating(one.mu, one.sigma) for one in side] for side in sides]
    rated = _model.rate(teams, ranks=[float(place) for place in places])
    return [
        [
            Strength(after.mu, after.sigma, before.games + 1)
            for before, after in zip(side, team, strict=True)
        ]
        for side, team in zip(sides, rated, strict=True)
    ]
