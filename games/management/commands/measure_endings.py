"""``manage.py measure_endings --games 100``: measure the error of unproved end-game losses."""

from argparse import ArgumentParser
from collections import defaultdict
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.analysis.calibration import measure_endgame_errors
from games.engine.analysis.endgames import ERRORS
from games.engine.kernel_warmup import compile_kernels
from games.management.word_lists import WORDS_HELP, open_word_graph

HEAD = (
    "| tiles on both racks | plies | moves | 95% within | most |\n"
    "| --- | ---: | ---: | ---: | ---: |"
)


class Command(BaseCommand):
    help = "Compare shallow endgame searches with deep ones."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument(
            "--generations", type=int, default=60_000, help="search effort per position"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        graph = open_word_graph(options["words"], "en")
        groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for error in measure_endgame_errors(graph, range(options["games"]), options["generations"]):
            least = next(tiles for tiles, _ in ERRORS if error.tiles >= tiles)
            groups[least, min(error.depth, 3)].append(error.points)
        self.stdout.write(HEAD)
        for (least, depth), points in sorted(groups.items(), reverse=True):
            points.sort()
            within = points[min(len(points) - 1, len(points) * 95 // 100)]
            more = " or more" if depth == 3 else ""
            row = f"| {least} or more | {depth}{more} | {len(points)} | {within} | {points[-1]} |"
            self.stdout.write(row)
