"""Room options: chosen when a room is made, fixed when its game starts.

Which choices a variant offers is part of its description in ``variants``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from games.rules.clock import NO_CLOCK, TimeControl
from games.rules.placement import Placement

EndRule: TypeAlias = Literal["passes", "scoreless"]
Adjustment: TypeAlias = Literal["standard", "tournament"]


class ChallengeRule(StrEnum):
    """What becomes of bad words, and of challenges in vain."""

    VOID = "void"
    SINGLE = "single"
    DOUBLE = "double"
    FIVE = "five"
    TEN = "ten"
    TRIPLE = "triple"

    @property
    def bonus(self) -> int:
        """Points to the challenged seat when its play was good."""
        return {ChallengeRule.FIVE: 5, ChallengeRule.TEN: 10}.get(self, 0)

    @property
    def judges_at_once(self) -> bool:
        """Words are judged when a play is made; there are no challenges."""
        return self is ChallengeRule.VOID

    @property
    def costs_turn(self) -> bool:
        """A challenge in vain costs the challenger a turn."""
        return self is ChallengeRule.DOUBLE

    @property
    def costs_something(self) -> bool:
        """A challenge in vain has its price."""
        return bool(self.bonus) or self.costs_turn or self.decides_game

    @property
    def decides_game(self) -> bool:
        """Whoever is wrong, the player or the challenger, loses the game at once."""
        return self is ChallengeRule.TRIPLE


@dataclass(frozen=True, slots=True)
class Options:
    """``exchange_minimum`` is the number of tiles the bag must hold for an exchange."""

    challenge: ChallengeRule = ChallengeRule.SINGLE
    end_rule: EndRule = "passes"
    adjustment: Adjustment = "standard"
    exchange_minimum: int = 7
    placement: Placement = "strict"
    clock: TimeControl = NO_CLOCK
