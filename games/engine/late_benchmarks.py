"""Benchmarks of the last tiles for ``manage.py bench``: how many positions are settled in time."""

from collections.abc import Iterator
from itertools import islice

from games.engine.benchmarks import Benchmark
from games.engine.budget import Budget
from games.engine.endgames import make_endgame_search
from games.engine.engine import Survey
from games.engine.late_games import list_late_positions
from games.engine.leaves import load_leave_model
from games.engine.pre_endgames import PreEndgame
from lexicon.graph.wordgraph import WordGraph

POSITIONS = 30
SECONDS = 2.0
"""What the strongest level may think."""


def measure_last_tiles(
    graph: WordGraph, positions: int = POSITIONS, seconds: float = SECONDS
) -> Iterator[Benchmark]:
    """Count the end games and pre-endgames of self-play that are settled in time.

    There is no baseline: plain Python settles none.
    """
    model = load_leave_model("en", graph.alphabet)
    proved = 0
    for survey in islice(list_late_positions(graph, 0), positions):
        search = make_endgame_search(survey.position, model)
        with Budget(seconds=seconds).running() as stop:
            proved += search.solve(survey.ranked.acts[0], stop).exact
    yield Benchmark(f"end games proved within {seconds:g} s", f"{proved} of {positions}")
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
