"""A look at a record that holds up nobody: in a process of its own, which is killed in time.

Few are at work at once, so that a crowd of long ones leaves the processors to the games.
"""

import json
import logging
import subprocess
import sys
from codecs import BOM_UTF8
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings

from games.common.refusals import TooSoon, Unsuitable
from games.rules.gcg.decoding import MOST_BYTES
from games.rules.gcg.inspection import ANY_TILES

PROGRAM = (sys.executable, "-m", "games.rules.gcg.inspection")
SECONDS = 5.0
PATIENCE = 2.0
"""Seconds one waits for others that are looked at."""
WAIT = 10
"""Seconds after which one may try again where they take longer."""

logger = logging.getLogger(__name__)
_places = BoundedSemaphore(settings.AT_ONCE["records"])


def inspect_record(sent: bytes | str, tile_set: str = "") -> dict[str, Any]:
    """The findings of :func:`games.rules.gcg.inspection.inspect`. What comes as text, and not as a
    file's bytes, is in no encoding, whatever its header says.

    Raises Unsuitable "gcg.too_large", "gcg.too_slow" or, for one that is too much for the program,
    "gcg.failed"; and TooSoon while many others ask.
    """
    data = sent if isinstance(sent, bytes) else BOM_UTF8 + sent.encode()
    if len(data) > MOST_BYTES:
        raise Unsuitable("gcg.too_large")
    if not _places.acquire(timeout=PATIENCE):
        raise TooSoon("uploads.busy", seconds=WAIT)
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and program
            [*PROGRAM, tile_set or ANY_TILES],
            input=data,
            capture_output=True,
            cwd=settings.BASE_DIR,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise Unsuitable("gcg.too_slow") from late
    finally:
        _places.release()
    if done.returncode:
        logger.error("A record could not be looked at: %s", done.stderr.decode(errors="replace"))
        raise Unsuitable("gcg.failed")
    findings: dict[str, Any] = json.loads(done.stdout)
    return findings
