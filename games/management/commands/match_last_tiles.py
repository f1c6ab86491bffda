"""``manage.py match_last_tiles``: what following the bag gains over rollouts when few tiles are
left.

The results have confidence intervals.
"""

from argparse import ArgumentParser
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand

from games.engine.kernel_warmup import compile_kernels
from games.engine.late_games import list_late_positions, match_from
from games.engine.matches import MatchTally
from games.engine.pre_endgames import MAX_BAG
from games.engine.trials import CONFIDENCE_DEVIATIONS
from games.management.word_lists import WORDS_HELP, open_word_graph

HEAD = "| tiles in the bag | games | won, with 95% interval | mean spread |\n|---|---|---|---|"


def find_paired_share(tally: MatchTally) -> tuple[float, float]:
    """Return the share of games won and half its confidence interval.

    Both games of a position have the same luck, so their mean varies less than single games do.
    """
    shares = (np.sign(np.array(tally.spreads)) + 1) / 2
    means = shares.reshape(-1, 2).mean(axis=1)
    deviation = float(means.std(ddof=1)) if len(means) > 1 else 0.0
    return float(means.mean()), CONFIDENCE_DEVIATIONS * deviation / sqrt(len(means))


class Command(BaseCommand):
    help = (
        "Play late positions to the end: one side searches what the bag may hold, the other uses "
        "rollouts."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tiles", nargs="*", type=int, default=[1, 2, 3, 4, 7], help="tiles in the bag"
        )
        parser.add_argument("--games", type=int, default=100, help="games per number of tiles")
        parser.add_argument("--seconds", type=float, default=0.5, help="thinking time per turn")
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        graph = open_word_graph(options["words"], "en")
        self.stdout.write(HEAD)
        for in_bag in options["tiles"]:
            if not 1 <= in_bag <= MAX_BAG:
                self.stderr.write(f"The bag must hold 1 to {MAX_BAG} tiles.")
                continue
            tally = MatchTally()
            positions = list_late_positions(graph, in_bag, close=True)
            for survey in islice(positions, max(1, options["games"] // 2)):
                match_from(survey.position.state, graph, options["seconds"], tally)
            share, error = find_paired_share(tally)
            spread = sum(tally.spreads) / tally.games
            self.stdout.write(
                f"| {in_bag} | {tally.games} | {share:.1%} ± {error:.1%} | {spread:+.1f} |"
            )
            self.stdout.flush()
