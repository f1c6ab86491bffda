"""The worker's loop for analyses: it keeps one process at work on them while there are any.

A process of its own, for analyses take minutes of processor: the event loop and the threads that
think for live games notice nothing of it, and the system gives it the time they leave.
"""

import os
import subprocess
import sys
import time

from django.conf import settings
from django.utils import timezone

from games.analysis.services.working import is_work_waiting
from games.common.threads import with_rows

ROUND = 0.25
"""Seconds between two looks for work: whoever asks waits for the process to be loaded anyway."""
LONGEST_REST = 60.0
"""Seconds until a process that failed again and again is started once more."""


class Desk:
    """The process at work, if any."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._rests_until = 0.0

    async def look_after(self) -> None:
        """One round: start the process when there is work and none is there."""
        if self._process is not None and not self._has_ended(self._process):
            return
        self._process = None
        if time.monotonic() < self._rests_until:
            return
        if await with_rows(is_work_waiting, timezone.now()):
            self._process = _start()

    def _has_ended(self, process: subprocess.Popen[bytes]) -> bool:
        code = process.poll()
        if code is None:
            return False
        self._failures = self._failures + 1 if code else 0
        rest = min(2.0**self._failures, LONGEST_REST) if code else 0.0
        self._rests_until = time.monotonic() + rest
        return True


def _start() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "django", "analyst"],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
