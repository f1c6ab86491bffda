"""How long a move takes to reach N spectators of one game, and what that costs the server.

The baseline is a server that only sends the same bytes to as many sockets.
"""

import asyncio
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.rules.plays.acts import Act, Exchange
from tests.live.live_table import Table
from tests.live.play_finder import find_plays
from tests.load.baseline_server import END, BaselineClient, BaselineServer
from tests.load.move_throughput import PersistentVisitor
from tests.load.resource_usage import get_cpu_seconds, get_resident_bytes
from tests.load.socket_client import SpectatorSocket

BATCH = 50
MOVE_LIMIT = 20.0
"""Seconds within which a move must reach all spectators, or the run fails."""
PLAYS = 6
"""Turns in which tiles are played; exchanges, which can continue forever, follow."""
PAUSE = 0.15
"""Seconds of rest between two moves."""


@dataclass
class MoveDelivery:
    """The delivery of one move: seconds after the POST was begun."""

    expected: int
    begun: float = 0.0
    times: list[float] = field(default_factory=list)
    complete: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, moment: float) -> None:
        self.times.append(moment - self.begun)
        if len(self.times) >= self.expected:
            self.complete.set()


@dataclass(frozen=True)
class DeliveryTimes:
    """Medians over the moves, in seconds until half and until all of the spectators have it."""

    half: float
    last: float

    @classmethod
    def over(cls, done: list[MoveDelivery]) -> "DeliveryTimes":
        return cls(
            statistics.median(statistics.median(one.times) for one in done),
            statistics.median(max(one.times) for one in done),
        )


@dataclass(frozen=True)
class PushFigures:
    spectators: int
    bare: DeliveryTimes
    here: DeliveryTimes
    waited: float
    waited_alone: float
    cpu: float
    memory: float
    languages: int = 1

    def compare(self, other: "PushFigures") -> str:
        """Return how many times the cost of ``other`` a move has here."""
        rows = {
            "half": self.here.half / other.here.half,
            "last": self.here.last / other.here.last,
            "the mover's wait": self.waited / other.waited,
            "the server's time": self.cpu / other.cpu,
        }
        return (
            f"{self.spectators:5} spectators in {self.languages} languages, times those in "
            f"{other.languages}: "
            + ", ".join(f"{name} {ratio:.2f}" for name, ratio in rows.items())
        )

    def __str__(self) -> str:
        ratio, last = self.here.half / self.bare.half, self.here.last / self.bare.last
        return (
            f"{self.spectators:5} spectators: half {_ms(self.here.half)}, "
            f"last {_ms(self.here.last)}; "
            f"bare {_ms(self.bare.half)}, {_ms(self.bare.last)}: {ratio:.1f} and {last:.1f} times; "
            f"the mover waits {_ms(self.waited)} (with none {_ms(self.waited_alone)}); "
            f"{self.cpu * 1e6:.0f} µs of the server's time a delivery, "
            f"{self.memory / 1000:.0f} kB a socket"
        )


async def measure_push(
    table: Table,
    spectators: int,
    moves: int,
    bare: BaselineServer,
    languages: Sequence[str] = ("en",),
) -> PushFigures:
    """Open this many spectators' pages, make moves, and time each delivery to each of them.

    The pages are read in these languages, each in as many of them.
    """
    table.people = [PersistentVisitor(person) for person in table.people]
    alone = [await _move(table) for _ in range(moves)]
    before = get_resident_bytes(table.site)
    current = MoveDelivery(spectators)
    found = await _open_all(table, spectators, lambda moment: current.note(moment), languages)
    memory = (get_resident_bytes(table.site) - before) / spectators
    try:
        done, waits, cpu = [], [], get_cpu_seconds(table.site)
        for _ in range(moves):
            current = MoveDelivery(spectators)
            waits.append(await _move(table, current))
            await asyncio.wait_for(current.complete.wait(), MOVE_LIMIT)
            done.append(current)
            await asyncio.sleep(PAUSE)
        cpu = get_cpu_seconds(table.site) - cpu - sum(cost for _wait, cost in alone)
        size = len(found[0].newest)
    finally:
        for one in found:
            one.transport.abort()
    return PushFigures(
        spectators,
        DeliveryTimes.over(await measure_bare(bare, spectators, moves, size)),
        DeliveryTimes.over(done),
        statistics.median(wait for wait, _cost in waits),
        statistics.median(wait for wait, _cost in alone),
        cpu / (spectators * moves),
        memory,
        len(languages),
    )


async def measure_idle_sockets(table: Table, spectators: int, seconds: float) -> float:
    """Return the server's processor time per socket and second without any moves."""
    found = await _open_all(table, spectators, lambda _moment: None)
    cpu = get_cpu_seconds(table.site)
    await asyncio.sleep(seconds)
    cpu = get_cpu_seconds(table.site) - cpu
    for one in found:
        one.transport.abort()
    return cpu / seconds / spectators


async def measure_reconnect_storm(table: Table, pages: int) -> str:
    """Reconnect this many pages at once, all with an old stamp."""
    stamp = table.people[0].get(table.path + "bundle").bundle.stamp
    await _move(table)
    cpu, current = get_cpu_seconds(table.site), MoveDelivery(pages, time.perf_counter())
    loop = asyncio.get_running_loop()
    found = await asyncio.gather(
        *(_open(loop, table, number, current.note, stamp) for number in range(pages))
    )
    await asyncio.wait_for(current.complete.wait(), 60)
    took, cpu = max(current.times), get_cpu_seconds(table.site) - cpu
    for one in found:
        one.transport.abort()
    return (
        f"{pages:5} pages come back at once: all current after {took:.1f} s, "
        f"{cpu:.1f} s of the server's time"
    )


async def _move(table: Table, delivery: MoveDelivery | None = None) -> tuple[float, float]:
    """Make a move; return how long the player waited, and the processor seconds of the server."""
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

    cpu = get_cpu_seconds(table.site)
    waited = await asyncio.to_thread(post)
    table.follow(seat, act)
    return waited, get_cpu_seconds(table.site) - cpu


async def _open_all(
    table: Table, count: int, note: Callable[[float], None], languages: Sequence[str] = ("en",)
) -> list[SpectatorSocket]:
    loop, found = asyncio.get_running_loop(), list[SpectatorSocket]()
    for start in range(0, count, BATCH):
        numbers = range(start, min(start + BATCH, count))
        batch = [
            await _open(loop, table, number, note, language=languages[number % len(languages)])
            for number in numbers
        ]
        found += batch
        await asyncio.wait_for(asyncio.gather(*(one.opened for one in batch)), 30)
    return found


async def _open(
    loop: asyncio.AbstractEventLoop,
    table: Table,
    number: int,
    note: Callable[[float], None],
    stamp: int = 0,
    language: str = "en",
) -> SpectatorSocket:
    web = table.site.web(number)
    _transport, spectator = await loop.create_connection(
        lambda: SpectatorSocket(web, table.code, note, stamp, language), "127.0.0.1", web.port
    )
    return spectator


async def measure_bare(
    server: BaselineServer, count: int, moves: int, size: int
) -> list[MoveDelivery]:
    """Let the baseline server send so many bytes to as many sockets, once for each move."""
    loop, done = asyncio.get_running_loop(), list[MoveDelivery]()
    current = MoveDelivery(count)

    def connect() -> BaselineClient:
        return BaselineClient(size, lambda moment: current.note(moment))

    connections = [
        await loop.create_connection(connect, "127.0.0.1", server.port) for _ in range(count)
    ]
    voice, _ear = await loop.create_connection(connect, "127.0.0.1", server.port)
    await asyncio.sleep(PAUSE)
    for _ in range(moves):
        current = MoveDelivery(count, time.perf_counter())
        voice.write(b"x" * (size - 1) + END)
        await asyncio.wait_for(current.complete.wait(), MOVE_LIMIT)
        done.append(current)
        await asyncio.sleep(PAUSE)
    for transport, _protocol in connections:
        transport.abort()
    voice.abort()
    return done


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"
