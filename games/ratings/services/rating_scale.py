"""The rating model, and the points that people see.

The model is Plackett and Luce's with Weng and Lin's updates (openskill with its defaults, except
the mean). It handles any number of seats, teams, and shared places. Means are about 0 instead of 25
because the model adds up the means of a team: that way two average players who share a rack count
as one average player.

**Points** are ``1500 + 25 * mu``. Everyone starts at 1500, and a settled player with 400 points
more than another wins ten of eleven games against them, as in chess. Sigma is the uncertainty after
a game; it is not shown, except as the "?" of the first games.
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from openskill.models import PlackettLuce

from games.ratings.models import PROVISIONAL_GAMES

MEAN_POINTS = 1500
POINTS_PER_MU = 25
"""Points per unit of mu."""

_model = PlackettLuce(mu=0.0)


class Strength(NamedTuple):
    """A player's estimated strength on a ladder after a number of games."""

    # Mean and standard deviation of the estimate, in the units of openskill.
    mu: float = _model.mu
    sigma: float = _model.sigma
    games: int = 0

    @property
    def points(self) -> int:
        return get_points(self.mu)

    def __str__(self) -> str:
        return format_points(self.points, self.games)


NEWCOMER = Strength()


def get_points(mu: float) -> int:
    """Return the number of points to show."""
    return round(MEAN_POINTS + POINTS_PER_MU * mu)


def format_points(points: int, games: int) -> str:
    """Return points as text, with a "?" while they are provisional."""
    return f"{points}?" if games < PROVISIONAL_GAMES else str(points)


def rate_game(sides: Sequence[Sequence[Strength]], places: Sequence[int]) -> list[list[Strength]]:
    """Return everyone's strength after a game.

    ``sides`` are the seats, each with the players who share it; ``places`` are their places (1 is
    the best, equal seats share a place).
    """
    teams = [[_model.rating(one.mu, one.sigma) for one in side] for side in sides]
    rated = _model.rate(teams, ranks=[float(place) for place in places])
    return [
        [
            Strength(after.mu, after.sigma, before.games + 1)
            for before, after in zip(side, team, strict=True)
        ]
        for side, team in zip(sides, rated, strict=True)
    ]


def apply_weight(before: Strength, after: Strength, weight: float) -> Strength:
    """Return the strength after a game that counts ``weight``, from 0 to 1: the mean and the
    variance move that share of the way."""
    if weight == 1:
        return after
    mu = before.mu + weight * (after.mu - before.mu)
    # The variance, not sigma: variances add up, standard deviations do not.
    variance = before.sigma**2 + weight * (after.sigma**2 - before.sigma**2)
    return Strength(mu, sqrt(variance), after.games)
