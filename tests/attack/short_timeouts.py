"""``manage.py`` for a server with short timeouts, so that no test has to wait for the usual ones.

The usual values are documented where each of these constants is defined.
"""

import os
import sys

import django
from django.core.management import execute_from_command_line

REQUEST_TIMEOUT = 1.0
"""Seconds for each part of a request."""
PAGE_TIMEOUT = 5.0
"""Seconds for a page to answer. The honest pages of a test must manage it on a busy machine."""
PROGRAM = ("-m", "tests.attack.short_timeouts")
"""Passed to :class:`tests.site_processes.SiteMaker` in place of ``manage.py``."""


def shorten_timeouts() -> None:
    # These import models, which needs Django to be set up.
    from games.live import mailbox
    from scrabble_site.limits import request_bodies
    from scrabble_site.server import protocols, uvicorn_server

    protocols.HEAD_TIMEOUT = protocols.READ_TIMEOUT = protocols.CLOSE_GRACE = REQUEST_TIMEOUT
    request_bodies.BODY_TIMEOUT = uvicorn_server.PING_INTERVAL = REQUEST_TIMEOUT
    mailbox.ACKNOWLEDGEMENT_DEADLINE = uvicorn_server.PONG_TIMEOUT = PAGE_TIMEOUT
    uvicorn_server.KEEP_ALIVE_TIMEOUT = 1


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
    django.setup()
    shorten_timeouts()
    execute_from_command_line(sys.argv)
