"""How much each may do in this process, counted in memory: nothing else is asked, nothing waits."""

import time
from collections.abc import Callable, Hashable
from itertools import islice

MOST_KEPT = 20_000
"""Of whom is remembered what they have done; whoever has done nothing for long is forgotten."""


class Buckets:
    """``amount`` things at once, which come back evenly within ``seconds``. Threads share it:
    two at the same instant may count as one."""

    def __init__(
        self, amount: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each = seconds / amount
        self._seconds = seconds
        self._clock = clock
        self._full_at: dict[Hashable, float] = {}

    def take(self, who: Hashable) -> float:
        """Count one more: 0, or the seconds until there is room for it, and nothing is counted."""
        now = self._clock()
        full_at = max(self._full_at.pop(who, now), now) + self._each
        wait = full_at - now - self._seconds
        if wait > 1e-9:
            self._full_at[who] = full_at - self._each
            return wait
        self._full_at[who] = full_at
        if len(self._full_at) > MOST_KEPT:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Drop whose bucket is full again; where all are busy, those who came first."""
        self._full_at = {who: at for who, at in list(self._full_at.items()) if at > now}
        for who in list(islice(self._full_at, max(0, len(self._full_at) - MOST_KEPT // 2))):
            self._full_at.pop(who, None)
