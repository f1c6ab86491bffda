"""``manage.py`` for a server with generous time limits, so that a busy machine triggers none of
them.

The usual values are documented where each of these constants is defined.
"""

import os
import sys
from datetime import timedelta

import django
from django.core.management import execute_from_command_line

PROGRAM = ("-m", "tests.patient_site")
"""Passed to :class:`tests.site_processes.SiteMaker` in place of ``manage.py``."""

LONG_TIMES = {
    "OUTAGE_AFTER": timedelta(seconds=60),
    "RUN_SECONDS": (60.0, 5.0, 10.0),  # the first run of rollouts continues until it is stopped
}


def gain_patience() -> None:
    # These import models, which needs Django to be set up.
    from games.analysis_board import perspective
    from games.analysis_board.services import rollout_runs
    from games.health import services as health
    from games.play.services import outages

    for module in (health, outages, rollout_runs, perspective):
        for name in LONG_TIMES.keys() & vars(module).keys():
            setattr(module, name, LONG_TIMES[name])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
    django.setup()
    gain_patience()
    execute_from_command_line(sys.argv)
