"""``manage.py recount_ratings``: recompute all ratings from the game records."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings.services.rating_recount import recount_ladders


class Command(BaseCommand):
    help = (
        "Recompute all ratings from the games, in the order in which they were rated, and "
        "correct what is stored. With --check nothing is written: exits with 0 if everything "
        "matches, otherwise lists the differences and exits with 1."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare only; change nothing")

    def handle(self, **options: Any) -> None:
        found = 0
        for line in recount_ladders(write=not options["check"]):
            self.stdout.write(line)
            found += 1
        if not found:
            self.stdout.write("All ratings match the games.")
        elif options["check"]:
            raise CommandError(f"{found} differences found.", returncode=1)
        else:
            self.stdout.write(f"{found} differences corrected.")
