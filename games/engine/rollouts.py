"""Resumable rollouts of a position's likeliest acts: each run continues where the last one ended.

For a single computation with one budget see :mod:`games.engine.trials`.
"""

from dataclasses import dataclass, replace

import numpy as np

from games.engine.analysis.win_chances import estimate_chances_after, settle_chances
from games.engine.budget import Budget, StopFlag
from games.engine.engine import Engine, FoundAct, Survey
from games.engine.kernel_warmup import are_kernels_compiled
from games.engine.kernels.simulate import ROUNDS, SQUARES, TOTAL, simulate
from games.engine.leaves import load_leave_model
from games.engine.trials import (
    CONFIDENCE_DEVIATIONS,
    MAX_CANDIDATES,
    SURE_ROUNDS,
    blend_equities,
    find_contenders,
)
from games.rules.flow.game import GameState
from lexicon.graph.jit import Array
from lexicon.graph.wordgraph import WordGraph

ROUNDS_PER_RUN = 8


@dataclass(frozen=True, slots=True)
class RankedAct:
    """An act after its rollouts."""

    found: FoundAct
    # Half the width in points of the equity's 95 % confidence interval.
    error: float
    # Chance of winning with it.
    win: float


class Rollouts:
    """The rollouts of one position.

    ``results`` are the :attr:`results` of an earlier run, to continue from.
    """

    def __init__(
        self,
        state: GameState,
        seat: int,
        graph: WordGraph,
        results: list[list[float]] | None = None,
    ) -> None:
        self.engine, self.state, self.seat = Engine(graph), state, seat
        self.survey: Survey = self.engine.survey(state, seat)
        self._indices = self.survey.list_different(MAX_CANDIDATES)
        self.candidates: Array = np.ascontiguousarray(self.survey.ranked.acts[self._indices])
        fresh = np.zeros((len(self.candidates), 3))
        given = np.array(results or [], float)
        # Results of another set of candidates (from an older release, say) are dropped.
        self._results: Array = given if given.shape == fresh.shape else fresh
        self._solved: list[FoundAct] = []

    @property
    def results(self) -> list[list[float]]:
        """The number, sum and sum of squares of each candidate's rollouts, from which a later run
        continues."""
        listed: list[list[float]] = self._results.tolist()
        return listed

    @property
    def is_settled(self) -> bool:
        """Whether further rollouts would change nothing."""
        if self.survey.position.is_open:
            return len(self.survey) < 2 or any(found.exact for found in self._solved)
        return len(self._alive()) < 2 or not are_kernels_compiled(self.engine.graph.alphabet)

    def run_rollouts(self, budget: Budget) -> None:
        """Continue until the budget is used up, with at least one run.

        With an empty bag, search the end of the game instead.
        """
        if self.survey.position.is_open:
            self._solved = self.engine.best_plays(
                self.state, MAX_CANDIDATES, budget, seat=self.seat
            )
            return
        made = 0
        with budget.running() as stop:
            while not self.is_settled:
                made += self._try_once()
                if stop.is_set or made >= budget.rollouts:
                    return

    def _try_once(self) -> int:
        """Run some rollouts of each candidate still alive; return how many."""
        position, alive = self.survey.position, self._alive()
        part = np.zeros((len(alive), 3))
        made = simulate(
            position.graph,
            position.setting,
            position.field,
            load_leave_model(self.state.tile_set_code, self.engine.graph.alphabet),
            position.rack,
            position.others,
            position.unseen,
            position.in_bag,
            position.seat,
            self.candidates[alive],
            ROUNDS_PER_RUN,
            # A new seed for each run, and the same seeds if everything is repeated.
            1 + int(self._results[:, ROUNDS].sum()),
            # Never set: candidates behind in a broken-off run would get no more rollouts.
            StopFlag().flag,
            part,
        )
        self._results[alive] += part
        return int(made)

    def _alive(self) -> Array:
        """Return the candidates that may still turn out best; the others have fewer rollouts."""
        rounds = self._results[:, ROUNDS]
        alive: Array = np.flatnonzero(rounds == rounds.max())
        if rounds.max() < SURE_ROUNDS:
            return alive
        return alive[find_contenders(self._results[alive])]

    def rank(self) -> list[RankedAct]:
        """Return the acts, best first."""
        if self._solved:
            return [describe_untried_act(self.state, self.seat, found) for found in self._solved]
        rounds = self._results[:, ROUNDS]
        means = blend_equities(self._results, self.survey.ranked.equities[self._indices])
        order = sorted(range(len(means)), key=lambda i: (-means[i], -rounds[i]))
        return [self._describe_trial(i, float(means[i])) for i in order]

    def _describe_trial(self, index: int, mean: float) -> RankedAct:
        found, rounds = self.survey[self._indices[index]], int(self._results[index, ROUNDS])
        if not rounds:
            return describe_untried_act(self.state, self.seat, found)
        raw = self._results[index, TOTAL] / rounds
        variance = max(self._results[index, SQUARES] / rounds - raw**2, 0.0)
        found = replace(found, equity=mean, rollouts=rounds)
        win = estimate_chances_after(self.state, self.seat, mean, variance)[self.seat]
        return RankedAct(found, CONFIDENCE_DEVIATIONS * float(np.sqrt(variance / rounds)), win)


def describe_untried_act(state: GameState, seat: int, found: FoundAct) -> RankedAct:
    """Describe an act without rollouts, or one whose outcome is known exactly."""
    if found.exact:
        return RankedAct(found, 0.0, settle_chances(state, seat, found.equity)[seat])
    return RankedAct(found, 0.0, estimate_chances_after(state, seat, found.equity)[seat])
