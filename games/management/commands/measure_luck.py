"""``manage.py measure_luck --games 1000``: check that the luck in analyses averages to zero."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.analysis.luck_statistics import (
    LATE,
    LuckStatistics,
    compute_statistics,
    measure_game_luck,
    sum_luck_by_seat,
)
from games.engine.kernel_warmup import compile_kernels
from games.management.word_lists import WORDS_HELP, open_word_graph
from games.rules.positions.variants import get_variant

TABLE_HEAD = (
    "| luck in points | count | mean with 95% interval | deviation | least | most |\n"
    "| --- | ---: | --- | ---: | ---: | ---: |"
)
TILE_SETS = {"scrabble": "en", "super": "en-super", "qwibble": "qwibble-en"}


class Command(BaseCommand):
    help = "Measure the luck of every draw in self-play games; the mean should be about zero."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)
        parser.add_argument("--variant", default="scrabble", choices=("scrabble", "qwibble"))
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--draws", type=int, default=40, help="racks to compare with each draw")

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        variant = get_variant(options["variant"])
        graph = open_word_graph(options["words"], TILE_SETS[variant.id])
        games = range(options["games"])
        found = list(measure_game_luck(graph, games, options["draws"], variant.id))
        late = [one.points for one in found if one.unseen <= LATE]
        self.stdout.write(TABLE_HEAD)
        for name, points in (
            ("each draw", [one.points for one in found]),
            (f"each with {LATE} tiles unseen or fewer", late),
            ("a player's whole game", sum_luck_by_seat(found)),
        ):
            self.stdout.write(_format_row(name, compute_statistics(points)))


def _format_row(name: str, spread: LuckStatistics) -> str:
    return (
        f"| {name} | {spread.count} | {spread.mean:+.2f} ± {spread.reach:.2f} "
        f"| {spread.deviation:.1f} | {spread.lowest:.0f} | {spread.highest:.0f} |"
    )
