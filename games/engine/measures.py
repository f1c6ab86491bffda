"""What ``manage.py bench`` measures, each beside the pure-Python way of doing it."""

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

from games.engine.budget import Budget, Stop
from games.engine.engine import rank_acts
from games.engine.kernels import arrays
from games.engine.kernels.crosses import check_board
from games.engine.kernels.generate import ALL_PLAYS, BEST_PLAY, generate
from games.engine.leaves import load_model, record_game
from games.engine.levels import choose
from games.engine.plain_build import count_states
from games.engine.position import Position, see_position
from games.engine.published import published_states
from games.engine.reference import Reference, Walker
from games.engine.thinking import try_out
from games.engine.wordlists import read_words
from games.rules.game import GameState, Phase, apply, replay_log, start_game
from games.rules.moves import Act
from games.rules.variants import get_variant
from lexicon.graph.build import build_graph
from lexicon.graph.encoding import encode_words
from lexicon.graph.wordgraph import WordGraph

SEED = b"bench".ljust(32)
PLAIN_POSITIONS = 24
ROUNDS = 15
PLAIN_WORDS = 20_000
LOOK_UPS = 50_000
ROLLOUTS = 200


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the bench. ``base``: the same figure in pure Python; ``faster``: the ratio."""

    name: str
    figure: str
    base: str = "–"
    faster: float | None = None


def play_static(graph: WordGraph) -> tuple[list[GameState], list[tuple[int, Act]]]:
    """A game of two strong players: its positions and its acts."""
    options = get_variant("scrabble").options(challenge="void")
    state = start_game("scrabble", options, 2, SEED).state
    states, acts = [state], []
    while state.phase is Phase.PLAYING and state.to_move is not None:
        act = choose(state, state.to_move, 4, graph, None, Random(1))
        acts.append((state.to_move, act))
        state = apply(state, state.to_move, act, lexicon=graph, seed=SEED).state
        states.append(state)
    return states[:-1], acts


def _see(states: list[GameState], graph: WordGraph) -> list[Position]:
    positions = [see_position(state, state.to_move or 0, graph) for state in states]
    for position in positions:
        check_board(position.graph, position.setting, position.field)
    return positions


def time_once(work: Callable[[], object]) -> float:
    """Processor time of this thread: what other programs take does not count."""
    started = thread_time()
    work()
    return thread_time() - started


def measure_generation(states: list[GameState], graph: WordGraph) -> Iterator[Measure]:
    positions = _see(states, graph)
    plain = [time_once(Reference(position).plays) for position in positions[:PLAIN_POSITIONS]]
    for name, mode in (("all plays", ALL_PLAYS), ("best play", BEST_PLAY)):
        times = _time_positions(positions, mode)
        low, high = median(times), float(np.quantile(times, 0.95))
        yield Measure(
            f"move generation, {name}",
            f"{1 / mean(times):,.0f} positions/s, p50 {low * 1e6:.0f} µs, p95 {high * 1e6:.0f} µs",
            f"{1 / mean(plain):,.0f} positions/s, p50 {median(plain) * 1e3:.1f} ms",
            median(plain) / low,
        )


def _time_positions(positions: list[Position], mode: int) -> list[float]:
    """For each position the best of several rounds: neighbours on the machine only add to it."""
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


def measure_games(graph: WordGraph, states: list[GameState]) -> Measure:
    """Static self-play inside the kernels; the base generates as many turns plainly."""
    position = see_position(states[0], 0, graph)
    model = load_model("en", graph.alphabet)
    times = [
        time_once(lambda s=seed: record_game(position.graph, position.setting, model, s))  # type: ignore[misc]
        for seed in range(120)
    ]
    positions = _see(states, graph)
    plain = sum(time_once(Reference(position).plays) for position in positions)
    return Measure(
        "static self-play",
        f"{1 / mean(times):,.0f} games/s, {mean(times) * 1e3:.1f} ms a game",
        f"{1 / plain:,.2f} games/s",
        plain / mean(times),
    )


def measure_rollouts(graph: WordGraph, states: list[GameState]) -> Measure:
    """Rollouts of two plies, as many from each position that has tiles in the bag; the base
    generates plays plainly, twice, for racks of chance as the rollouts do."""
    states = [state for state in states if state.bag]
    model = load_model("en", graph.alphabet)
    made = seconds = 0.0
    with Budget(seconds=60).running() as stop:
        for position in _see(states, graph):
            ranked = rank_acts(position, model)
            started = thread_time()
            trials = try_out(position, model, ranked, ROLLOUTS, stop, prune=False)
            seconds += thread_time() - started
            made += float(trials.rounds.sum())
    others = [see_position(state, 1, graph) for state in states[:PLAIN_POSITIONS]]
    plain = mean(time_once(Reference(other).plays) for other in others)
    speed = made / seconds
    return Measure(
        "rollouts of two plies", f"{speed:,.0f}/s", f"{0.5 / plain:,.1f}/s", speed * 2 * plain
    )


def measure_rules(acts: list[tuple[int, Act]], graph: WordGraph) -> Measure:
    options = get_variant("scrabble").options(challenge="void")
    start = start_game("scrabble", options, 2, SEED).state
    seconds = min(
        time_once(lambda: replay_log(start, acts, lexicon=graph, seed=SEED)) for _ in range(5)
    )
    figure = f"{len(acts) / seconds:,.0f} moves/s"
    return Measure("rules, replaying a game", figure, figure, 1.0)


def measure_look_ups(graph: WordGraph) -> Measure:
    words = [word for word, _ in zip(graph.words(), range(LOOK_UPS), strict=False)]
    seconds = min(time_once(lambda: sum(word in graph for word in words)) for _ in range(5))
    walker = Walker(arrays.Graph(graph.nodes, graph.arcs))
    codes = {face: code for code, face in enumerate(graph.alphabet, 1)}
    keys = [[codes[face] for face in word] for word in words]
    plain = time_once(lambda: sum(map(walker.holds, keys)))
    return Measure(
        "dictionary look-ups",
        f"{len(words) / seconds:,.0f}/s, {seconds / len(words) * 1e6:.2f} µs each",
        f"{len(words) / plain:,.0f}/s",
        plain / seconds,
    )


def measure_build(slug: str, graph: WordGraph) -> Iterator[Measure]:
    words = read_words(slug)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "words.graph"
        report = build_graph(words, graph.alphabet, path)
        opening = min(time_once(lambda: WordGraph.open(path)) for _ in range(5))
        some = words[:: max(1, len(words) // PLAIN_WORDS)]
        part = time_once(lambda: build_graph(some, graph.alphabet, path))
    keys, _ = encode_words(some, graph.alphabet)
    plain = time_once(lambda: count_states(keys.tolist()))
    size = report.size / 1e6
    yield Measure(
        f"word graph of {report.words:,} words",
        f"built in {report.seconds:.1f} s, {size:.1f} MB, opened in {opening * 1e3:.1f} ms",
    )
    yield Measure(
        f"word graph of {len(keys):,} words",
        f"built in {part:.2f} s",
        f"{plain:.1f} s",
        plain / part,
    )


def measure_ticks(graph: WordGraph, states: list[GameState], seconds: float) -> Iterator[Measure]:
    """How late a tick of one millisecond is while another thread thinks."""
    position = see_position(states[len(states) // 3], 0, graph)
    model = load_model("en", graph.alphabet)
    ranked = rank_acts(position, model)

    def think(stop: Stop) -> None:
        while not stop.is_set:
            try_out(position, model, ranked, 2_000, stop)

    def think_plainly(stop: Stop) -> None:
        while not stop.is_set:
            Reference(position).plays()

    idle = asyncio.run(_watch_ticks(None, seconds))
    busy = asyncio.run(_watch_ticks(think, seconds))
    plain = asyncio.run(_watch_ticks(think_plainly, seconds))
    yield Measure("tick of 1 ms, nobody thinks", _tell_lateness(idle))
    late, base = (float(np.quantile(times, 0.99)) for times in (busy, plain))
    yield Measure(
        "tick of 1 ms, the engine thinks",
        _tell_lateness(busy),
        _tell_lateness(plain),
        base / late,
    )


async def _watch_ticks(work: Callable[[Stop], None] | None, seconds: float) -> list[float]:
    stop = Stop()
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


def _tell_lateness(late: list[float]) -> str:
    return f"p99 {float(np.quantile(late, 0.99)) * 1e3:.1f} ms late"


def run_all(slug: str, graph: WordGraph, facts: Path, seconds: float) -> Iterator[Measure]:
    """All measures, one after the other."""
    states, acts = play_static(graph)
    positions = published_states(facts) or states
    yield from measure_generation(positions, graph)
    yield measure_games(graph, states)
    yield measure_rollouts(graph, positions)
    yield measure_rules(acts, graph)
    yield measure_look_ups(graph)
    yield from measure_build(slug, graph)
    yield from measure_ticks(graph, states, seconds)
