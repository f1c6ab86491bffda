"""The measurement of pairing in ``manage.py bench``."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time

from games.pairing.event import EventState, Method, RoundPlan
from games.pairing.field import build_field
from games.pairing.field_matching import match_some
from games.pairing.pairings import pair_round
from games.pairing.policies import SWISS_POLICIES, Weights
from games.pairing.simulation import EventSimulator

PLAYERS = 500
ROUNDS = 15
PLAYED_ROUNDS = 7
"""After an odd number of rounds no one's starts are even, so the search takes longest."""


@dataclass(frozen=True, slots=True)
class PairingTimes:
    """Processor time in seconds of one round."""

    # All of ``pair_round``.
    paired: float
    # The same matching over all pairs of players.
    all_pairs: float


def measure_pairing() -> PairingTimes:
    """Measure a Swiss round of 500 players in the middle of an event."""
    simulator = EventSimulator(PLAYERS, seed=1)
    state = simulator.start_event([RoundPlan(Method.SWISS)] * ROUNDS)
    for _ in range(PLAYED_ROUNDS):
        state = simulator.play_round(state, pair_round(state))
    started = thread_time()
    pair_round(state)
    paired = thread_time() - started
    return PairingTimes(paired, _time_all_pairs(state))


def _time_all_pairs(state: EventState) -> float:
    started = thread_time()
    field = build_field(state, state.players)
    match_some(field, Weights(field, SWISS_POLICIES), range(field.size))
    return thread_time() - started
