"""Who gets a thread next: moves before other commands before pages, and every address in its turn.

Everything here happens on the event loop; the threads only work.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from heapq import heappop, heappush
from typing import Any

MOVE, COMMAND, PAGE = "move", "command", "page"

Waiting = OrderedDict[str, deque[asyncio.Future[int]]]


class FairThreads:
    """Lends single threads; the first that is idle comes first, so that its caches are warm.

    Moves take no more than half of them: threads take turns at Python anyway, and the more do, the
    longer each of them needs. All else leaves one to the moves, and the pages of one address take
    no more than half, so a move finds one free or is next.
    """

    def __init__(self, count: int, name: str = "web") -> None:
        self._threads = [
            ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"{name}-{number}")
            for number in range(count)
        ]
        self._idle = list(range(count))
        self._half, self._all_but_one = max(1, count // 2), max(1, count - 1)
        self._working: Counter[str] = Counter()
        self._pages: Counter[str] = Counter()
        self._waiting: dict[str, Waiting] = {kind: OrderedDict() for kind in (MOVE, COMMAND, PAGE)}

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
        if not self._idle:
            return False
        if kind == MOVE:
            return self._working[MOVE] < self._half
        if self._working[COMMAND] + self._working[PAGE] >= self._all_but_one:
            return False
        return kind == COMMAND or self._pages[address] < self._half

    def _lend(self, kind: str, address: str) -> int:
        self._working[kind] += 1
        if kind == PAGE:
            self._pages[address] += 1
        return heappop(self._idle)

    def _give_back(self, number: int, kind: str, address: str) -> None:
        heappush(self._idle, number)
        self._working[kind] -= 1
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
