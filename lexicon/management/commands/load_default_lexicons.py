"""``manage.py load_default_lexicons``: load the dictionaries that every site starts with."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from lexicon.services.shipped_lists import SHIPPED_LISTS, load_shipped


class Command(BaseCommand):
    help = "Load English (open) and English (common) unless they already exist."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--without-graphs",
            action="store_true",
            help="load the words only; the word graphs are built when they are first needed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        for shipped in SHIPPED_LISTS:
            if load_shipped(shipped, compiling=not options["without_graphs"]):
                self.stdout.write(f"{shipped.name}: loaded")
            elif options["verbosity"] > 1:
                self.stdout.write(f"{shipped.name}: already loaded")
