"""``manage.py measure_signals --games 60``: measure how often fair-play figures are wrong."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.kernel_warmup import compile_kernels
from games.engine.levels import get_level
from games.engine.shipped_graphs import open_shipped_graph
from games.fairplay.terms.calibration import (
    RECORD_POINTS,
    FigureSummary,
    Game,
    draw_sets,
    play_levels,
    read_records,
    simulate_clocks,
    simulate_page_hidden,
    simulate_turns,
    split_into_sets,
    summarise,
)
from games.fairplay.terms.statistics import (
    MIDDLE,
    THRESHOLD,
    Figure,
    measure_finds,
    measure_page_hidden,
    measure_thinking_time,
)
from games.management.word_lists import WORDS_HELP, open_word_graph
from games.play.terms.computer_levels import LEVEL_RATINGS

HEAD = (
    "| {} | sets of ten games | turns a set | found | expected | mean deviations | highest "
    f"| {THRESHOLD:g} or more |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)
DRAWN = 200
SIMULATED = 2000


class Command(BaseCommand):
    help = "Measure fair-play figures for human games, computer levels and simulations."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)
        parser.add_argument("--common", default="en-common", help="shipped list of common words")
        parser.add_argument(
            "--records", type=Path, help="folder of GCG files of honest games (*.gcg)"
        )
        parser.add_argument("--games", type=int, default=60, help="games per level, one seat each")
        parser.add_argument(
            "--seconds", type=float, default=0.2, help="thinking time of the Expert"
        )
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        self.stdout.write(HEAD.format("rare best plays found"))
        for name, sets, points in self._sets(options):
            self._row(name, [measure_finds(simulate_turns(points, games)) for games in sets])
        chance = Random(options["seed"])
        self.stdout.write("\n" + HEAD.format("thinking time, simulated"))
        for follows in (0.3, 0.2, 0.1, 0.0):
            figures = [
                measure_thinking_time(simulate_clocks(follows, chance)) for _ in range(SIMULATED)
            ]
            self._row(f"time follows difficulty by {follows:.1f}", figures)
        self.stdout.write("\n" + HEAD.format("page left, simulated"))
        for usual, finds in ((0.1, 0.1), (0.3, 0.3), (0.1, 0.5), (0.1, 0.8)):
            figures = [
                measure_page_hidden(simulate_page_hidden(usual, finds, chance))
                for _ in range(SIMULATED)
            ]
            self._row(f"page hidden on {usual:.0%} of turns, {finds:.0%} of hard finds", figures)

    def _sets(self, options: Any) -> Iterator[tuple[str, Sequence[Sequence[Game]], float]]:
        words, common = (
            open_word_graph(options["words"], "en"),
            open_shipped_graph(options["common"], "en"),
        )
        chance, folder = Random(options["seed"]), options["records"]
        if folder is None or not folder.is_dir():
            self.stderr.write("No folder given (--records): skipping people.")
        else:
            found = read_records(folder, words, common)
            people = draw_sets(found.people, DRAWN, chance)
            label = f"people in {len(found.people)} records"
            yield f"{label}, rated {RECORD_POINTS}", people, RECORD_POINTS
            yield f"{label}, rated {MIDDLE}", people, MIDDLE
            programs = draw_sets(found.programs, DRAWN, chance)
            name = f"programs in {len(found.programs)} records, rated {RECORD_POINTS}"
            yield name, programs, RECORD_POINTS
            if found.skipped:
                self.stderr.write(f"Skipped, not in English: {', '.join(found.skipped)}")
        for level, points in LEVEL_RATINGS.items():
            games = range(options["games"] // 2)
            played = list(play_levels(level, games, words, common, options["seconds"]))
            name = get_level(level).name.capitalize()
            yield f"{name}, rated {points}", split_into_sets(played), points

    def _row(self, name: str, figures: Sequence[Figure]) -> None:
        summary = summarise(figures)
        self.stdout.write(write_row(name, summary) if summary else f"| {name} | 0 | | | | | | |")
        self.stdout.flush()


def write_row(name: str, one: FigureSummary) -> str:
    return (
        f"| {name} | {one.sets} | {one.turns:.0f} | {one.value:.2f} | {one.expected:.2f} "
        f"| {one.mean:+.1f} | {one.highest:+.1f} | {one.high} ({one.high / one.sets:.1%}) |"
    )
