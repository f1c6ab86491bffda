"""How much of something scarce, such as processor time, an address may use."""

import time
from collections.abc import Callable


class UsageBudget:
    """A token bucket of seconds for each address: ``burst`` at once, refilled at ``rate``."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._rested_at: dict[str, float] = {}
        """When each address will have its full burst again."""

    def now(self) -> float:
        return self._clock()

    def spend(self, address: str, seconds: float) -> None:
        """Use up ``seconds`` of a budget, and forget addresses whose budget is full again."""
        now = self._clock()
        rested_at = max(self._rested_at.pop(address, now), now)
        self._rested_at[address] = rested_at + seconds / self._rate
        # Entries are ordered by their last use, so the oldest are at the front.
        while (oldest := next(iter(self._rested_at))) != address:
            if self._rested_at[oldest] > now:
                break
            del self._rested_at[oldest]

    def used_by(self, address: str) -> float:
        """Return the seconds that an address has used and that have not been refilled yet."""
        return max(0.0, self._rested_at.get(address, 0.0) - self._clock()) * self._rate

    def get_wait(self, address: str) -> float:
        """Return the seconds until an address may use more, 0 if it may now."""
        return max(0.0, self.used_by(address) - self._burst) / self._rate
