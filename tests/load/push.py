"""How long a move takes to reach N watchers of one game, and what that costs the server.

The same bytes to as many sockets by a server that does nothing else are the measure.
"""

import asyncio
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from games.rules.moves import Act, Exchange
from tests.live.plays import find_plays
from tests.live.tables import Table
from tests.load.bare import END, BareServer, Ear
from tests.load.costs import cpu_of, memory_of
from tests.load.moves import KeptVisitor
from tests.load.wire import Watcher

BATCH = 50
MOVE_LIMIT = 20.0
"""Seconds after which a move counts as not delivered to all."""
PLAYS = 6
"""Turns in which tiles are laid; exchanges can go on for ever."""
PAUSE = 0.15
"""Seconds of rest between two moves."""


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
class Spread:
    """Medians over the moves, in seconds: half of the watchers have it, the last has it."""

    half: float
    last: float

    @classmethod
    def over(cls, done: list[Delivery]) -> "Spread":
        return cls(
            statistics.median(statistics.median(one.times) for one in done),
            statistics.median(max(one.times) for one in done),
        )


@dataclass(frozen=True)
class PushFigures:
    watchers: int
    bare: Spread
    here: Spread
    waited: float
    waited_alone: float
    cpu: float
    memory: float

    def __str__(self) -> str:
        ratio, last = self.here.half / self.bare.half, self.here.last / self.bare.last
        return (
            f"{self.watchers:5} watchers: half {_ms(self.here.half)}, last {_ms(self.here.last)}; "
            f"bare {_ms(self.bare.half)}, {_ms(self.bare.last)}: {ratio:.1f} and {last:.1f} times; "
            f"the mover waits {_ms(self.waited)} (with none {_ms(self.waited_alone)}); "
            f"{self.cpu * 1e6:.0f} µs of the server's time a delivery, "
            f"{self.memory / 1000:.0f} kB a socket"
        )


async def measure_push(table: Table, watchers: int, moves: int, bare: BareServer) -> PushFigures:
    """Let so many look on, make some moves, and time each one's way to each of them."""
    table.people = [KeptVisitor(person) for person in table.people]
    alone = [await _move(table) for _ in range(moves)]
    before = memory_of(table.site)
    current = Delivery(watchers)
    found = await _open_all(table, watchers, lambda moment: current.note(moment))
    memory = (memory_of(table.site) - before) / watchers
    try:
        done, waits, cpu = [], [], cpu_of(table.site)
        for _ in range(moves):
            current = Delivery(watchers)
            waits.append(await _move(table, current))
            await asyncio.wait_for(current.complete.wait(), MOVE_LIMIT)
            done.append(current)
            await asyncio.sleep(PAUSE)
        cpu = cpu_of(table.site) - cpu - sum(cost for _wait, cost in alone)
        size = len(found[0].newest)
    finally:
        for one in found:
            one.transport.abort()
    return PushFigures(
        watchers,
        Spread.over(await _measure_bare(bare, watchers, moves, size)),
        Spread.over(done),
        statistics.median(wait for wait, _cost in waits),
        statistics.median(wait for wait, _cost in alone),
        cpu / (watchers * moves),
        memory,
    )


async def measure_rest(table: Table, watchers: int, seconds: float) -> float:
    """Seconds of the server's time that a socket costs a second while nobody moves."""
    found = await _open_all(table, watchers, lambda _moment: None)
    cpu = cpu_of(table.site)
    await asyncio.sleep(seconds)
    cpu = cpu_of(table.site) - cpu
    for one in found:
        one.transport.abort()
    return cpu / seconds / watchers


async def measure_storm(table: Table, pages: int) -> str:
    """So many pages come back at once, all with an old stamp."""
    stamp = table.people[0].get(table.path + "bundle").bundle.stamp
    await _move(table)
    cpu, current = cpu_of(table.site), Delivery(pages, time.perf_counter())
    loop = asyncio.get_running_loop()
    found = await asyncio.gather(
        *(_open(loop, table, number, current.note, stamp) for number in range(pages))
    )
    await asyncio.wait_for(current.complete.wait(), 60)
    took, cpu = max(current.times), cpu_of(table.site) - cpu
    for one in found:
        one.transport.abort()
    return (
        f"{pages:5} pages come back at once: all current after {took:.1f} s, "
        f"{cpu:.1f} s of the server's time"
    )


async def _move(table: Table, delivery: Delivery | None = None) -> tuple[float, float]:
    """Make a move; how long the mover waited, and what it cost the server."""
    seat = table.mover
    act: Act = Exchange(table.state.seats[seat].rack[:1])
    if table.state.turn_number < PLAYS:
        act = find_plays(table.state, seat)[0]

    def post() -> float:
        begun = time.perf_counter()
        if delivery is not None:
            delivery.begun = begun
        answer = table.send(seat, act)
        assert answer.status == 200, answer.text[:200]
        return time.perf_counter() - begun

    cpu = cpu_of(table.site)
    waited = await asyncio.to_thread(post)
    table.follow(seat, act)
    return waited, cpu_of(table.site) - cpu


async def _open_all(table: Table, count: int, note: Callable[[float], None]) -> list[Watcher]:
    loop, found = asyncio.get_running_loop(), list[Watcher]()
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        batch = [await _open(loop, table, number, note) for number in numbers]
        found += batch
        await asyncio.wait_for(asyncio.gather(*(one.opened for one in batch)), 30)
    return found


async def _open(
    loop: asyncio.AbstractEventLoop,
    table: Table,
    number: int,
    note: Callable[[float], None],
    stamp: int = 0,
) -> Watcher:
    web = table.site.web(number)
    _transport, watcher = await loop.create_connection(
        lambda: Watcher(web, table.code, note, stamp), "127.0.0.1", web.port
    )
    return watcher


async def _measure_bare(server: BareServer, count: int, moves: int, size: int) -> list[Delivery]:
    loop, done = asyncio.get_running_loop(), list[Delivery]()
    current = Delivery(count)

    def connect() -> Ear:
        return Ear(size, lambda moment: current.note(moment))

    ears = [await loop.create_connection(connect, "127.0.0.1", server.port) for _ in range(count)]
    voice, _ear = await loop.create_connection(connect, "127.0.0.1", server.port)
    await asyncio.sleep(PAUSE)
    for _ in range(moves):
        current = Delivery(count, time.perf_counter())
        voice.write(b"x" * (size - 1) + END)
        await asyncio.wait_for(current.complete.wait(), MOVE_LIMIT)
        done.append(current)
        await asyncio.sleep(PAUSE)
    for transport, _protocol in ears:
        transport.abort()
    voice.abort()
    return done


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"
