"""Rollouts of the likeliest acts, within one budget. End games are in :mod:`games.engine.endgames`.

Short compiled runs are repeated until the stop flag is set, so that the best answer so far is
always available.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from games.engine.budget import StopFlag
from games.engine.kernel_position import KernelPosition
from games.engine.kernels.leaves import LeaveModel
from games.engine.kernels.simulate import ROUNDS, SQUARES, TOTAL, simulate
from lexicon.graph.jit import Array

MAX_CANDIDATES = 15
# The static equity counts as this many rollouts.
PRIOR_ROUNDS = 20.0
# No candidate is dropped before it has this many rollouts.
SURE_ROUNDS = 32
# A candidate is dropped if it is behind the best by this many standard deviations.
PRUNING_DEVIATIONS = 2.3
CONFIDENCE_DEVIATIONS = 1.96
"""Half the width of a 95 % confidence interval, in standard deviations."""


class PackedRanking(NamedTuple):
    """Packed acts (int64 pairs) with their scores and static equities, best first."""

    acts: Array
    scores: Array
    equities: Array


@dataclass(frozen=True, slots=True)
class Trials:
    """The results of rollouts. All arrays are in the order of the given candidates."""

    # Indices of the candidates, best mean first; those given up early come last.
    order: list[int]
    equities: Array
    rounds: Array
    # Variances of single rollouts.
    variances: Array
    # One row per round with the result of each candidate against the same racks and draws; nan for
    # those given up.
    values: Array


def run_trials(
    position: KernelPosition,
    model: LeaveModel,
    ranked: PackedRanking,
    rollouts: int,
    stop: StopFlag,
    *,
    prune: bool = True,
    drop_after: int = SURE_ROUNDS,
    always: int | None = None,
) -> Trials:
    """Roll out the first acts of a ranking.

    A candidate that has clearly fallen behind gets no more rollouts, unless ``prune`` is false or
    it is the candidate ``always``. None is dropped before ``drop_after`` rounds.
    """
    candidates = np.ascontiguousarray(ranked.acts[:MAX_CANDIDATES])
    results = np.zeros((len(candidates), 3))
    alive = np.arange(len(candidates))
    # Reproducible for one turn, and different from turn to turn.
    seed = position.state.turn_number * 1009
    made = 0
    rows: list[Array] = []
    while not stop.is_set and made < rollouts and len(alive) > 1:
        seed += 1
        part = np.zeros((len(alive), 3))
        made += simulate(
            position.graph,
            position.setting,
            position.field,
            model,
            position.rack,
            position.others,
            position.unseen,
            position.in_bag,
            position.seat,
            candidates[alive],
            1,
            seed,
            stop.flag,
            part,
        )
        results[alive] += part
        # A round that the stop flag cut short has no results.
        if part[:, ROUNDS].all():
            rows.append(np.full(len(candidates), np.nan))
            rows[-1][alive] = part[:, TOTAL]
        if prune and results[alive[0], ROUNDS] >= drop_after:
            alive = alive[find_contenders(results[alive]) | (alive == always)]
    means = blend_equities(results, ranked.equities[: len(candidates)])
    order = sorted(range(len(means)), key=lambda i: (i not in alive, -means[i]))
    values = np.array(rows).reshape(-1, len(candidates))
    return Trials(order, means, results[:, ROUNDS], estimate_variances(results), values)


def estimate_difference_error(trials: Trials, one: int, other: int) -> float:
    """Return half the width of the 95 % confidence interval of the difference of two equities.

    Both acts were tried against the same racks, so most of the randomness cancels out.
    """
    values = trials.values[:, one] - trials.values[:, other]
    both = values[~np.isnan(values)]
    if len(both) < 2:
        return float(np.hypot(estimate_error(trials, one), estimate_error(trials, other)))
    return float(CONFIDENCE_DEVIATIONS * np.sqrt(np.var(both, ddof=1) / (len(both) + PRIOR_ROUNDS)))


def estimate_error(trials: Trials, one: int) -> float:
    """Return half the width of the 95 % confidence interval of an equity."""
    return float(
        CONFIDENCE_DEVIATIONS * np.sqrt(trials.variances[one] / (trials.rounds[one] + PRIOR_ROUNDS))
    )


def blend_equities(results: Array, equities: Array) -> Array:
    """Return the means of the rollouts, with the static equity counted as some further rollouts.

    A few rollouts alone are mostly chance. Static equities ignore the opponents' answers, so they
    are first shifted by the average cost of these.
    """
    rounds = results[:, ROUNDS]
    shift = (results[:, TOTAL].sum() - rounds @ equities) / max(1.0, rounds.sum())
    blended: Array = (results[:, TOTAL] + PRIOR_ROUNDS * (equities + shift)) / (
        rounds + PRIOR_ROUNDS
    )
    return blended


def find_contenders(results: Array) -> Array:
    """Return a mask of the candidates that may still turn out best."""
    rounds = results[:, ROUNDS]
    means = results[:, TOTAL] / rounds
    margins = PRUNING_DEVIATIONS * np.sqrt(estimate_variances(results) / rounds)
    best = int(np.argmax(means))
    return means + margins >= means[best] - margins[best]


def estimate_variances(results: Array) -> Array:
    """Return the variances of single rollouts, at least 1."""
    rounds = np.maximum(results[:, ROUNDS], 1.0)
    variances: Array = results[:, SQUARES] / rounds - (results[:, TOTAL] / rounds) ** 2
    # After a few equal results the variance is 0, and all candidates but one would be dropped.
    return np.maximum(variances, 1.0)
