"""The worker's loop that keeps one analysis process running while there is work.

Analyses take minutes of processor time. In a process of their own they do not hold up the event
loop or the threads that compute moves in live games, and the system gives them only the time left
over.
"""

import os
import subprocess
import sys
import time

from django.conf import settings
from django.utils import timezone

from games.analysis.services.analysis_queue import is_work_waiting
from games.common.worker_threads import run_in_database_thread

ANALYSIS_INTERVAL = 0.25
"""Seconds between two checks for work.

It adds little to the time that the process takes to load.
"""
MAX_RESTART_DELAY = 60.0
"""Longest delay in seconds before a process that keeps failing is started again."""


class AnalysisProcessRunner:
    """Starts the analysis process and watches it."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._rests_until = 0.0

    async def run_round(self) -> None:
        """Start the process if there is work and none is running."""
        if self._process is not None and not self._has_ended(self._process):
            return
        self._process = None
        if time.monotonic() < self._rests_until:
            return
        if await run_in_database_thread(is_work_waiting, timezone.now()):
            self._process = _start_process()

    def _has_ended(self, process: subprocess.Popen[bytes]) -> bool:
        code = process.poll()
        if code is None:
            return False
        # Exit code 0 means that the queue was empty, which is no failure.
        self._failures = self._failures + 1 if code else 0
        rest = min(2.0**self._failures, MAX_RESTART_DELAY) if code else 0.0
        self._rests_until = time.monotonic() + rest
        return True


def _start_process() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "django", "analyst"],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
        stdin=subprocess.PIPE,  # closes when the worker dies, which tells the process to exit
        start_new_session=True,
    )
