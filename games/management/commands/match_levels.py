"""``manage.py match_levels``: levels against each other, with confidence intervals."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.levels import LEVELS
from games.engine.matches import Match, Tally, add_result, play_game
from games.engine.warm import warm
from games.engine.wordlists import list_path, open_shipped
from games.management.words import WORDS_HELP, open_words
from games.rules.variants import VARIANTS

HEAD = (
    "| levels | games | won by the first | 95 % interval | mean spread | mean scores |\n"
    "|---|---|---|---|---|---|"
)


class Command(BaseCommand):
    help = "Let levels of computer players play each other through the real rules."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "pairs", nargs="*", help="levels such as 5-4; default: each level and the next"
        )
        parser.add_argument("--games", type=int, default=200, help="games of each pair")
        parser.add_argument("--variant", default="scrabble", choices=sorted(VARIANTS))
        parser.add_argument("--tile-set", help="code of the tile set; default: the variant's")
        parser.add_argument("--words", default="en-open", help=WORDS_HELP)
        parser.add_argument("--common", default="en-common", help="shipped list of common words")
        parser.add_argument("--seconds", type=float, help="time for thought a turn")
        parser.add_argument("--challenge", help="challenge rule; default: void")
        parser.add_argument("--errors", action="store_true", help="lower levels may err")
        parser.add_argument("--seed", type=int, default=0)

    def handle(self, *args: Any, **options: Any) -> None:
        warm(lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}"))
        neighbours = [(level.number + 1, level.number) for level in LEVELS[:-1]]
        pairs = [_read_pair(text) for text in options["pairs"]] or neighbours
        self.stdout.write(HEAD)
        for pair in pairs:
            tally = self._play(pair, options)
            self.stdout.write(write_row(pair, tally))
            self.stdout.flush()

    def _play(self, pair: tuple[int, int], options: dict[str, Any]) -> Tally:
        tally = Tally()
        for game in range(options["games"]):
            # Who sits first changes from game to game; two games in a row share one bag.
            turned = game % 2 == 1
            match = self._match(pair[::-1] if turned else pair, options)
            state = play_game(match, options["seed"] + game // 2)
            add_result(tally, state, int(turned), int(not turned))
        return tally

    def _match(self, levels: tuple[int, ...], options: dict[str, Any]) -> Match:
        code = options["tile_set"] or VARIANTS[options["variant"]].tile_set
        common = options["common"]
        return Match(
            levels,
            open_words(options["words"], code),
            open_shipped(common, code) if list_path(common).exists() else None,
            variant=options["variant"],
            tile_set=code,
            challenge=options["challenge"] or "void",
            seconds=options["seconds"],
            may_err=options["errors"],
        )


def _read_pair(text: str) -> tuple[int, int]:
    numbers = {str(level.number) for level in LEVELS}
    first, _, second = text.partition("-")
    if not {first, second} <= numbers:
        raise CommandError(f"{text!r} is no pair of levels such as 5-4")
    return int(first), int(second)


def write_row(pair: tuple[int, int], tally: Tally) -> str:
    part, low, high = tally.win_interval()
    spread, reach = tally.mean_spread()
    own, other = tally.mean_scores()
    return (
        f"| {pair[0]} against {pair[1]} | {tally.games} | {part:.1%} | {low:.1%} to {high:.1%} "
        f"| {spread:+.1f} ± {reach:.1f} | {own:.0f} : {other:.0f} |"
    )
