"""What an analysis costs, for ``manage.py bench``: processor time of whole games of two."""

from collections.abc import Iterator, Sequence

from games.engine.analysis.analyst import Analyst
from games.engine.analysis.efforts import EFFORTS
from games.engine.analysis.report import Level
from games.engine.measures import SEED, Measure, time_once
from games.rules.course import Course, Step
from games.rules.game import GameState, apply
from games.rules.moves import Act
from lexicon.graph.wordgraph import WordGraph

BUDGETS = {Level.QUICK: 3, Level.THOROUGH: 60}
"""Seconds of processor that a game of two may cost."""


def measure_analyses(
    states: Sequence[GameState], acts: Sequence[tuple[int, Act]], graph: WordGraph
) -> Iterator[Measure]:
    """``acts``: those of a game, each beside the state it was made in."""
    steps = []
    for number, (state, (seat, act)) in enumerate(zip(states, acts, strict=True), 1):
        done = apply(state, seat, act, lexicon=graph, seed=SEED)
        steps.append(Step(number, seat, act, state, done.events, done.state))
    course = Course(states[0], tuple(steps))
    for level, budget in BUDGETS.items():
        analyst = Analyst(course, graph, EFFORTS[level])
        seconds = time_once(lambda a=analyst: _look_at_all(a))  # type: ignore[misc]
        yield Measure(
            f"{level} analysis, {len(steps)} moves",
            f"{seconds:.1f} s, {seconds / len(steps) * 1e3:.0f} ms a move; {budget} s at most",
        )


def _look_at_all(analyst: Analyst) -> None:
    for step in analyst.course.steps:
        analyst.look_at(step.number)
