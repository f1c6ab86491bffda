"""The worker's endless loops: failures are retried, and working loops report a heartbeat."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime

from django.utils import timezone

from games.common.worker_threads import run_in_database_thread

logger = logging.getLogger(__name__)

MAX_REST = 5.0
"""Longest pause in seconds between two runs of a loop that keeps failing."""

HEARTBEAT_INTERVAL = 10.0
"""Seconds between two heartbeats."""


class JobLoops:
    """Named loops, and which of them completed a run since the last heartbeat.

    ``record_heartbeats`` stores the heartbeat of the loops it is given.
    """

    def __init__(self, record_heartbeats: Callable[[Iterable[str], datetime], None]) -> None:
        self._record_heartbeats = record_heartbeats
        self._alive: set[str] = set()

    async def run_forever(
        self, name: str, job: Callable[[], Awaitable[object]], rest: float
    ) -> None:
        """Run ``job`` repeatedly until cancelled, with ``rest`` seconds between runs.

        After failures the pause doubles up to a maximum. A run of failures is logged with a stack
        trace ever more rarely, and its end is logged once.
        """
        failures = 0
        while True:
            try:
                await job()
            except Exception:
                failures += 1
                # Only the 1st, 2nd, 4th, 8th ... failure: a long outage must not flood the log.
                if failures & (failures - 1) == 0:
                    logger.exception("Failed %d times in a row: the %s", failures, name)
            else:
                if failures:
                    logger.warning("Works again after %d failures: the %s", failures, name)
                failures = 0
                self._alive.add(name)
            await asyncio.sleep(min(rest * 2 ** min(failures, 9), max(rest, MAX_REST)))

    async def report_loops(self) -> None:
        """Store which loops work, for the ``readyz`` page."""
        if self._alive:
            alive, self._alive = self._alive, set()
            await run_in_database_thread(self._record_heartbeats, alive, timezone.now())
