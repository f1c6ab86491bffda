"""``manage.py load_default_lexicons``: the dictionaries a fresh site starts with."""

from typing import Any

from django.core.management.base import BaseCommand

from lexicon.services.shipped import SHIPPED, load_shipped


class Command(BaseCommand):
    help = "Load English (open) and English (common), unless they are there already."

    def handle(self, *args: Any, **options: Any) -> None:
        for shipped in SHIPPED:
            if load_shipped(shipped):
                self.stdout.write(f"{shipped.name}: loaded")
            elif options["verbosity"] > 1:
                self.stdout.write(f"{shipped.name}: already there")
