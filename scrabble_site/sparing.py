"""The same failure is told to the log a few times, then now and then with how often it came."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SPAN = 60.0
"""Seconds within which failures of a kind are counted together."""

MOST = 10
"""Failures of a kind that are told within a span."""

KINDS_KEPT = 500


@dataclass(slots=True)
class Run:
    """Failures of one kind since ``begun``."""

    begun: float
    told: int = 0
    kept: int = 0


class Sparing(logging.Filter):
    """Lets through what is no failure, and of each kind of failure :data:`MOST` in a span.

    A kind is what is said where, of which error raised at which line; about whom or what may
    differ. Records get ``spared``, what to add to them, which the formatter must name.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._runs: dict[tuple[Any, ...], Run] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        record.spared = ""
        if record.levelno < logging.WARNING:
            return True
        now, kind = self._now(), _kind_of(record)
        run = self._runs.get(kind)
        if run is None or now - run.begun >= SPAN:
            if run is not None and run.kept:
                record.spared = f" (and {run.kept} more like it before)"
            self._forget_old(now)
            run = self._runs[kind] = Run(now)
        if run.told >= MOST:
            run.kept += 1
            return False
        run.told += 1
        return True

    def _forget_old(self, now: float) -> None:
        if len(self._runs) >= KINDS_KEPT:
            young = {kind: run for kind, run in self._runs.items() if now - run.begun < SPAN}
            self._runs = young if len(young) < KINDS_KEPT else {}


def _kind_of(record: logging.LogRecord) -> tuple[Any, ...]:
    said = (record.name, record.levelno, record.msg if isinstance(record.msg, str) else "")
    if not record.exc_info or record.exc_info[0] is None:
        return said
    error, _value, trace = record.exc_info
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (*said, error, trace.tb_frame.f_code if trace else None, trace.tb_lineno if trace else 0)
