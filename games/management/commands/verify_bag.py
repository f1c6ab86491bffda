"""``manage.py verify_bag GAME``: recompute every draw of an ended game from what was published."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.play.models import Game
from games.records.verification import verify_game


class Command(BaseCommand):
    help = "Recompute every draw of an ended game from its published secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's id, as in the address of its record")

    def handle(self, *args: Any, **options: Any) -> None:
        report = verify_game(_find(options["game"]))
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
        if not report.fair:
            raise CommandError(f"The record does not follow from the seed: {report.fault}")
        self.stdout.write(self.style.SUCCESS("Every draw follows from the seed."))


def _find(text: str) -> Game:
    try:
        game = Game.objects.filter(pk=UUID(text)).select_related("room").first()
    except ValueError:
        raise CommandError(f"{text} is not a game's id") from None
    if game is None:
        raise CommandError(f"There is no game {text}")
    if game.status != Game.Status.OVER:
        raise CommandError("The game is still going on: its secret stays secret until the end")
    return game
