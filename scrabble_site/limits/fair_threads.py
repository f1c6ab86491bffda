"""A fair thread pool: kinds of work take weighted turns, and addresses take turns within a kind.

No address gets more than half of the threads, or of the places in the queue. If limits are on, an
address that has used up its processor budget waits for the budget to refill while others go on. An
address that has recently used much more than the others gets one thread, and briefly yields to
them. All scheduling happens on the event loop; waiting work occupies no thread.

We know of no maintained ASGI package that shares threads fairly between addresses.
"""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from typing import Any

from scrabble_site.limits.usage_budget import UsageBudget

MOVE_CLASS, COMMAND_CLASS, PAGE_CLASS = "move", "command", "page"

CLASS_WEIGHTS = {MOVE_CLASS: 6, COMMAND_CLASS: 3, PAGE_CLASS: 2}
"""Relative number of turns of each kind when all of them wait, so that no kind starves."""

YIELD_THRESHOLD_SECONDS = 0.15
"""An address that has used this many seconds more of its budget than another yields to it."""

MAX_YIELD_SECONDS = 0.5
"""Longest time, in seconds, that an address yields before it gets a thread again."""

YIELD_RECHECK_SECONDS = 0.02
"""Seconds after which a yielding address checks again whether the others have finished."""

WaitingByAddress = OrderedDict[str, deque[asyncio.Future[int]]]


class AtCapacityError(Exception):
    """The queue, or the number of places, is full."""


def half_share(count: int) -> int:
    """Return how many of ``count`` places one address may occupy: half, but at least one."""
    return max(1, count // 2)


class FairSlots:
    """Hands out slot numbers from 0 to ``count - 1``, the lowest free one first.

    Moves occupy at most half of the slots: because of Python's global lock, more running threads
    only make each other slower. Other work leaves ``kept`` slots to the moves, so a move finds one
    free or is next. ``places`` limits how many may wait (``None``: no limit). An address that has
    used up its ``share`` waits, except with moves; ``cost`` seconds of it are spent with each slot.
    ``at_work`` counts the running work of each address; several pools may share one counter.
    """

    def __init__(
        self,
        count: int,
        *,
        kept: int = 1,
        places: int | None = None,
        share: UsageBudget | None = None,
        cost: float = 0.0,
        at_work: Counter[str] | None = None,
    ) -> None:
        self._idle = list(range(count))
        self._half, self._max_others = half_share(count), max(1, count - kept)
        self._max_waiting, self.share, self._cost = places, share, cost
        self._working: Counter[str] = Counter()
        self._working_of: Counter[str] = Counter()
        self._at_work = Counter[str]() if at_work is None else at_work
        self._yields_since: dict[str, float] = {}
        self._waiting: dict[str, WaitingByAddress] = {kind: OrderedDict() for kind in CLASS_WEIGHTS}
        self._served: dict[str, float] = dict.fromkeys(CLASS_WEIGHTS, 0.0)
        self._now = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_due = 0.0

    @asynccontextmanager
    async def hold(
        self, kind: str, address: str, patience: float | None = None
    ) -> AsyncIterator[int]:
        """Hold a slot number, waiting in turn for a free one. Raises ``AtCapacityError`` if the
        queue is full, and ``TimeoutError`` after waiting for ``patience`` seconds."""
        async with asyncio.timeout(patience):
            number = await self._wait_for_slot(kind, address)
        try:
            yield number
        finally:
            self._release(number, kind, address)

    def count_waiting(self, address: str | None = None) -> int:
        """Count those who wait: all of them, or those of one address."""
        queues = self._waiting.values()
        if address is not None:
            return sum(len(queue.get(address, ())) for queue in queues)
        return sum(len(turns) for queue in queues for turns in queue.values())

    async def _wait_for_slot(self, kind: str, address: str) -> int:
        if address not in self._waiting[kind] and self._may_run(kind, address):
            return self._acquire(kind, address)
        self._require_place(address)
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[kind].setdefault(address, deque()).append(turn)
        self._set_alarm()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was assigned a slot just before
                self._release(turn.result(), kind, address)
            raise

    def _require_place(self, address: str) -> None:
        if self._max_waiting is None:
            return
        if self.count_waiting(address) >= half_share(self._max_waiting):
            raise AtCapacityError
        if self.count_waiting() >= self._max_waiting:
            raise AtCapacityError

    def _may_run(self, kind: str, address: str) -> bool:
        if not self._idle or self._working_of[address] >= self._half:
            return False
        if kind == MOVE_CLASS:
            return self._working[MOVE_CLASS] < self._half
        if self._working[COMMAND_CLASS] + self._working[PAGE_CLASS] >= self._max_others:
            return False
        return not self._wait_of(address)

    def _wait_of(self, address: str) -> float:
        """Return the seconds until an address may be given a thread, or is worth checking again;
        0 if it may have one now."""
        if self.share is None:
            return 0.0
        if wait := self.share.get_wait(address):
            return wait
        little = self.share.used_by(address) - YIELD_THRESHOLD_SECONDS
        if little < 0:
            return 0.0
        if self._working_of[address]:
            return YIELD_RECHECK_SECONDS
        if not any(self.share.used_by(one) <= little for one in self._at_work):
            return 0.0
        now = self.share.now()
        left = self._yields_since.setdefault(address, now) + MAX_YIELD_SECONDS - now
        return min(left, YIELD_RECHECK_SECONDS) if left > 0 else 0.0

    def _acquire(self, kind: str, address: str) -> int:
        self._working[kind] += 1
        self._working_of[address] += 1
        self._at_work[address] += 1
        self._yields_since.pop(address, None)
        if self.share is not None and self._cost:
            self.share.spend(address, self._cost)
        self._now = max(self._served[kind], self._now)
        self._served[kind] = self._now + 1 / CLASS_WEIGHTS[kind]
        return heappop(self._idle)

    def _release(self, number: int, kind: str, address: str) -> None:
        heappush(self._idle, number)
        self._working[kind] -= 1
        for working in (self._working_of, self._at_work):
            working[address] -= 1
            if not working[address]:
                del working[address]
        self._serve()

    def _serve(self) -> None:
        while (turn := self._next_turn()) is not None:
            kind, address, waiter = turn
            if not waiter.done():
                waiter.set_result(self._acquire(kind, address))
        self._set_alarm()

    def _next_turn(self) -> tuple[str, str, asyncio.Future[int]] | None:
        """Dequeue the next work that may run, if any. Its address moves to the end of its kind."""
        for kind in sorted(CLASS_WEIGHTS, key=lambda kind: max(self._served[kind], self._now)):
            waiting = self._waiting[kind]
            for address, turns in waiting.items():
                if self._may_run(kind, address):
                    waiter = turns.popleft()
                    self._yields_since.pop(address, None)
                    waiting.move_to_end(address)
                    if not turns:
                        del waiting[address]
                    return kind, address, waiter
        return None

    def _set_alarm(self) -> None:
        """Schedule the next check for the moment when the first of those who wait may run."""
        if self.share is None or not self._idle:
            return
        waiting = [
            (kind, one) for kind in (COMMAND_CLASS, PAGE_CLASS) for one in self._waiting[kind]
        ]
        waits = ((kind, one, self._wait_of(one)) for kind, one in waiting)
        # A wait of 0 means that the budget has refilled meanwhile: check at once.
        soon = [wait for kind, one, wait in waits if wait or self._may_run(kind, one)]
        if soon:
            loop = asyncio.get_running_loop()
            due = loop.time() + min(soon)
            if self._alarm is None or self._alarm_due > due:
                self._stop_alarm()
                self._alarm, self._alarm_due = loop.call_at(due, self._on_alarm), due

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _on_alarm(self) -> None:
        self._stop_alarm()
        self._serve()


class FairThreadPool:
    """Threads that are handed out by :class:`FairSlots`, the first idle one first, so that its
    caches are warm.

    ``clock`` is read in the thread to measure what work spends of a budget. By default it measures
    processor time.
    """

    def __init__(
        self,
        count: int,
        name: str = "web",
        *,
        kept: int = 1,
        places: int | None = None,
        share: UsageBudget | None = None,
        at_work: Counter[str] | None = None,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._threads = [
            ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"{name}-{number}")
            for number in range(count)
        ]
        self._turns = FairSlots(count, kept=kept, places=places, share=share, at_work=at_work)
        self._clock = clock

    async def run(
        self,
        kind: str,
        address: str,
        work: Callable[..., Any],
        *args: Any,
        patience: float | None = None,
    ) -> Any:
        """Run ``work`` in a thread. Raises ``AtCapacityError`` if the queue is full, and
        ``TimeoutError`` if the work has not begun after ``patience`` seconds."""
        async with self._turns.hold(kind, address, patience) as number:
            used: list[float] = []
            loop = asyncio.get_running_loop()
            try:
                thread = self._threads[number]
                return await loop.run_in_executor(thread, self._measure, used, work, *args)
            finally:
                if self._turns.share is not None and used:
                    self._turns.share.spend(address, used[0])

    def count_waiting(self) -> int:
        return self._turns.count_waiting()

    def _measure(self, used: list[float], work: Callable[..., Any], *args: Any) -> Any:
        begun = self._clock()
        try:
            return work(*args)
        finally:
            used.append(self._clock() - begun)
