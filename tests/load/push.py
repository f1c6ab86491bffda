"""How long a move takes to reach N watchers of one game, and how many bundles a second go out."""

import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.live.tables import Table
from tests.load.wire import Watcher

BATCH = 50
MOVE_LIMIT = 20.0
"""Seconds after which a move counts as not delivered to all."""


@dataclass
class Delivery:
    """One move's way to everybody: seconds after the POST was begun."""

    expected: int
    begun: float = 0.0
    times: list[float] = field(default_factory=list)
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, moment: float) -> None:
        self.times.append(moment - self.begun)
        if len(self.times) >= self.expected:
            self.complete.set()


@dataclass(frozen=True)
class PushFigures:
    watchers: int
    median: float
    p95: float
    per_second: float

    def __str__(self) -> str:
        return (
            f"{self.watchers:5} watchers: median {self.median * 1000:6.0f} ms, "
            f"p95 {self.p95 * 1000:6.0f} ms, {self.per_second:7.0f} deliveries/s"
        )


async def measure_push(table: Table, watchers: int, moves: int) -> PushFigures:
    """Let so many look on, make some moves, and time each one's way to each of them."""
    loop = asyncio.get_running_loop()
    current = Delivery(watchers)
    found: list[Watcher] = []

    def note(moment: float) -> None:
        current.note(moment)

    try:
        for start in range(0, watchers, BATCH):
            batch = [
                await _open(loop, table, number, note)
                for number in range(start, min(start + BATCH, watchers))
            ]
            found += batch
            await asyncio.wait_for(asyncio.gather(*(one.opened for one in batch)), 30)
        done = []
        for _ in range(moves):
            current = Delivery(watchers, time.perf_counter())
            await asyncio.to_thread(table.play)
            await asyncio.wait_for(current.complete.wait(), MOVE_LIMIT)
            done.append(current)
    finally:
        for one in found:
            one.transport.abort()
    return _sum_up(watchers, done)


async def _open(
    loop: asyncio.AbstractEventLoop, table: Table, number: int, note: Callable[[float], None]
) -> Watcher:
    web = table.site.web(number)
    _transport, watcher = await loop.create_connection(
        lambda: Watcher(web, table.code, note),
        "127.0.0.1",
        web.port,
    )
    return watcher


def _sum_up(watchers: int, done: list[Delivery]) -> PushFigures:
    times = sorted(moment for delivery in done for moment in delivery.times)
    spans = [max(delivery.times) - min(delivery.times) for delivery in done]
    per_second = statistics.median((watchers - 1) / max(span, 1e-6) for span in spans)
    return PushFigures(
        watchers, statistics.median(times), times[int(len(times) * 0.95)], per_second
    )
