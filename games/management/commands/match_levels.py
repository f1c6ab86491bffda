"""``manage.py match_levels``: play levels of computer players against each other.

The results have confidence intervals.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.kernel_warmup import compile_kernels
from games.engine.levels import LEVELS
from games.engine.matches import Match, MatchTally, count_result, play_match_game
from games.engine.shipped_graphs import get_list_path, open_shipped_graph
from games.management.word_lists import WORDS_HELP, open_word_graph
from games.rules.positions.variants import VARIANTS

TABLE_HEAD = (
    "| levels | games | won by the first | 95% interval | mean spread | mean scores |\n"
    "|---|---|---|---|---|---|"
)


class Command(BaseCommand):
    help = "Let computer players of different levels play each other by the real rules."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "pairs", nargs="*", help="pairs of levels such as 5-4; default: all neighbouring levels"
        )
        parser.add_argument("--games", type=int, default=200, help="games per pair")
        parser.add_argument("--variant", default="scrabble", choices=sorted(VARIANTS))
        parser.add_argument("--tile-set", help="code of the tile set; default: the variant's")
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)
        parser.add_argument("--common", default="en-common", help="shipped list of common words")
        parser.add_argument("--seconds", type=float, help="thinking time per turn, in seconds")
        parser.add_argument("--challenge", help="challenge rule; default: void")
        parser.add_argument("--errors", action="store_true", help="let lower levels make mistakes")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        neighbours = [(level.number + 1, level.number) for level in LEVELS[:-1]]
        pairs = [_parse_pair(text) for text in options["pairs"]] or neighbours
        self.stdout.write(TABLE_HEAD)
        for pair in pairs:
            tally = self._play(pair, options)
            self.stdout.write(format_row(pair, tally))
            self.stdout.flush()

    def _play(self, pair: tuple[int, int], options: dict[str, Any]) -> MatchTally:
        tally = MatchTally()
        for game in range(options["games"]):
            # To cancel luck, pairs of games share a bag, and each level begins one of them.
            turned = game % 2 == 1
            match = self._match(pair[::-1] if turned else pair, options)
            state = play_match_game(match, options["seed"] + game // 2)
            count_result(tally, state, int(turned), int(not turned))
        return tally

    def _match(self, levels: tuple[int, ...], options: dict[str, Any]) -> Match:
        code = options["tile_set"] or VARIANTS[options["variant"]].tile_set
        common = options["common"]
        return Match(
            levels,
            open_word_graph(options["words"], code),
            open_shipped_graph(common, code) if get_list_path(common).exists() else None,
            variant=options["variant"],
            tile_set=code,
            challenge=options["challenge"] or "void",
            seconds=options["seconds"],
            allow_errors=options["errors"],
        )


def _parse_pair(text: str) -> tuple[int, int]:
    numbers = {str(level.number) for level in LEVELS}
    first, _, second = text.partition("-")
    if not {first, second} <= numbers:
        raise CommandError(f"{text!r} is not a pair of levels such as 5-4.")
    return int(first), int(second)


def format_row(pair: tuple[int, int], tally: MatchTally) -> str:
    part, low, high = tally.win_interval()
    spread, reach = tally.mean_spread()
    own, other = tally.mean_scores()
    return (
        f"| {pair[0]} against {pair[1]} | {tally.games} | {part:.1%} | {low:.1%} to {high:.1%} "
        f"| {spread:+.1f} ± {reach:.1f} | {own:.0f} : {other:.0f} |"
    )
