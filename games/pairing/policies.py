"""The policies of a pairing: what a director wants, as whole numbers to be kept small.

Each policy says what it costs that two players meet, or that one has the bye. A method lists its
policies from the most important one down. Their weights are such that one unit of a policy
outweighs everything that all later policies can cost in a whole round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.pairing.field import Field


class Policy(NamedTuple):
    """A named policy: what a pair costs, and the most that any pair of the field can cost.

    ``cost`` gets two indexes of the field, the better-placed player first; the second may be the
    bye.
    """

    name: str
    cost: Callable[[Field, int, int], int]
    largest: Callable[[Field], int]


class Weights:
    """The cost of pairs of one field under a list of policies."""

    def __init__(self, field: Field, policies: Sequence[Policy]) -> None:
        self.field = field
        self._terms: list[tuple[Callable[[Field, int, int], int], int]] = []
        unit = 1
        for policy in reversed(policies):
            self._terms.insert(0, (policy.cost, unit))
            unit *= 1 + field.size * policy.largest(field)

    def weigh(self, one: int, other: int) -> int:
        """Return the cost of a pair, the better-placed player first."""
        field = self.field
        return sum([unit * cost(field, one, other) for cost, unit in self._terms])


def _cost_of_repeat(field: Field, one: int, other: int) -> int:
    return field.count_meetings(one, other) ** 2


def _cost_of_team_mates(field: Field, one: int, other: int) -> int:
    if other == field.bye or not field.teams[one]:
        return 0
    return int(field.teams[one] == field.teams[other])


def _cost_of_bye(field: Field, one: int, other: int) -> int:
    """The bye goes to the lowest player; giving it to anyone else costs the places between them."""
    return len(field.players) - 1 - one if other == field.bye else 0


def _cost_of_contender(field: Field, one: int, other: int) -> int:
    """A leader who cannot be caught meets someone with nothing to win, or else the lowest."""
    if one not in field.leaders or other == field.bye:
        return 0
    return 0 if other in field.nothing_to_win else len(field.players) - other


def measure_start_excess(one: int, other: int, limit: int) -> int:
    """Return by how much a game takes starts out of balance, given how both stand.

    The player with the lower balance of starts would begin.

    >>> measure_start_excess(1, -1, limit=1), measure_start_excess(1, 1, limit=1)
    (0, 1)
    """
    low, high = min(one, other), max(one, other)
    return max(0, low + 1 - limit) + max(0, 1 - high - limit)


def _cost_of_starts(field: Field, one: int, other: int) -> int:
    if other == field.bye:
        return 0
    return measure_start_excess(field.balances[one], field.balances[other], limit=1) ** 2


def _cost_of_uneven_starts(field: Field, one: int, other: int) -> int:
    if other == field.bye:
        return 0
    return measure_start_excess(field.balances[one], field.balances[other], limit=2) ** 2


def _limit_start_excess(field: Field) -> int:
    return (2 + 2 * max(map(abs, field.balances), default=0)) ** 2


def _cost_of_points(field: Field, one: int, other: int) -> int:
    if other == field.bye or one in field.leaders:
        return 0
    return (field.half_points[one] - field.half_points[other]) ** 2


def _cost_of_spread(field: Field, one: int, other: int) -> int:
    """Within a group of equal points the upper half meets the lower half, in order.

    If a pair crosses groups, the last player of the upper one meets the first of the lower one.
    """
    if other == field.bye:
        return 0
    if one in field.leaders:
        return (other - one) ** 2
    upper, lower = field.groups[one], field.groups[other]
    if upper == lower:
        return (other - one - len(upper) // 2) ** 2
    return (upper.stop - 1 - one + other - lower.start) ** 2


def _cost_of_places(field: Field, one: int, other: int) -> int:
    return 0 if other == field.bye else (other - one - 1) ** 2


def make_factor_policy(factor: int) -> Policy:
    """Return the policy by which each of the first ``factor`` meets the one so far below."""

    def cost(field: Field, one: int, other: int) -> int:
        if one >= 2 * factor:
            return 0
        return (other - one - factor) ** 2 if other < 2 * factor else len(field.players) ** 2

    return Policy("factor", cost, lambda field: len(field.players) ** 2)


def _square_size(field: Field) -> int:
    return field.size**2


REPEATS = Policy("repeats", _cost_of_repeat, lambda field: field.most_meetings**2)
TEAM_MATES = Policy("team mates", _cost_of_team_mates, lambda _: 1)
BYES = Policy("byes", _cost_of_bye, lambda field: field.size)
CONTENDERS = Policy("contenders", _cost_of_contender, lambda field: field.size)
STARTS = Policy("starts", _cost_of_starts, _limit_start_excess)
UNEVEN_STARTS = Policy("uneven starts", _cost_of_uneven_starts, _limit_start_excess)
POINTS = Policy(
    "points",
    _cost_of_points,
    lambda field: (max(field.half_points, default=0) - min(field.half_points, default=0)) ** 2,
)
SPREAD = Policy("spread", _cost_of_spread, _square_size)
PLACES = Policy("places", _cost_of_places, _square_size)

SWISS_POLICIES = (REPEATS, TEAM_MATES, BYES, CONTENDERS, STARTS, POINTS, SPREAD)
"""The policies of Swiss rounds, from the most important one down."""
LOOSE_SWISS_POLICIES = (
    *(REPEATS, TEAM_MATES, BYES, CONTENDERS),
    *(UNEVEN_STARTS, POINTS, STARTS, SPREAD),
)
"""Those of Swiss rounds in which equal points come before even starts."""
HILL_POLICIES = (REPEATS, BYES, CONTENDERS, UNEVEN_STARTS, PLACES)
"""The policies of king of the hill."""
FIELD_POLICIES = (REPEATS, BYES, STARTS, PLACES)
"""The policies for rounds whose schedule no longer fits the field."""
