"""``manage.py`` for a server with a short deadline for pages that do not acknowledge."""

import os
import sys

import django
from django.core.management import execute_from_command_line

DEADLINE = 2.0
PROGRAM = ("-m", "tests.live.short_deadline")
"""Passed to :class:`tests.site_processes.SiteMaker` in place of ``manage.py``."""

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
    django.setup()
    from games.live import mailbox

    mailbox.ACKNOWLEDGEMENT_DEADLINE = DEADLINE
    execute_from_command_line(sys.argv)
