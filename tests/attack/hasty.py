"""``manage.py`` for a server that loses patience in a second, so that no test waits long for it.

How long it has elsewhere is said where each of these constants stands.
"""

import os
import sys

from django.core.management import execute_from_command_line

from games.live import mailbox
from scrabble_site import bodies, server, wires

PATIENCE = 1.0

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
    wires.HEAD_PATIENCE = wires.READ_PATIENCE = wires.GOODBYE = PATIENCE
    bodies.PATIENCE = mailbox.DEADLINE = PATIENCE
    server.PING_EVERY = server.PONG_PATIENCE = PATIENCE
    server.KEPT_IDLE = 1
    execute_from_command_line(sys.argv)
