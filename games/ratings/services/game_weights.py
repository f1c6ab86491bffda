"""Which rated games count, and how much.

**A move each.** A player who has not moved keeps their rating. If fewer than two sides have moved,
everyone does, because until then any player may abort the game.

**Repeated games.** The games of two players on one ladder add up to less than two full games within
30 days and less than four within a year (:data:`ALLOWANCES`). Each game takes half of what is left,
``weight = min((allowance - spent) / 2)`` over both windows, so the first three in a row count 1,
1/2 and 1/4. Games older than a window no longer use it up. Two players who meet once a week settle
at 4/54 per game. The reason: each further win over the same opponent says less, and an arranged
series must not raise a rating without limit. (US Chess limits matches between two players for the
same reason: 50 points for one match, 200 for all within three years.)

With several opponents, a game's weight for a player is the mean of its weights against each.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias
from uuid import UUID


class PairAllowance(NamedTuple):
    """The sum of weights that two players' games within a window always stay below."""

    days: int
    games: int

    @property
    def window(self) -> timedelta:
        return timedelta(days=self.days)


MONTHLY_ALLOWANCE, YEARLY_ALLOWANCE = (
    PairAllowance(days=30, games=2),
    PairAllowance(days=365, games=4),
)
ALLOWANCES = (MONTHLY_ALLOWANCE, YEARLY_ALLOWANCE)

LONGEST_WINDOW = max(allowance.window for allowance in ALLOWANCES)
"""How long a game reduces the weight of two players' later games."""

ORDER_TOLERANCE = timedelta(days=1)
"""How far the order of rating may differ from the order in which games ended."""

MIN_PERCENTAGE = 1
"""The lowest percentage shown, even if a game counts for less."""

PlayerPair: TypeAlias = tuple[UUID, UUID]
SeatPlayers: TypeAlias = tuple[tuple[UUID, ...], ...]
"""The ids of the players of each seat."""


class AllowanceUse(NamedTuple):
    """How much of a pair's allowance one game used, and when it ended."""

    at: datetime
    weight: float


@dataclass
class UsedAllowances:
    """How much of their allowances all pairs of opponents have used."""

    spent: dict[PlayerPair, list[AllowanceUse]] = field(default_factory=lambda: defaultdict(list))

    def weigh(self, sides: SeatPlayers, at: datetime) -> dict[PlayerPair, float]:
        """Return the weight of a game that ended ``at`` for each pair of opponents."""
        return {
            pair: min(self._half(pair, at, allowance) for allowance in ALLOWANCES)
            for pair in list_pairs(sides)
        }

    def note(self, weights: Mapping[PlayerPair, float], at: datetime) -> None:
        for pair, weight in weights.items():
            # Meetings beyond the longest window are dropped, so that a recount of a long history
            # stays fast.
            recent = [
                used for used in self.spent[pair] if used.at > at - LONGEST_WINDOW - ORDER_TOLERANCE
            ]
            self.spent[pair] = [*recent, AllowanceUse(at, weight)]

    def _half(self, pair: PlayerPair, at: datetime, allowance: PairAllowance) -> float:
        since = at - allowance.window
        spent = sum(used.weight for used in self.spent.get(pair, ()) if used.at > since)
        # Never negative: rounding, or games rated out of order, can exceed the allowance.
        return max(0.0, allowance.games - spent) / 2


def list_pairs(sides: SeatPlayers) -> list[PlayerPair]:
    """Return all pairs of players on different sides."""
    return [
        sort_pair(one, other)
        for number, side in enumerate(sides)
        for later in sides[number + 1 :]
        for one in side
        for other in later
    ]


def sort_pair(one: UUID, other: UUID) -> PlayerPair:
    # One order for each pair, so that both players find the same entry.
    return (one, other) if one < other else (other, one)


def compute_player_weights(
    sides: SeatPlayers, weights: Mapping[PlayerPair, float]
) -> dict[UUID, float]:
    """Return the weight of a game for each player."""
    found: dict[UUID, list[float]] = defaultdict(list)
    for pair in list_pairs(sides):
        for player in pair:
            found[player].append(weights[pair])
    return {player: _compute_mean(known) for player, known in found.items()}


def get_percentage(weight: float) -> int:
    """Return a weight as the percentage to show."""
    return max(MIN_PERCENTAGE, round(100 * weight))


def _compute_mean(values: Iterable[float]) -> float:
    known = list(values)
    return sum(known) / len(known)
