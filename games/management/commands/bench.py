"""``manage.py bench``: measure engine, rules, dictionaries and pairing on this machine.

Each figure is shown next to a pure-Python implementation measured in the same run. On a busy
machine, the ratios are more meaningful than the figures.
"""

import os
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.engine.analysis.benchmarks import measure_analyses
from games.engine.benchmarks import (
    LOOKUPS,
    Benchmark,
    play_benchmark_game,
    run_benchmarks,
    time_once,
)
from games.engine.kernel_warmup import compile_kernels
from games.engine.late_benchmarks import measure_last_tiles
from games.engine.shipped_graphs import open_shipped_graph
from games.pairing.benchmarks import PLAYERS, measure_pairing
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.models import Lexicon
from lexicon.search.query import SearchRackQuery, WordOrder, WordQuery
from lexicon.search.word_columns import get_word_columns
from lexicon.search.word_search import encode_word, search_words
from lexicon.store import graph_path, open_lexicon
from lexicon.terms.alphabets import list_language_alphabets
from lexicon.terms.bags import list_bags

ROW_FORMAT = "{:<34} {:<58} {:<38} {}"


class Command(BaseCommand):
    help = (
        "Measure move generation, rollouts, rules, last tiles, lookups, builds, ticks, analyses"
        " and pairing."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--words", default="en-open", help="shipped word list")
        parser.add_argument(
            "--seconds", type=float, default=4.0, help="duration of each tick test, in seconds"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        graph = open_shipped_graph(options["words"], "en")
        facts = Path(os.environ.get("FACTS_DIR") or settings.BASE_DIR.parent / "shared")
        self.stdout.write(ROW_FORMAT.format("what", "here", "pure Python", "ratio"))
        for measure in run_benchmarks(options["words"], graph, facts, options["seconds"]):
            self._write_row(measure)
        for measure in measure_last_tiles(graph):
            self._write_row(measure)
        self._write_row(measure_search(graph))
        for measure in measure_analyses(*play_benchmark_game(graph), graph):
            self.stdout.write(ROW_FORMAT.format(measure.name, measure.figure, measure.base, ""))
            self.stdout.flush()
        for measure in measure_dictionaries():
            self._write_row(measure)
        self._write_row(measure_round())

    def _write_row(self, measure: Benchmark) -> None:
        ratio = "" if measure.faster is None else f"{measure.faster:,.1f}x"
        self.stdout.write(ROW_FORMAT.format(measure.name, measure.figure, measure.base, ratio))
        self.stdout.flush()


def measure_search(graph: WordGraph) -> Benchmark:
    """Measure the first page, by probability, of all words from nine tiles with two blanks.

    It is compared with a scan of every word.
    """
    bag = list_bags("en")[0].over(graph.alphabet)
    rack = SearchRackQuery(tuple(sorted(encode_word(graph, tuple("RETINAS")))), blanks=2)
    query = WordQuery(racks=(rack,), shorter=True, order=WordOrder.PROBABILITY)
    get_word_columns(graph)
    seconds = min(time_once(partial(search_words, graph, bag, query)) for _ in range(5))
    plain = time_once(partial(_scan_every_word, graph, rack))
    found = search_words(graph, bag, query).total
    return Benchmark(
        "anagrams of RETINAS and two blanks",
        f"{seconds * 1e3:.1f} ms, {found:,} words",
        f"{plain * 1e3:,.0f} ms",
        plain / seconds,
    )


def _scan_every_word(graph: WordGraph, rack: SearchRackQuery) -> int:
    held = Counter(graph.alphabet[code - 1] for code in rack.codes)
    return sum(
        len(word) <= rack.size and (Counter(word) - held).total() <= rack.blanks
        for word in graph.words()
    )


def measure_round() -> Benchmark:
    """Measure a Swiss round of many players, beside the same over all pairs of them."""
    times = measure_pairing()
    return Benchmark(
        f"Swiss round of {PLAYERS} players",
        f"{times.paired:.2f} s",
        f"{times.all_pairs:.1f} s over all pairs",
        times.all_pairs / times.paired,
    )


def measure_dictionaries() -> Iterator[Benchmark]:
    """Measure how long each dictionary of this site takes to load, and to look up a word."""
    for lexicon in Lexicon.objects.offered().select_related("current_revision"):
        revision = lexicon.current_revision
        assert revision is not None
        faces = list_language_alphabets(lexicon.language)[0].faces
        words = open_lexicon(revision.pk, faces)
        path = graph_path(revision.sha256, faces)
        opening = min(time_once(partial(WordGraph.open, path)) for _ in range(5))
        some = list(islice(words.words(), 0, None, max(1, len(words) // LOOKUPS)))
        Random(1).shuffle(some)  # in order, look-ups would profit from the processor's cache
        looking = min(time_once(partial(_measure_lookups, words, some)) for _ in range(3))
        yield Benchmark(
            f"{lexicon.name}, {revision.word_count:,} words",
            f"loaded in {opening * 1e3:.1f} ms, {path.stat().st_size / 1e6:,.0f} MB; "
            f"looked up in {looking / max(1, len(some)) * 1e6:.2f} µs",
        )


def _measure_lookups(words: WordGraph, some: list[Word]) -> int:
    return sum(word in words for word in some)
