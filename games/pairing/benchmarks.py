"""The measurement of pairing in ``manage.py bench``."""

from __future__ import annotations

from dataclasses import dataclass
from time import thread_time

import networkx as nx

from games.pairing.event import EventState, Method, RoundPlan
from games.pairing.field import build_field
from games.pairing.field_matching import weigh_near_pairs
from games.pairing.pairings import pair_round
from games.pairing.policies import SWISS_POLICIES, Weights
from games.pairing.simulation import EventSimulator

PLAYERS = 500
ROUNDS = 15
PLAYED_ROUNDS = 7


@dataclass(frozen=True, slots=True)
class PairingTimes:
    """Processor time in seconds of one round."""

    # All of ``pair_round``.
    paired: float
    # The matching alone as networkx does it, with the same costs but without prices.
    plain_matching: float


def measure_pairing() -> PairingTimes:
    """Measure a Swiss round of 500 players in the middle of an event."""
    simulator = EventSimulator(PLAYERS, seed=1)
    state = simulator.start_event([RoundPlan(Method.SWISS)] * ROUNDS)
    for _ in range(PLAYED_ROUNDS):
        state = simulator.play_round(state, pair_round(state))
    started = thread_time()
    pair_round(state)
    paired = thread_time() - started
    return PairingTimes(paired, _time_plain_matching(state))


def _time_plain_matching(state: EventState) -> float:
    field = build_field(state, state.players)
    costs = weigh_near_pairs(field, Weights(field, SWISS_POLICIES))
    graph = nx.Graph()
    graph.add_weighted_edges_from((one, other, cost) for (one, other), cost in costs.items())
    started = thread_time()
    nx.min_weight_matching(graph)
    return thread_time() - started
