"""A log filter that limits repeated failures and reports how many it suppressed.

We know of no maintained library that limits log records by location and error and counts what it
left out.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

WINDOW_SECONDS = 60.0
"""Seconds for which failures of one kind are counted together."""

MAX_PER_WINDOW = 10
"""Failures of one kind that are logged in each window."""

# Kinds of failures counted at a time; more would let a flood of kinds fill the memory.
MAX_KINDS = 500


@dataclass(slots=True)
class FailureCount:
    """Failures of one kind in the window that began at ``since``: logged ones and others."""

    since: float
    passed: int = 0
    suppressed: int = 0


class LogThrottle(logging.Filter):
    """Passes records below WARNING, and up to :data:`MAX_PER_WINDOW` of each kind per window.

    Records are of one kind if they have the same logger, level, message template, error class and
    line; the arguments may differ. Each record gets an attribute ``suppressed``, a note about
    suppressed records, which the formatter has to include.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._runs: dict[tuple[Any, ...], FailureCount] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        record.suppressed = ""
        if record.levelno < logging.WARNING:
            return True
        now, kind = self._now(), _classify_record(record)
        run = self._runs.get(kind)
        if run is None or now - run.since >= WINDOW_SECONDS:
            if run is not None and run.suppressed:
                record.suppressed = f" (and {run.suppressed} more like it before)"
            self._forget_old(now)
            run = self._runs[kind] = FailureCount(now)
        if run.passed >= MAX_PER_WINDOW:
            run.suppressed += 1
            return False
        run.passed += 1
        return True

    def _forget_old(self, now: float) -> None:
        if len(self._runs) >= MAX_KINDS:
            young = {
                kind: run for kind, run in self._runs.items() if now - run.since < WINDOW_SECONDS
            }
            self._runs = young if len(young) < MAX_KINDS else {}


def _classify_record(record: logging.LogRecord) -> tuple[Any, ...]:
    key = (record.name, record.levelno, record.msg if isinstance(record.msg, str) else "")
    if not record.exc_info or record.exc_info[0] is None:
        return key
    error, _value, trace = record.exc_info
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (*key, error, trace.tb_frame.f_code if trace else None, trace.tb_lineno if trace else 0)
