"""How long the event loop was blocked, so that players are not charged clock time for it.

Bytes that arrive while the loop is busy, or while the whole process is suspended, are read late. A
regular timer shows since when: on a free loop it would have fired on time.
"""

import asyncio
import time
from weakref import WeakKeyDictionary

TICK_SECONDS = 0.05
"""Seconds between two ticks of the timer."""

LATE_TICK_SECONDS = 0.02
"""Seconds by which a tick may be late on an idle loop."""

STALL_AFTERMATH_SECONDS = 0.1
"""Seconds after a stall within which the input that arrived during it has been read."""


class LoopLagGauge:
    """Estimates when bytes that are being read now arrived. There is one for each event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._stall = self._until = 0.0
        self._plan()

    def estimate_arrival(self) -> float:
        """Return, in seconds since the epoch, since when the loop has been busy; now if it is idle.

        Bytes read soon after a stall count as having arrived at its start, because a new
        connection takes several iterations of the loop until its bytes are read.
        """
        now = time.monotonic()
        recent = self._stall if now < self._until else 0.0
        return time.time() - max(0.0, now - self._due, recent)

    def _plan(self) -> None:
        self._due = time.monotonic() + TICK_SECONDS
        self._loop.call_later(TICK_SECONDS, self._tick)

    def _tick(self) -> None:
        now = time.monotonic()
        if now - self._due > LATE_TICK_SECONDS:
            self._stall, self._until = now - self._due, now + STALL_AFTERMATH_SECONDS
        self._plan()


_gauges: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopLagGauge] = WeakKeyDictionary()


def get_lag_gauge(loop: asyncio.AbstractEventLoop) -> LoopLagGauge:
    """Return the gauge of a loop. It is created and started by the first call."""
    gauge = _gauges.get(loop)
    if gauge is None:
        gauge = _gauges[loop] = LoopLagGauge(loop)
    return gauge
