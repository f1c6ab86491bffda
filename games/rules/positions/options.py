"""Room options: chosen when a room is created, fixed when its game starts.

The choices that a variant offers are part of its description in ``variants``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from games.rules.plays.placement import PlacementRule
from games.rules.time.clock import NO_CLOCK, TimeControl

EndRule: TypeAlias = Literal["passes", "scoreless"]
Adjustment: TypeAlias = Literal["standard", "tournament"]


class ChallengeRule(StrEnum):
    """What happens to invalid words and to failed challenges.

    Under VOTE the other players vote on words that are not in the dictionary.

    >>> ChallengeRule.FIVE.bonus, ChallengeRule.DOUBLE.costs_turn, ChallengeRule.VOID.judges_at_once
    (5, True, True)
    >>> ChallengeRule.VOTE.reveals_invalid_words, ChallengeRule.VOTE.has_challenges
    (True, False)
    """

    VOID = "void"
    SINGLE = "single"
    DOUBLE = "double"
    FIVE = "five"
    TEN = "ten"
    TRIPLE = "triple"
    VOTE = "vote"

    @property
    def bonus(self) -> int:
        """Points for the challenged seat if its play was valid."""
        return {ChallengeRule.FIVE: 5, ChallengeRule.TEN: 10}.get(self, 0)

    @property
    def judges_at_once(self) -> bool:
        """Whether words are judged when a play is made, without challenges."""
        return self is ChallengeRule.VOID

    @property
    def votes(self) -> bool:
        """Whether the other players vote on words that are not in the dictionary."""
        return self is ChallengeRule.VOTE

    @property
    def reveals_invalid_words(self) -> bool:
        """Whether making a play shows at once which of its words are not in the dictionary."""
        return self.judges_at_once or self.votes

    @property
    def has_challenges(self) -> bool:
        """Whether a player may doubt a play that has been made."""
        return not self.reveals_invalid_words

    @property
    def costs_turn(self) -> bool:
        """Whether a failed challenge costs the challenger a turn."""
        return self is ChallengeRule.DOUBLE

    @property
    def costs_something(self) -> bool:
        """Whether a failed challenge costs anything at all."""
        return bool(self.bonus) or self.costs_turn or self.decides_game

    @property
    def decides_game(self) -> bool:
        """Whether a challenge decides the game: the side that was wrong loses at once."""
        return self is ChallengeRule.TRIPLE


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one game.

    Stored states leave out fields that have these default values, so the defaults must never
    change. The defaults of a new room are the first choices of its variant.
    """

    challenge: ChallengeRule = ChallengeRule.SINGLE
    end_rule: EndRule = "passes"
    adjustment: Adjustment = "standard"
    # Tiles the bag must hold for an exchange.
    exchange_minimum: int = 7
    placement: PlacementRule = "strict"
    clock: TimeControl = NO_CLOCK
    # Whether the two seats draw from opposite ends of a fixed order of tiles, as they do in a
    # swapped match; see :mod:`games.rules.flow.drawing`.
    separate_draws: bool = False
