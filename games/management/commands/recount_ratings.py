"""Counts all ratings anew from the records of the games."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings.services.recount import recount


class Command(BaseCommand):
    help = (
        "Counts all ratings anew from the records of the games, in the order in which they were"
        " rated, and puts right what is stored otherwise. With --check nothing is written: exits"
        " with 0 when all is equal, else with 1 after listing the differences."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, and change nothing")

    def handle(self, **options: Any) -> None:
        found = 0
        for line in recount(write=not options["check"]):
            self.stdout.write(line)
            found += 1
        if not found:
            self.stdout.write("All ratings are as the records have them.")
        elif options["check"]:
            raise CommandError(f"{found} differences.", returncode=1)
        else:
            self.stdout.write(f"{found} differences put right.")
