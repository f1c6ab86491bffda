"""``manage.py run_import ID``: run one import job. The site starts this command itself."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from lexicon.services.import_worker import hold_lease, run_job


class Command(BaseCommand):
    help = "Check or build one uploaded word list (the site starts this automatically)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("job", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        # Lower the priority: games come first.
        os.nice(10)
        run_job(options["job"], lease=hold_lease)
