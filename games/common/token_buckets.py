"""Token buckets: rate limits counted in this process's memory, without waiting for anything."""

import time
from collections.abc import Callable, Hashable
from itertools import islice

MAX_BUCKETS = 20_000
"""How many clients are remembered; those that did nothing for a while are forgotten."""


class TokenBuckets:
    """``amount`` tokens per client, which refill evenly within ``seconds``.

    Threads share it without a lock: two uses at the same instant may count as one.
    """

    def __init__(
        self, amount: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each = seconds / amount
        self._seconds = seconds
        self._clock = clock
        # By client the time at which its bucket is full again: one number holds the whole state.
        self._full_at: dict[Hashable, float] = {}

    def take(self, who: Hashable) -> float:
        """Take one token and return 0; or take none and return the seconds until there is one."""
        now = self._clock()
        full_at = max(self._full_at.pop(who, now), now) + self._each
        wait = full_at - now - self._seconds
        # Rounding errors must not refuse the last token of a full bucket.
        if wait > 1e-9:
            self._full_at[who] = full_at - self._each
            return wait
        self._full_at[who] = full_at
        if len(self._full_at) > MAX_BUCKETS:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again; if too many remain, drop the oldest."""
        self._full_at = {who: at for who, at in list(self._full_at.items()) if at > now}
        for who in list(islice(self._full_at, max(0, len(self._full_at) - MAX_BUCKETS // 2))):
            self._full_at.pop(who, None)
