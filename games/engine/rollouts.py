"""Trials that go on: the likeliest acts of a position tried out spell after spell, each continuing
where the last one ended. One thought with one budget is :mod:`games.engine.thinking`."""

from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from games.engine.analysis.chances import chances_after, settled
from games.engine.budget import Budget, Stop
from games.engine.engine import Engine, Found, Survey
from games.engine.kernels.simulate import ROUNDS, SQUARES, TOTAL, simulate
from games.engine.leaves import load_model
from games.engine.thinking import (
    CANDIDATES,
    ROUNDS_AT_ONCE,
    SURE_ROUNDS,
    blend,
    keep_hopeful,
)
from games.engine.warm import is_warm
from games.rules.game import GameState
from lexicon.graph.jit import Array
from lexicon.graph.wordgraph import WordGraph

SURE = 1.96
"""Deviations on either side of a mean within which the truth lies 95 times of 100."""


@dataclass(frozen=True, slots=True)
class Tried:
    """``doubt``: the true equity lies within so many points of the one found, 95 times of 100.
    ``win``: the chance of winning with it."""

    found: Found
    doubt: float
    win: float


class Rollouts:
    """The trials of one position. ``results``: what earlier spells found, see :attr:`results`."""

    def __init__(
        self,
        state: GameState,
        seat: int,
        graph: WordGraph,
        results: list[list[float]] | None = None,
    ) -> None:
        self.engine, self.state, self.seat = Engine(graph), state, seat
        self.survey: Survey = self.engine.survey(state, seat)
        self.candidates: Array = np.ascontiguousarray(self.survey.ranked.acts[:CANDIDATES])
        fresh = np.zeros((len(self.candidates), 3))
        given = np.array(results or [], float)
        self._results: Array = given if given.shape == fresh.shape else fresh
        self._solved: list[Found] = []

    @property
    def results(self) -> list[list[float]]:
        """Rounds, total and total of squares of each candidate: what another spell goes on from."""
        listed: list[list[float]] = self._results.tolist()
        return listed

    @property
    def is_settled(self) -> bool:
        """Nothing more is to be found out."""
        if self.survey.position.is_open:
            return len(self.survey) < 2 or any(found.exact for found in self._solved)
        return len(self._alive()) < 2 or not is_warm(self.engine.graph.alphabet)

    def go_on(self, seconds: float) -> None:
        """One spell. With an empty bag the end of the game is searched instead."""
        if self.survey.position.is_open:
            budget = Budget(seconds=seconds)
            self._solved = self.engine.best_plays(self.state, CANDIDATES, budget, seat=self.seat)
            return
        ends = perf_counter() + seconds
        while not self.is_settled and perf_counter() < ends:
            self._try_once()

    def _try_once(self) -> None:
        position, alive = self.survey.position, self._alive()
        part = np.zeros((len(alive), 3))
        simulate(
            position.graph,
            position.setting,
            position.field,
            load_model(self.state.tile_set_code, self.engine.graph.alphabet),
            position.rack,
            position.others,
            position.unseen,
            position.seat,
            self.candidates[alive],
            ROUNDS_AT_ONCE,
            1 + int(self._results[:, ROUNDS].sum()),
            Stop().flag,
            part,
        )
        self._results[alive] += part

    def _alive(self) -> Array:
        """The candidates that may still turn out best: those that were tried most of all."""
        rounds = self._results[:, ROUNDS]
        alive: Array = np.flatnonzero(rounds == rounds.max())
        if rounds.max() < SURE_ROUNDS:
            return alive
        return alive[keep_hopeful(self._results[alive])]

    def ranking(self) -> list[Tried]:
        """The best first; those given up early come last."""
        if self._solved:
            return [tell_at_sight(self.state, self.seat, found) for found in self._solved]
        rounds = self._results[:, ROUNDS]
        means = blend(self._results, self.survey.ranked.equities[: len(self.candidates)])
        order = sorted(range(len(means)), key=lambda i: (-rounds[i], -means[i]))
        return [self._tell_trial(i, float(means[i])) for i in order]

    def _tell_trial(self, index: int, mean: float) -> Tried:
        found, rounds = self.survey[index], int(self._results[index, ROUNDS])
        if not rounds:
            return tell_at_sight(self.state, self.seat, found)
        raw = self._results[index, TOTAL] / rounds
        variance = max(self._results[index, SQUARES] / rounds - raw**2, 0.0)
        found = replace(found, equity=mean, rollouts=rounds)
        win = chances_after(self.state, self.seat, mean, variance)[self.seat]
        return Tried(found, SURE * float(np.sqrt(variance / rounds)), win)


def tell_at_sight(state: GameState, seat: int, found: Found) -> Tried:
    """An act that nobody has tried out, or whose outcome is known."""
    if found.exact:
        return Tried(found, 0.0, settled(state, seat, found.equity)[seat])
    return Tried(found, 0.0, chances_after(state, seat, found.equity)[seat])
