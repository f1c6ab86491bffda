"""``manage.py match_leaves de``: measure what learnt leave values gain over the formula."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.kernel_warmup import compile_kernels
from games.engine.leaves import LEAVES_FOLDER, estimate_leave_model, load_leave_model
from games.engine.matches import MatchTally, count_result, play_static_game
from games.management.word_lists import WORDS_HELP, open_word_graph
from games.rules.equipment.tiles import load_tile_set
from games.rules.positions.variants import VARIANTS

TABLE_HEAD = (
    "| tile set | words | games | won with the values | 95% interval | mean spread |\n"
    "|---|---|---|---|---|---|"
)


class Command(BaseCommand):
    help = "Let static players with fitted leave values play ones with the formula."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "tile_sets", nargs="+", help="codes of tile sets that have leave values"
        )
        parser.add_argument("--words", help=f"{WORDS_HELP}; default: CODE-debian, en-open for en")
        parser.add_argument("--variant", default="scrabble", choices=sorted(VARIANTS))
        parser.add_argument("--games", type=int, default=1000)

    def handle(self, *args: Any, **options: Any) -> None:
        compile_kernels(
            lambda step, done, total: self.stdout.write(f"Compiling {done}/{total} {step}")
        )
        self.stdout.write(TABLE_HEAD)
        for code in options["tile_sets"]:
            words = options["words"] or ("en-open" if code == "en" else f"{code}-debian")
            self.stdout.write(self._row(code, words, options["variant"], options["games"]))
            self.stdout.flush()

    def _row(self, code: str, words: str, variant: str, games: int) -> str:
        if not (LEAVES_FOLDER / f"{code}.json").exists():
            raise CommandError(f"No leave values for {code!r}. Run train_leaves {code}.")
        graph = open_word_graph(words, code)
        learnt = load_leave_model(code, graph.alphabet)
        guessed = estimate_leave_model(load_tile_set(code), graph.alphabet)
        tally = MatchTally()
        for game in range(games):
            turned = game % 2  # pairs of games share a bag, and each player begins one of them
            models = (guessed, learnt) if turned else (learnt, guessed)
            state = play_static_game(graph, models, game // 2, variant, code)
            count_result(tally, state, turned, 1 - turned)
        part, low, high = tally.win_interval()
        spread, reach = tally.mean_spread()
        return (
            f"| {code} | {words} | {games} | {part:.1%} | {low:.1%} to {high:.1%} "
            f"| {spread:+.1f} ± {reach:.1f} |"
        )
