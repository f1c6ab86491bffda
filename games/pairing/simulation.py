"""Simulated events: players of known strength, results by chance, and how good the pairings are.

A player's score in a game is normal around a mean that grows with strength, such that 200 rating
points win three games of four. Ratings, by which players are seeded, differ from true strength.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import correlation, mean
from time import thread_time

from games.pairing.event import (
    EventPlayer,
    EventState,
    PastRound,
    PlayedTable,
    RoundPlan,
    ScoringSettings,
)
from games.pairing.field import count_encounters
from games.pairing.methods.schedules import count_cycle, list_circle_round
from games.pairing.pairings import pair_round
from games.pairing.rounds import PairedRound
from games.pairing.standings import rank_players

MEAN_STRENGTH = 1500
STRENGTH_DEVIATION = 250
RATING_ERROR = 100
"""The standard deviation of ratings from true strength."""
MEAN_SCORE = 400
POINTS_PER_STRENGTH = 0.35
SCORE_DEVIATION = 70


@dataclass(frozen=True, slots=True)
class EventReport:
    """What a simulated event showed."""

    # Pairs of opponents, and how many of them had met before.
    meetings: int
    repeats: int
    # The fewest and the most starts of a player, and the largest gap between anyone's starts and
    # other games.
    starts: tuple[int, int]
    start_excess: int
    byes: int
    # Processor time of pairing, in seconds for each round.
    seconds: tuple[float, ...]
    # The rank correlation of the standings with true strength.
    correlation: float

    @property
    def mean_seconds(self) -> float:
        return mean(self.seconds)


class EventSimulator:
    """Players of an event with their true strengths, and the chance that decides their games."""

    def __init__(self, players: int, seed: int, scoring: ScoringSettings | None = None) -> None:
        self.random = Random(seed)
        self.seed = seed
        self.scoring = scoring or ScoringSettings()
        self.strengths = {
            number: self.random.gauss(MEAN_STRENGTH, STRENGTH_DEVIATION)
            for number in range(1, players + 1)
        }
        self.players = tuple(
            EventPlayer(number, round(strength + self.random.gauss(0, RATING_ERROR)))
            for number, strength in self.strengths.items()
        )

    def start_event(self, plan: Sequence[RoundPlan]) -> EventState:
        """Return an event of these players in which nothing has been played."""
        return EventState(self.players, tuple(plan), scoring=self.scoring, seed=self.seed)

    def play_round(self, state: EventState, paired: PairedRound) -> EventState:
        """Return the event after this round, with a result by chance at each table."""
        tables = tuple(self.play_table(table.players) for table in paired.tables)
        return replace(state, rounds=(*state.rounds, PastRound(tables, paired.byes)))

    def play_table(self, players: tuple[int, ...]) -> PlayedTable:
        """Return a table with a result by chance."""
        scores = (
            self.random.gauss(
                MEAN_SCORE + POINTS_PER_STRENGTH * (self.strengths[player] - MEAN_STRENGTH),
                SCORE_DEVIATION,
            )
            for player in players
        )
        return PlayedTable(players, tuple(max(0, round(score)) for score in scores))

    def correlate(self, rounds: Sequence[PastRound]) -> float:
        """Return the rank correlation of the standings after these rounds with true strength."""
        ranked = rank_players(self.players, rounds, self.scoring, self.seed)
        return correlate_ranks(
            {line.player: -float(place) for place, line in enumerate(ranked)}, self.strengths
        )


def correlate_ranks(one: Mapping[int, float], other: Mapping[int, float]) -> float:
    """Return Spearman's rank correlation of two figures of the same players.

    >>> correlate_ranks({1: 10, 2: 20, 3: 30}, {1: 5, 2: 7, 3: 9})
    1.0
    """
    orders = [sorted(figures, key=lambda player: figures[player]) for figures in (one, other)]
    places = [{player: place for place, player in enumerate(order)} for order in orders]
    return correlation(*([place[player] for player in one] for place in places))


def simulate_event(
    simulator: EventSimulator,
    plan: Sequence[RoundPlan],
    clock: Callable[[], float] = thread_time,
) -> EventReport:
    """Play an event and report on its pairings; ``clock`` is what their time is measured with."""
    state = simulator.start_event(plan)
    seconds = []
    for _ in plan:
        started = clock()
        paired = pair_round(state)
        seconds.append(clock() - started)
        state = simulator.play_round(state, paired)
    encounters = count_encounters(state.rounds)
    starts = [encounters.count_starts(player.id) for player in state.players]
    return EventReport(
        meetings=encounters.meetings.total(),
        repeats=encounters.meetings.total() - len(encounters.meetings),
        starts=(min(starts), max(starts)),
        start_excess=max(abs(encounters.compute_balance(player.id)) for player in state.players),
        byes=encounters.byes.total(),
        seconds=tuple(seconds),
        correlation=simulator.correlate(state.rounds),
    )


def correlate_round_robin(simulator: EventSimulator, rounds: int | None = None) -> float:
    """Return the rank correlation after a round robin of two-seat tables, or after its beginning.

    Without ``rounds`` everyone meets everyone once.
    """
    ids = [player.id for player in simulator.players]
    size = len(ids) + len(ids) % 2
    past = []
    for index in range(rounds or count_cycle(size)):
        pairs = list_circle_round(size, index)
        seated = [pair for pair in pairs if max(pair) < len(ids)]
        byes = [min(pair) for pair in pairs if max(pair) >= len(ids)]
        past.append(
            PastRound(
                tuple(simulator.play_table((ids[one], ids[other])) for one, other in seated),
                tuple(ids[seat] for seat in byes),
            )
        )
    return simulator.correlate(past)
