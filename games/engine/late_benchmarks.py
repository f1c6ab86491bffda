"""Benchmarks of the last tiles for ``manage.py bench``: how many positions are settled in time."""

from collections.abc import Iterator
from itertools import islice
from time import thread_time

from games.engine.benchmarks import Benchmark, time_once
from games.engine.budget import Budget
from games.engine.endgames import make_endgame_search
from games.engine.engine import Survey
from games.engine.kernel_position import KernelPosition
from games.engine.late_games import list_late_positions
from games.engine.leaves import load_leave_model
from games.engine.pre_endgames import PreEndgame
from games.engine.reference_generator import ReferenceGenerator
from lexicon.graph.wordgraph import WordGraph

POSITIONS = 30
SECONDS = 2.0
"""What the strongest level may think."""


def measure_last_tiles(
    graph: WordGraph, positions: int = POSITIONS, seconds: float = SECONDS
) -> Iterator[Benchmark]:
    """Measure end games and pre-endgames of self-play.

    The baseline of end games is their number of move generations, made in plain Python.
    """
    model = load_leave_model("en", graph.alphabet)
    proved = spent = 0
    used = plain = 0.0
    for survey in islice(list_late_positions(graph, 0), positions):
        search = make_endgame_search(survey.position, model)
        started = thread_time()
        with Budget(seconds=seconds).running() as stop:
            proved += search.solve(survey.ranked.acts[0], stop).exact
        used += thread_time() - started
        spent += search.spent
        plain += _time_plain(survey.position)
    yield Benchmark(
        f"end games proved within {seconds:g} s",
        f"{proved} of {positions}, {spent / used:,.0f} generations/s",
        f"{positions / plain:,.0f} generations/s",
        spent / used * plain / positions,
    )
    for in_bag in (1, 2):
        settled = 0
        for survey in islice(list_late_positions(graph, in_bag), positions):
            settled += _is_settled(survey, seconds)
        yield Benchmark(
            f"settled in {seconds:g} s, {in_bag} in the bag", f"{settled} of {positions}"
        )


def _is_settled(survey: Survey, seconds: float) -> bool:
    model = load_leave_model("en", survey.position.alphabet)
    acts = survey.ranked.acts[survey.list_different(len(survey))]
    pre_endgame = PreEndgame(survey.position, model, acts)
    with Budget(seconds=seconds).running() as stop:
        pre_endgame.solve(stop)
    return pre_endgame.is_settled


def _time_plain(position: KernelPosition) -> float:
    return time_once(ReferenceGenerator(position).plays)
