"""Sections of the plan: consecutive rounds with one plan, such as a round robin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.pairing.event import EventPlayer, EventState, RoundPlan
from games.pairing.field import Field


@dataclass(frozen=True, slots=True)
class Section:
    """Rounds ``first`` to ``last`` of the event, which are paired by one plan."""

    plan: RoundPlan
    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class DivisionRound:
    """What a method is given: the round of one division that it is to pair."""

    state: EventState
    section: Section
    # All players of the division who were ever entered.
    entrants: tuple[EventPlayer, ...]
    # Those to be paired now.
    field: Field

    @property
    def index(self) -> int:
        """The number of the round within its section, from 0."""
        return self.state.next_number - self.section.first


def find_section(plan: Sequence[RoundPlan], number: int) -> Section:
    """Return the section that a round is in.

    >>> from games.pairing.event import Method
    >>> swiss, hill = RoundPlan(Method.SWISS), RoundPlan(Method.KING_OF_THE_HILL)
    >>> section = find_section([hill, swiss, swiss, swiss, hill], 3)
    >>> section.first, section.last
    (2, 4)
    """
    first = last = number
    while first > 1 and plan[first - 2] == plan[number - 1]:
        first -= 1
    while last < len(plan) and plan[last] == plan[number - 1]:
        last += 1
    return Section(plan[number - 1], first, last)
