"""Benchmarks of the analysis for ``manage.py bench``: processor time for whole games of two
players."""

from collections.abc import Iterator, Sequence

from games.engine.analysis.analyst import Analyst
from games.engine.analysis.effort import EFFORTS
from games.engine.analysis.report import AnalysisLevel
from games.engine.benchmarks import SEED, Benchmark, time_once
from games.rules.flow.game import GameState, apply
from games.rules.flow.game_history import GameHistory, HistoryStep
from games.rules.plays.acts import Act
from lexicon.graph.wordgraph import WordGraph

BUDGETS = {AnalysisLevel.QUICK: 6, AnalysisLevel.THOROUGH: 90}
"""Seconds of processor time that a game of two players may cost."""


def measure_analyses(
    states: Sequence[GameState], acts: Sequence[tuple[int, Act]], graph: WordGraph
) -> Iterator[Benchmark]:
    """Measure each level; ``acts`` are those of one game and ``states`` the states they were made
    in."""
    steps = []
    for number, (state, (seat, act)) in enumerate(zip(states, acts, strict=True), 1):
        done = apply(state, seat, act, lexicon=graph, seed=SEED)
        steps.append(HistoryStep(number, seat, act, state, done.events, done.state))
    history = GameHistory(states[0], tuple(steps))
    for level, budget in BUDGETS.items():
        analyst = Analyst(history, graph, EFFORTS[level])
        seconds = time_once(lambda a=analyst: _analyse_all(a))  # type: ignore[misc]
        yield Benchmark(
            f"{level} analysis, {len(steps)} moves",
            f"{seconds:.1f} s, {seconds / len(steps) * 1e3:.0f} ms a move; {budget} s at most",
        )


def _analyse_all(analyst: Analyst) -> None:
    for step in analyst.history.steps:
        analyst.report_on(step.number)
