"""``manage.py run_import ID``: the work on one uploaded list; started by the site itself."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from lexicon.services.job_work import hold_lease, make_mark, run_job


class Command(BaseCommand):
    help = "Check or build one uploaded word list (the site starts this itself)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("job", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        # Games come first: this process takes what time they leave.
        os.nice(10)
        mark = make_mark()
        with hold_lease(mark):
            run_job(options["job"], mark)
