"""``manage.py process_bounce``: process a bounce that the mail server pipes to standard input."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games.mail.services.bounces import MAX_REPORT_BYTES, process_bounce_report

EXIT_TRY_LATER = 75
"""EX_TEMPFAIL: the mail server keeps the report and tries again later."""


class Command(BaseCommand):
    help = (
        "Read a delivery status notification from standard input and switch off the kind of "
        "e-mail that bounced. For a pipe of the mail server; see "
        "scrabble_site/deploy/README.md."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        try:
            stopped = process_bounce_report(sys.stdin.buffer.read(MAX_REPORT_BYTES + 1))
        except DatabaseError:
            sys.exit(EXIT_TRY_LATER)
        self.stdout.write("Switched off." if stopped else "Nothing to do.")
