"""``manage.py match_levels``: play levels of computer players against each other.

The results have confidence intervals.
"""

from argparse import ArgumentParser
from dataclasses import replace
from itertools import pairwise
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.kernel_warmup import compile_kernels
from games.engine.levels import LEVELS, ComputerLevel
from games.engine.matches import Match, MatchTally, count_result, play_match_game
from games.management.word_lists import WORDS_HELP, open_word_graph
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import VARIANTS
from lexicon.lists.frequencies import load_word_frequencies
from lexicon.terms.alphabets import get_main_language

TABLE_HEAD = (
    "| levels | games | won by the first | 95% interval | mean spread | mean scores |\n"
    "|---|---|---|---|---|---|"
)
LevelPair = tuple[ComputerLevel, ComputerLevel]


class Command(BaseCommand):
    help = "Let computer players of different levels play each other by the real rules."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "pairs",
            nargs="*",
            help="pairs such as expert-strong; default: all neighbouring levels",
        )
        parser.add_argument("--games", type=int, default=200, help="games per pair")
        parser.add_argument("--variant", default="scrabble", choices=sorted(VARIANTS))
        parser.add_argument("--tile-set", help="code of the tile set; default: the variant's")
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)
        parser.add_argument("--seconds", type=float, help="thinking time per turn, in seconds")
        parser.add_argument("--challenge", help="challenge rule; default: void")
        parser.add_argument("--errors", action="store_true", help="let lower levels make mistakes")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        neighbours = [(better, level) for level, better in pairwise(LEVELS)]
        pairs = [_parse_pair(text) for text in options["pairs"]] or neighbours
        match = _build_match(options)
        self.stdout.write(TABLE_HEAD)
        for pair in pairs:
            tally = _play(match, pair, options["games"], options["seed"])
            self.stdout.write(format_row(pair, tally))
            self.stdout.flush()


def _build_match(options: dict[str, Any]) -> Match:
    """Return a match by these options, whose players are yet to be named."""
    code = options["tile_set"] or VARIANTS[options["variant"]].tile_set
    graph = open_word_graph(options["words"], code)
    return Match(
        (),
        graph,
        load_word_frequencies(get_main_language(load_tile_set(code).language), graph),
        variant=options["variant"],
        tile_set=code,
        challenge=options["challenge"] or "void",
        seconds=options["seconds"],
        allow_errors=options["errors"],
    )


def _play(match: Match, pair: LevelPair, games: int, seed: int) -> MatchTally:
    tally = MatchTally()
    for game in range(games):
        # To cancel luck, pairs of games share a bag, and each level begins one of them.
        turned = game % 2 == 1
        levels = tuple(level.code for level in (reversed(pair) if turned else pair))
        state = play_match_game(replace(match, levels=levels), seed + game // 2)
        count_result(tally, state, int(turned), int(not turned))
    return tally


def _parse_pair(text: str) -> LevelPair:
    levels = {level.name: level for level in LEVELS}
    first, _, second = text.partition("-")
    if not {first, second} <= levels.keys():
        raise CommandError(f"{text!r} is not a pair of levels such as expert-strong.")
    return levels[first], levels[second]


def format_row(pair: LevelPair, tally: MatchTally) -> str:
    part, low, high = tally.win_interval()
    spread, reach = tally.mean_spread()
    own, other = tally.mean_scores()
    names = " against ".join(level.name.capitalize() for level in pair)
    return (
        f"| {names} | {tally.games} | {part:.1%} | {low:.1%} to {high:.1%} "
        f"| {spread:+.1f} ± {reach:.1f} | {own:.0f} : {other:.0f} |"
    )
