"""The measurements of ``manage.py bench``, most of them beside a pure-Python baseline."""

import asyncio
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter, thread_time

import numpy as np

from games.engine.budget import Budget, StopFlag
from games.engine.engine import rank_acts
from games.engine.kernel_position import KernelPosition, make_kernel_position
from games.engine.kernels import arrays
from games.engine.kernels.cross_checks import check_board
from games.engine.kernels.generate import ALL_PLAYS, BEST_PLAY, generate
from games.engine.leaves import load_leave_model, record_self_play
from games.engine.levels import choose_act
from games.engine.published_positions import load_published_states
from games.engine.reference_build import count_states
from games.engine.reference_generator import GraphWalker, ReferenceGenerator
from games.engine.shipped_graphs import read_shipped_words
from games.engine.trials import run_trials
from games.rules.flow.game import GameState, Phase, apply, replay_log, start_game
from games.rules.plays.acts import Act
from games.rules.positions.variants import get_variant
from lexicon.graph.build import build_graph
from lexicon.graph.encoding import encode_words
from lexicon.graph.wordgraph import WordGraph
from lexicon.lists.frequencies import WordFrequencies

SEED = b"bench".ljust(32)
PLAIN_POSITIONS = 24
ROUNDS = 15
PLAIN_WORDS = 20_000
LOOKUPS = 50_000
BENCHMARK_ROLLOUTS = 200


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One line of the benchmark's output."""

    name: str
    figure: str
    # The same figure in pure Python.
    base: str = "–"
    # The ratio of the two.
    faster: float | None = None


def play_benchmark_game(graph: WordGraph) -> tuple[list[GameState], list[tuple[int, Act]]]:
    """Play a game of two strong players; return its positions and its acts."""
    options = get_variant("scrabble").options(challenge="void")
    state = start_game("scrabble", options, 2, SEED).state
    states, acts = [state], []
    while state.phase is Phase.PLAYING and state.to_move is not None:
        act = choose_act(state, state.to_move, 9, graph, WordFrequencies({}), Random(1))
        acts.append((state.to_move, act))
        state = apply(state, state.to_move, act, lexicon=graph, seed=SEED).state
        states.append(state)
    return states[:-1], acts


def _list_positions(states: list[GameState], graph: WordGraph) -> list[KernelPosition]:
    positions = [make_kernel_position(state, state.to_move or 0, graph) for state in states]
    for position in positions:
        check_board(position.graph, position.setting, position.field)
    return positions


def time_once(work: Callable[[], object]) -> float:
    """Return the processor time of one call in this thread, which other programs do not affect."""
    started = thread_time()
    work()
    return thread_time() - started


def measure_generation(states: list[GameState], graph: WordGraph) -> Iterator[Benchmark]:
    positions = _list_positions(states, graph)
    plain = [
        time_once(ReferenceGenerator(position).plays) for position in positions[:PLAIN_POSITIONS]
    ]
    for name, mode in (("all plays", ALL_PLAYS), ("best play", BEST_PLAY)):
        times = _time_positions(positions, mode)
        low, high = median(times), float(np.quantile(times, 0.95))
        yield Benchmark(
            f"move generation, {name}",
            f"{1 / mean(times):,.0f} positions/s, p50 {low * 1e6:.0f} µs, p95 {high * 1e6:.0f} µs",
            f"{1 / mean(plain):,.0f} positions/s, p50 {median(plain) * 1e3:.1f} ms",
            median(plain) / low,
        )


def _time_positions(positions: list[KernelPosition], mode: int) -> list[float]:
    """Return each position's best time of several rounds, because other load only ever adds to a
    time."""
    plays = np.zeros((60_000, 2), np.int64)
    leaves = np.zeros(arrays.MAX_LEAVES, np.float32)
    rounds = [
        [
            time_once(
                lambda p=position: generate(  # type: ignore[misc]
                    p.graph, p.setting, p.field, p.rack, leaves, mode, plays
                )
            )
            for position in positions
        ]
        for _ in range(ROUNDS)
    ]
    return [min(times) for times in zip(*rounds, strict=True)]


def measure_games(graph: WordGraph, states: list[GameState]) -> Benchmark:
    """Measure static self-play in the kernels; the baseline generates as many turns in pure
    Python."""
    position = make_kernel_position(states[0], 0, graph)
    model = load_leave_model("en", graph.alphabet)
    times = [
        time_once(lambda s=seed: record_self_play(position.graph, position.setting, model, s))  # type: ignore[misc]
        for seed in range(120)
    ]
    positions = _list_positions(states, graph)
    plain = sum(time_once(ReferenceGenerator(position).plays) for position in positions)
    return Benchmark(
        "static self-play",
        f"{1 / mean(times):,.0f} games/s, {mean(times) * 1e3:.1f} ms a game",
        f"{1 / plain:,.2f} games/s",
        plain / mean(times),
    )


def measure_rollouts(graph: WordGraph, states: list[GameState]) -> Benchmark:
    """Measure rollouts of two plies, equally many from each position with tiles in the bag.

    The baseline generates plays twice in pure Python, for random racks as the rollouts do.
    """
    states = [state for state in states if state.bag]
    model = load_leave_model("en", graph.alphabet)
    made = seconds = 0.0
    with Budget(seconds=60).running() as stop:
        for position in _list_positions(states, graph):
            ranked = rank_acts(position, model)
            started = thread_time()
            trials = run_trials(position, model, ranked, BENCHMARK_ROLLOUTS, stop, prune=False)
            seconds += thread_time() - started
            made += float(trials.rounds.sum())
    others = [make_kernel_position(state, 1, graph) for state in states[:PLAIN_POSITIONS]]
    plain = mean(time_once(ReferenceGenerator(other).plays) for other in others)
    speed = made / seconds
    return Benchmark(
        "rollouts of two plies", f"{speed:,.0f}/s", f"{0.5 / plain:,.1f}/s", speed * 2 * plain
    )


def measure_rules(acts: list[tuple[int, Act]], graph: WordGraph) -> Benchmark:
    options = get_variant("scrabble").options(challenge="void")
    start = start_game("scrabble", options, 2, SEED).state
    seconds = min(
        time_once(lambda: replay_log(start, acts, lexicon=graph, seed=SEED)) for _ in range(5)
    )
    figure = f"{len(acts) / seconds:,.0f} moves/s"
    return Benchmark("rules, replaying a game", figure, figure, 1.0)


def measure_lookups(graph: WordGraph) -> Iterator[Benchmark]:
    """Measure against the graph walked in Python, and against a set of all words.

    The set is faster but needs the memory for all words in every process.
    """
    words = [word for word, _ in zip(graph.words(), range(LOOKUPS), strict=False)]
    seconds = min(time_once(lambda: sum(word in graph for word in words)) for _ in range(5))
    held = set(graph.words())
    hashing = min(time_once(lambda: sum(word in held for word in words)) for _ in range(5))
    walker = GraphWalker(arrays.GraphArrays(graph.nodes, graph.arcs))
    codes = {face: code for code, face in enumerate(graph.alphabet, 1)}
    keys = [[codes[face] for face in word] for word in words]
    plain = time_once(lambda: sum(map(walker.contains_word, keys)))
    figure = f"{len(words) / seconds:,.0f}/s, {seconds / len(words) * 1e6:.2f} µs each"
    yield Benchmark("dictionary look-ups", figure, f"{len(words) / plain:,.0f}/s", plain / seconds)
    yield Benchmark(
        "dictionary look-ups, beside a set",
        figure,
        f"{hashing / len(words) * 1e6:.2f} µs each",
        hashing / seconds,
    )


def measure_build(slug: str, graph: WordGraph) -> Iterator[Benchmark]:
    """Measure building the whole graph, and a part of it against the pure-Python builder."""
    words = read_shipped_words(slug)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "words.graph"
        report = build_graph(words, graph.alphabet, path)
        opening = min(time_once(lambda: WordGraph.open(path)) for _ in range(5))
        some = words[:: max(1, len(words) // PLAIN_WORDS)]
        part = time_once(lambda: build_graph(some, graph.alphabet, path))
    keys, _ = encode_words(some, graph.alphabet)
    plain = time_once(lambda: count_states(keys.tolist()))
    size = report.size / 1e6
    yield Benchmark(
        f"word graph of {report.words:,} words",
        f"built in {report.seconds:.1f} s, {size:.1f} MB, opened in {opening * 1e3:.1f} ms",
    )
    yield Benchmark(
        f"word graph of {len(keys):,} words",
        f"built in {part:.2f} s",
        f"{plain:.1f} s",
        plain / part,
    )


def measure_ticks(graph: WordGraph, states: list[GameState], seconds: float) -> Iterator[Benchmark]:
    """Measure how late a tick of one millisecond is while another thread computes."""
    position = make_kernel_position(states[len(states) // 3], 0, graph)
    model = load_leave_model("en", graph.alphabet)
    ranked = rank_acts(position, model)

    def think(stop: StopFlag) -> None:
        while not stop.is_set:
            run_trials(position, model, ranked, 2_000, stop)

    def think_plainly(stop: StopFlag) -> None:
        while not stop.is_set:
            ReferenceGenerator(position).plays()

    idle = asyncio.run(_watch_ticks(None, seconds))
    busy = asyncio.run(_watch_ticks(think, seconds))
    plain = asyncio.run(_watch_ticks(think_plainly, seconds))
    yield Benchmark("tick of 1 ms, no one thinks", _describe_lateness(idle))
    late, base = (float(np.quantile(times, 0.99)) for times in (busy, plain))
    yield Benchmark(
        "tick of 1 ms, the engine thinks",
        _describe_lateness(busy),
        _describe_lateness(plain),
        base / late,
    )


async def _watch_ticks(work: Callable[[StopFlag], None] | None, seconds: float) -> list[float]:
    stop = StopFlag()
    thread = threading.Thread(target=work, args=(stop,)) if work else None
    if thread:
        thread.start()
    late = []
    try:
        ends = perf_counter() + seconds
        while (now := perf_counter()) < ends:
            await asyncio.sleep(0.001)
            late.append(perf_counter() - now - 0.001)
    finally:
        stop.set()
        if thread:
            thread.join()
    return late


def _describe_lateness(late: list[float]) -> str:
    return f"p99 {float(np.quantile(late, 0.99)) * 1e3:.1f} ms late"


def run_benchmarks(slug: str, graph: WordGraph, facts: Path, seconds: float) -> Iterator[Benchmark]:
    """Yield all measurements, one after the other."""
    states, acts = play_benchmark_game(graph)
    positions = load_published_states(facts) or states
    yield from measure_generation(positions, graph)
    yield measure_games(graph, states)
    yield measure_rollouts(graph, positions)
    yield measure_rules(acts, graph)
    yield from measure_lookups(graph)
    yield from measure_build(slug, graph)
    yield from measure_ticks(graph, states, seconds)
