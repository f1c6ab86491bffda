"""``manage.py bench``: the engine, the rules and the dictionaries, measured on this machine.

Each figure stands beside the pure-Python way of doing the same, measured in the same run: on a
busy machine the ratios say more than the figures.
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

from games.engine.analysis.measures import measure_analyses
from games.engine.measures import LOOK_UPS, Measure, play_static, run_all, time_once
from games.engine.warm import warm
from games.engine.wordlists import open_shipped
from lexicon.alphabets import alphabets_of
from lexicon.bags import list_bags
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.models import Lexicon
from lexicon.search.query import Order, Query, Rack
from lexicon.search.searching import codes_of, search
from lexicon.search.shelf import shelve
from lexicon.store import graph_path, open_lexicon

ROW = "{:<34} {:<58} {:<38} {}"


class Command(BaseCommand):
    help = "Measure move generation, rollouts, rules, look-ups, builds, ticks and analyses."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--words", default="en-open", help="shipped word list")
        parser.add_argument("--seconds", type=float, default=4.0, help="length of each tick test")

    def handle(self, *args: Any, **options: Any) -> None:
        warm(lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}"))
        graph = open_shipped(options["words"], "en")
        facts = Path(os.environ.get("FACTS_DIR") or settings.BASE_DIR.parent / "shared")
        self.stdout.write(ROW.format("what", "here", "pure Python", "ratio"))
        for measure in run_all(options["words"], graph, facts, options["seconds"]):
            self._tell(measure)
        self._tell(measure_search(graph))
        for measure in measure_analyses(*play_static(graph), graph):
            self.stdout.write(ROW.format(measure.name, measure.figure, measure.base, ""))
            self.stdout.flush()
        for measure in measure_dictionaries():
            self._tell(measure)

    def _tell(self, measure: Measure) -> None:
        ratio = "" if measure.faster is None else f"{measure.faster:,.1f}x"
        self.stdout.write(ROW.format(measure.name, measure.figure, measure.base, ratio))
        self.stdout.flush()


def measure_search(graph: WordGraph) -> Measure:
    """Nine tiles, two of them blank, and all shorter words: the first page by probability. The base
    looks at every word."""
    bag = list_bags("en")[0].over(graph.alphabet)
    rack = Rack(tuple(sorted(codes_of(graph, tuple("RETINAS")))), blanks=2)
    query = Query(racks=(rack,), shorter=True, order=Order.PROBABILITY)
    shelve(graph)
    seconds = min(time_once(partial(search, graph, bag, query)) for _ in range(5))
    plain = time_once(partial(_search_plainly, graph, rack))
    found = search(graph, bag, query).total
    return Measure(
        "anagrams of RETINAS and two blanks",
        f"{seconds * 1e3:.1f} ms, {found:,} words",
        f"{plain * 1e3:,.0f} ms",
        plain / seconds,
    )


def _search_plainly(graph: WordGraph, rack: Rack) -> int:
    held = Counter(graph.alphabet[code - 1] for code in rack.codes)
    return sum(
        len(word) <= rack.size and (Counter(word) - held).total() <= rack.blanks
        for word in graph.words()
    )


def measure_dictionaries() -> Iterator[Measure]:
    """Every dictionary of this site: how long it takes to load, and to look a word up."""
    for lexicon in Lexicon.objects.offered().select_related("current_revision"):
        revision = lexicon.current_revision
        assert revision is not None
        faces = alphabets_of(lexicon.language)[0].faces
        words = open_lexicon(revision.pk, faces)
        path = graph_path(revision.sha256, faces)
        opening = min(time_once(partial(WordGraph.open, path)) for _ in range(5))
        some = list(islice(words.words(), 0, None, max(1, len(words) // LOOK_UPS)))
        Random(1).shuffle(some)
        looking = min(time_once(partial(_look_up, words, some)) for _ in range(3))
        yield Measure(
            f"{lexicon.name}, {revision.word_count:,} words",
            f"loaded in {opening * 1e3:.1f} ms, {path.stat().st_size / 1e6:,.0f} MB; "
            f"looked up in {looking / max(1, len(some)) * 1e6:.2f} µs",
        )


def _look_up(words: WordGraph, some: list[Word]) -> int:
    return sum(word in words for word in some)
