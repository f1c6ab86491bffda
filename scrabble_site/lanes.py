"""Who gets a thread next: commands before pages, and every address in its turn.

Everything here happens on the event loop; the threads only work.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from typing import Any

COMMAND, PAGE = "command", "page"

Waiting = OrderedDict[str, deque[asyncio.Future[int]]]


class FairThreads:
    """Lends single threads; the first that is idle comes first, so that its caches are warm.

    Pages never take all of them, and those of one address no more than half, so a command finds
    one free or is next.
    """

    def __init__(self, count: int, name: str = "web") -> None:
        self._threads = [
            ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"{name}-{number}")
            for number in range(count)
        ]
        self._idle = list(range(count))
        self._most_pages = max(1, count - 1)
        self._most_of_address = max(1, count // 2)
        self._pages: Counter[str] = Counter()
        self._waiting: dict[str, Waiting] = {COMMAND: OrderedDict(), PAGE: OrderedDict()}

    async def run(self, kind: str, address: str, work: Callable[..., Any], *args: Any) -> Any:
        number = await self._take(kind, address)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads[number], work, *args)
        finally:
            self._give_back(number, kind, address)

    def count_waiting(self) -> int:
        return sum(len(turns) for waiting in self._waiting.values() for turns in waiting.values())

    async def _take(self, kind: str, address: str) -> int:
        """The number of a thread, at once or when one's turn has come."""
        if address not in self._waiting[kind] and self._may_run(kind, address):
            return self._lend(kind, address)
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[kind].setdefault(address, deque()).append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result(), kind, address)
            raise

    def _may_run(self, kind: str, address: str) -> bool:
        if kind == COMMAND or not self._idle:
            return bool(self._idle)
        if self._pages.total() >= self._most_pages:
            return False
        return self._pages[address] < self._most_of_address

    def _lend(self, kind: str, address: str) -> int:
        if kind == PAGE:
            self._pages[address] += 1
        return heappop(self._idle)

    def _give_back(self, number: int, kind: str, address: str) -> None:
        heappush(self._idle, number)
        if kind == PAGE:
            self._pages[address] -= 1
            self._pages += Counter()  # forgets whom it counts no more
        while (turn := self._next_turn()) is not None:
            kind, address, waiter = turn
            if not waiter.done():
                waiter.set_result(self._lend(kind, address))

    def _next_turn(self) -> tuple[str, str, asyncio.Future[int]] | None:
        """Who may run now; their address then waits for all the others."""
        for kind, waiting in self._waiting.items():
            for address, turns in waiting.items():
                if self._may_run(kind, address):
                    waiter = turns.popleft()
                    waiting.move_to_end(address)
                    if not turns:
                        del waiting[address]
                    return kind, address, waiter
        return None
