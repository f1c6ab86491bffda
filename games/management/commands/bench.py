"""``manage.py bench``: the engine, the rules and the dictionaries, measured on this machine.

Each figure stands beside the pure-Python way of doing the same, measured in the same run: on a
busy machine the ratios say more than the figures.
"""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.engine.measures import run_all
from games.engine.warm import warm
from games.engine.wordlists import open_shipped

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
