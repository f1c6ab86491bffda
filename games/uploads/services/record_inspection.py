"""Inspects records in a separate process with a time limit, so that none can block the site.

The number of simultaneous inspections is limited, which leaves the processors to the games. There
is no waiting here: requests with records wait before they get a thread
(:mod:`scrabble_site.server.record_checkers`), and those that waited too long are rejected within
:func:`refuse_checks`.
"""

import json
import logging
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings

from games.common.subprocesses import run_program
from games.rules.gcg.decoding import MAX_BYTES
from games.rules.gcg.inspection import ANY_TILES
from scrabble_site.shared.refusals import InvalidRequest, Overloaded

INSPECTION_COMMAND = (sys.executable, "-m", "games.rules.gcg.inspection")
CPU_SECONDS = 5
"""Processor time for one record; the longest games take a quarter of a second."""
TIMEOUT_SECONDS = 30.0
"""Seconds to wait for it on a busy machine."""
RETRY_SECONDS = 10
"""Value of ``Retry-After`` when all slots are taken."""

logger = logging.getLogger(__name__)
_free_places = BoundedSemaphore(settings.CONCURRENCY_LIMITS["record_checks"])
_refuses_checks: ContextVar[bool] = ContextVar("refusing", default=False)


@contextmanager
def refuse_checks() -> Iterator[None]:
    """Reject every record in this block as busy, without taking a slot from requests still
    waiting.
    """
    token = _refuses_checks.set(True)
    try:
        yield
    finally:
        _refuses_checks.reset(token)


def inspect_record(sent: bytes | str, tile_set: str = "") -> dict[str, Any]:
    """Return the findings of :func:`games.rules.gcg.inspection.inspect_gcg`.

    A record sent as text is read as UTF-8, whatever encoding its header declares. Raises
    ``InvalidRequest`` "gcg.too_large", "gcg.too_slow" or, if the inspection crashes, "gcg.failed".
    Raises ``Overloaded`` if all slots are taken or the machine is too busy.
    """
    # The byte order mark overrides the encoding declared in the record's header.
    data = sent if isinstance(sent, bytes) else BOM_UTF8 + sent.encode()
    if len(data) > MAX_BYTES:
        raise InvalidRequest("gcg.too_large")
    if _refuses_checks.get() or not _free_places.acquire(blocking=False):
        raise Overloaded("uploads.busy", seconds=RETRY_SECONDS)
    try:
        command = [*INSPECTION_COMMAND, tile_set or ANY_TILES]
        done = run_program(
            command, data, cwd=settings.BASE_DIR, processor=CPU_SECONDS, wait=TIMEOUT_SECONDS
        )
    except TimeoutError as late:
        raise Overloaded("uploads.busy", seconds=RETRY_SECONDS) from late
    finally:
        _free_places.release()
    if done.exceeded_cpu_limit:
        raise InvalidRequest("gcg.too_slow")
    if done.code:
        logger.error("A record could not be inspected: %s", done.errors.decode(errors="replace"))
        raise InvalidRequest("gcg.failed")
    findings: dict[str, Any] = json.loads(done.output)
    return findings
