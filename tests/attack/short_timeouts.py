"""``manage.py`` for a server with timeouts of one second, so that no test has to wait for them.

The usual values are documented where each of these constants is defined.
"""

import os
import sys

import django
from django.core.management import execute_from_command_line

PATIENCE = 1.0
PROGRAM = ("-m", "tests.attack.short_timeouts")
"""Passed to :class:`tests.site_processes.SiteMaker` in place of ``manage.py``."""


def lose_patience() -> None:
    # These import models, which needs Django to be set up.
    from games.live import mailbox
    from scrabble_site.limits import request_bodies
    from scrabble_site.server import protocols, uvicorn_server

    protocols.HEAD_TIMEOUT = protocols.READ_TIMEOUT = protocols.CLOSE_GRACE = PATIENCE
    request_bodies.BODY_TIMEOUT = mailbox.ACKNOWLEDGEMENT_DEADLINE = PATIENCE
    uvicorn_server.PING_INTERVAL = uvicorn_server.PONG_TIMEOUT = PATIENCE
    uvicorn_server.KEEP_ALIVE_TIMEOUT = 1


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
    django.setup()
    lose_patience()
    execute_from_command_line(sys.argv)
