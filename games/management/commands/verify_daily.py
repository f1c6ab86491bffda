"""``manage.py verify_daily DAY LANGUAGE``: recompute every draw of a published daily game."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.daily.services.daily_games import find_daily_game, read_published_secret
from games.daily.services.draw_verification import verify_daily_draws
from scrabble_site.shared.refusals import NotFound


class Command(BaseCommand):
    help = "Recompute every draw of a daily game from its published secret."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("day", help="the day, such as 2026-05-01")
        parser.add_argument("language", help="the code of the language, such as en")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        try:
            game = find_daily_game(options["day"], options["language"], now)
            secret = read_published_secret(game, now)
        except NotFound as missing:
            reasons = {"daily.unpublished": "The secret is published when the day is over."}
            raise CommandError(reasons.get(missing.code, "There is no such daily game.")) from None
        self.stdout.write(f"secret   {secret.hex()}")
        self.stdout.write(f"SHA-256  {game.seed_hash}")
        if faults := verify_daily_draws(game, secret):
            raise CommandError(f"The game does not match its secret: {', '.join(faults)}")
        self.stdout.write(self.style.SUCCESS("All draws match the secret."))
