"""``manage.py simulate``: play random legal games with invariants checked, and measure the speed.

A stand-in lexicon judges the words (see ``games.rules.flow.simulation``), so no dictionary is
needed.
"""

from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.duplicate.simulation import simulate_duplicate_games
from games.rules.equipment.errors import NotAllowedError, RuleError
from games.rules.flow.simulation import simulate_games
from games.rules.positions.variants import VARIANTS
from games.rules.time.clock import TimeControl


class Command(BaseCommand):
    help = "Play random legal games and print games and moves per second."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--variant", choices=sorted(VARIANTS), default="scrabble")
        parser.add_argument("--seats", type=int, default=2)
        parser.add_argument(
            "--duplicate", action="store_true", help="everyone plays the same rack; any --seats"
        )
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument(
            "--clock", default="none", help="25+10, 3+2/5 (with overtime), 60s (per turn) or none"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["duplicate"]:
            self._simulate_duplicate(**options)
            return
        variant = VARIANTS[options["variant"]]
        if not variant.min_seats <= options["seats"] <= variant.max_seats:
            raise CommandError(f"{variant.name} can't be played with {options['seats']} seats.")
        try:
            clock = TimeControl.read(options["clock"])
            clock.check()
        except RuleError as error:
            raise CommandError(error.message) from error
        start = perf_counter()
        tally = simulate_games(
            variant.id, options["seats"], options["games"], options["seed"], clock
        )
        seconds = perf_counter() - start
        self.stdout.write(f"{tally.games} games, {tally.moves} moves in {seconds:.1f} s")
        self.stdout.write(
            f"{tally.games / seconds:.1f} games/s, {tally.moves / seconds:.0f} moves/s"
        )
        for title, counts in (("moves", tally.acts), ("endings", tally.endings)):
            listed = ", ".join(f"{name} {count}" for name, count in counts.most_common())
            self.stdout.write(f"{title}: {listed}")

    def _simulate_duplicate(
        self, *, variant: str, seats: int, games: int, seed: int, **_options: Any
    ) -> None:
        if seats < 1:
            raise CommandError("A duplicate game needs at least one player.")
        start = perf_counter()
        try:
            tally = simulate_duplicate_games(seats, games, seed, variant)
        except NotAllowedError as error:
            raise CommandError(error.message) from error
        seconds = perf_counter() - start
        self.stdout.write(f"{tally.games} games, {tally.turns} turns in {seconds:.1f} s")
        self.stdout.write(f"racks put back: {tally.rejected}")
        listed = ", ".join(f"{name} {count}" for name, count in tally.endings.most_common())
        self.stdout.write(f"endings: {listed}")
