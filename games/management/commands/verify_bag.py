"""``manage.py verify_bag GAME``: recompute every draw of an ended game from its published secret.

A duplicate game is named by its code. With ``--newest N``, it checks the newest ended games at
tables and as many duplicate games, and lists those that do not agree.
"""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.duplicate.models import DuplicateGame
from games.duplicate.perspective.bag_check import check_duplicate_bag
from games.play.models import Game
from games.records.perspective.bag_verification import verify_draws

STILL_RUNNING = "The game is still running. Its secret is published when it ends."


class Command(BaseCommand):
    help = "Recompute every draw of a finished game from its published secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        wanted = parser.add_mutually_exclusive_group(required=True)
        wanted.add_argument(
            "game", nargs="?", help="the game's id or code, as in the address of its page"
        )
        wanted.add_argument("--newest", type=int, help="number of newest finished games to check")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["newest"] is not None:
            self._verify_newest(options["newest"])
        elif duplicate := DuplicateGame.objects.filter(code=options["game"]).first():
            self._verify_duplicate(duplicate)
        else:
            self._verify(_find_game(options["game"]))

    def _verify_newest(self, limit: int) -> None:
        over = Game.objects.filter(status=Game.Status.OVER, state__isnull=False)
        games = list(over.select_related("room").order_by("-ended_at", "pk")[:limit])
        duplicates = DuplicateGame.objects.filter(stage=DuplicateGame.Stage.ENDED)
        ended = list(duplicates.exclude(state=None).order_by("-ended_at", "pk")[:limit])
        faults = {str(game.pk): verify_draws(game).fault for game in games}
        faults |= {game.code: check_duplicate_bag(game).fault for game in ended}
        faults = {name: fault for name, fault in faults.items() if fault}
        count = len(games) + len(ended)
        for pk, fault in faults.items():
            self.stdout.write(f"{pk}: {fault}")
        if faults:
            raise CommandError(f"{len(faults)} of {count} games do not match their secrets.")
        self.stdout.write(f"{count} games match their secrets.")

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
        self._state_result(report.fault)

    def _verify_duplicate(self, game: DuplicateGame) -> None:
        if not game.is_over or game.state is None:
            raise CommandError(STILL_RUNNING)
        report = check_duplicate_bag(game)
        self.stdout.write(f"secret   {report.secret}")
        for number, added in enumerate(report.contributions, 1):
            self.stdout.write(f"player {number}   {added or 'added nothing'}")
        self.stdout.write(f"SHA-256  {report.computed_hash}")
        self.stdout.write(f"stated   {report.stated_hash}")
        for draw in report.draws:
            verdict = "agrees" if draw.recorded == draw.computed else f"recorded {draw.recorded}"
            self.stdout.write(f"turn {draw.turn:3}  {draw.computed:10} {verdict}")
        self._state_result(report.fault)

    def _state_result(self, fault: str) -> None:
        if fault:
            raise CommandError(f"The game does not match its secret: {fault}")
        self.stdout.write(self.style.SUCCESS("All draws match the secret."))


def _find_game(text: str) -> Game:
    try:
        game = Game.objects.filter(pk=UUID(text)).select_related("room").first()
    except ValueError:
        raise CommandError(f"{text} is not a game's id.") from None
    if game is None:
        raise CommandError(f"There is no game {text}.")
    if game.status != Game.Status.OVER:
        raise CommandError(STILL_RUNNING)
    return game
