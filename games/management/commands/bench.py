"""``manage.py bench``: the engine, the rules and the dictionaries, measured on this machine.

Each figure stands beside the pure-Python way of doing the same, measured in the same run: on a
busy machine the ratios say more than the figures.
"""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.engine.measures import LOOK_UPS, Measure, run_all, time_once
from games.engine.warm import warm
from games.engine.wordlists import open_shipped
from lexicon.alphabets import alphabets_of
from lexicon.graph.wordgraph import Word, WordGraph
from lexicon.models import Lexicon
from lexicon.store import graph_path, open_lexicon

ROW = "{:<34} {:<58} {:<38} {}"


class Command(BaseCommand):
    help = "Measure move generation, self-play, rollouts, rules, look-ups, builds and ticks."
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
            ratio = "" if measure.faster is None else f"{measure.faster:,.1f}x"
            self.stdout.write(ROW.format(measure.name, measure.figure, measure.base, ratio))
            self.stdout.flush()
        for measure in measure_dictionaries():
            self.stdout.write(ROW.format(measure.name, measure.figure, measure.base, ""))


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
