"""Automatic: round robin where it fits, otherwise Fontes, Swiss, and king of the hill last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.pairing.event import EventPlayer, EventState, Method, RoundPlan
from games.pairing.methods.schedules import count_cycle
from games.pairing.sections import Section

FONTES_ROUNDS = 3
FEWEST_ROUNDS_FOR_FONTES = 5
FEWEST_PLAYERS_FOR_FONTES = 8


@dataclass(frozen=True, slots=True)
class _Length:
    method: Method
    rounds: int


def resolve_section(
    state: EventState, section: Section, entrants: Sequence[EventPlayer]
) -> Section:
    """Return the section that stands for the next round of an automatic one.

    A round robin fits if there are enough rounds for everyone to meet everyone at least once. What
    remains after it is paired like the rounds of an event in which it does not fit. The players who
    were there when the section began decide, so that the choice holds for all its rounds.
    """
    first = section.first
    starters = sum(
        player.first_round <= first and not player.has_withdrawn(first) for player in entrants
    )
    for part in _divide(state, section, starters):
        last = first + part.rounds - 1
        if state.next_number <= last:
            return Section(RoundPlan(part.method), first, last)
        first = last + 1
    return section


def _divide(state: EventState, section: Section, players: int) -> list[_Length]:
    """Return the methods of the section, in order, with their numbers of rounds."""
    parts, left = [], section.length
    two_seats = state.scoring.table_size == 2
    cycle = count_cycle(players) if players > 1 else 1
    if two_seats and cycle <= left:
        parts.append(_Length(Method.ROUND_ROBIN, left - left % cycle))
        left %= cycle
    elif (
        two_seats
        and section.first == 1
        and left >= FEWEST_ROUNDS_FOR_FONTES
        and players >= FEWEST_PLAYERS_FOR_FONTES
    ):
        parts.append(_Length(Method.FONTES, FONTES_ROUNDS))
        left -= FONTES_ROUNDS
    hill = int(section.last == len(state.plan) and section.length > 1 and left > 0)
    parts.append(_Length(Method.SWISS, left - hill))
    parts.append(_Length(Method.KING_OF_THE_HILL, hill))
    return [part for part in parts if part.rounds]
