"""``manage.py match_leaves de``: what the values of leaves gain over the formula."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.leaves import FOLDER, estimate_model, load_model
from games.engine.matches import Tally, add_result, play_statically
from games.engine.warm import warm
from games.management.words import WORDS_HELP, open_words
from games.rules.tiles import load_tile_set
from games.rules.variants import VARIANTS

HEAD = (
    "| tile set | words | games | won with the values | 95 % interval | mean spread |\n"
    "|---|---|---|---|---|---|"
)


class Command(BaseCommand):
    help = "Let static players with the values of leaves play those with the formula."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tile_sets", nargs="+", help="codes of tile sets with values")
        parser.add_argument("--words", help=f"{WORDS_HELP}; default: CODE-debian, en-open for en")
        parser.add_argument("--variant", default="scrabble", choices=sorted(VARIANTS))
        parser.add_argument("--games", type=int, default=1000)

    def handle(self, *args: Any, **options: Any) -> None:
        warm(lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}"))
        self.stdout.write(HEAD)
        for code in options["tile_sets"]:
            words = options["words"] or ("en-open" if code == "en" else f"{code}-debian")
            self.stdout.write(self._row(code, words, options["variant"], options["games"]))
            self.stdout.flush()

    def _row(self, code: str, words: str, variant: str, games: int) -> str:
        if not (FOLDER / f"{code}.json").exists():
            raise CommandError(f"there are no values for {code!r}: make_leaves {code}")
        graph = open_words(words, code)
        learnt = load_model(code, graph.alphabet)
        guessed = estimate_model(load_tile_set(code), graph.alphabet)
        tally = Tally()
        for game in range(games):
            turned = game % 2  # who begins changes; two games in a row share one bag
            models = (guessed, learnt) if turned else (learnt, guessed)
            state = play_statically(graph, models, game // 2, variant, code)
            add_result(tally, state, turned, 1 - turned)
        part, low, high = tally.win_interval()
        spread, reach = tally.mean_spread()
        return (
            f"| {code} | {words} | {games} | {part:.1%} | {low:.1%} to {high:.1%} "
            f"| {spread:+.1f} ± {reach:.1f} |"
        )
