"""``manage.py verify_bag GAME``: recompute every draw of an ended game from its published secret.

With ``--newest N``, it checks the newest ended games and lists those that do not agree.
"""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.play.models import Game
from games.records.perspective.bag_verification import verify_draws


class Command(BaseCommand):
    help = "Recompute every draw of a finished game from its published secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        wanted = parser.add_mutually_exclusive_group(required=True)
        wanted.add_argument("game", nargs="?", help="the game's id, as in the address of its page")
        wanted.add_argument("--newest", type=int, help="number of newest finished games to check")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["newest"] is None:
            self._verify(_find_game(options["game"]))
        else:
            self._verify_newest(options["newest"])

    def _verify_newest(self, limit: int) -> None:
        over = Game.objects.filter(status=Game.Status.OVER, state__isnull=False)
        games = list(over.select_related("room").order_by("-ended_at", "pk")[:limit])
        faults = {game.pk: report.fault for game in games if (report := verify_draws(game)).fault}
        for pk, fault in faults.items():
            self.stdout.write(f"{pk}: {fault}")
        if faults:
            raise CommandError(f"{len(faults)} of {len(games)} games do not match their seeds.")
        self.stdout.write(f"{len(games)} games match their seeds.")

    def _verify(self, game: Game) -> None:
        report = verify_draws(game)
        self.stdout.write(f"secret   {report.secret}")
        for number, added in enumerate(report.contributions, 1):
            self.stdout.write(f"seat {number}   {added or 'added nothing'}")
        self.stdout.write(f"SHA-256  {report.computed_hash}")
        self.stdout.write(f"stated   {report.stated_hash}")
        for check in report.checks:
            verdict = "agrees" if check.agrees else f"recorded {check.recorded}"
            self.stdout.write(
                f"move {check.number:3}  seat {check.seat + 1}  {check.computed:10} {verdict}"
            )
        if not report.is_fair:
            raise CommandError(f"The game does not match its seed: {report.fault}")
        self.stdout.write(self.style.SUCCESS("All draws match the seed."))


def _find_game(text: str) -> Game:
    try:
        game = Game.objects.filter(pk=UUID(text)).select_related("room").first()
    except ValueError:
        raise CommandError(f"{text} is not a game's id.") from None
    if game is None:
        raise CommandError(f"There is no game {text}.")
    if game.status != Game.Status.OVER:
        raise CommandError("The game is still running. Its secret is published when it ends.")
    return game
