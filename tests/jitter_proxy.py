"""A bad line between browsers and a site: ``JITTER=slow`` or ``JITTER=cut``, see ``make jitter``.

A :class:`JitterProxy` holds every part of the traffic back for a random time and keeps the order.
Cut about once a minute, it also ends all connections and refuses new ones for two seconds.
"""

import asyncio
import os
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from random import Random
from typing import Literal

Form = Literal["slow", "cut"]
Parts = asyncio.Queue[tuple[float, bytes]]
"""Data with the time at which it may be forwarded; empty at the end."""
DOWN, UP = 0.120, 0.030
"""Mean seconds from the server to the page, and from the page to the server."""
MOST = 0.5
OUTAGE = 2.0
BETWEEN_CUTS = 40.0, 80.0
PART = 1 << 16
SEED = os.environ.get("JITTER_SEED", "a train")

hold_line = threading.RLock()
"""While this lock is held, no line is cut."""


def read_form() -> Form | None:
    """Return the kind of line that the environment requests."""
    match os.environ.get("JITTER", ""):
        case "slow":
            return "slow"
        case "cut":
            return "cut"
        case other:
            assert not other, f"JITTER={other}: slow or cut"
            return None


def draw_delays(seed: str, mean: float) -> Iterator[float]:
    """Return endless delays in seconds, the same for a seed."""
    rng = Random(seed)
    while True:
        yield min(rng.expovariate(1 / mean), MOST)


class JitterProxy:
    """Forwards connections to a port of this machine, from the port of ``url``.

    The delays of its n-th connection are the same for a seed, for each part of the traffic.
    """

    def __init__(self, server_port: int, form: Form, seed: str = SEED) -> None:
        self._server_port = server_port
        self._seed = seed
        self._numbers = count(1)
        self._closing = threading.Event()
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        # Bound and deaf, it keeps the port for this proxy while the line is cut.
        self._kept = _bind(0)
        self.port = int(self._kept.getsockname()[1])
        self._loop = asyncio.new_event_loop()
        self._threads = [threading.Thread(target=self._loop.run_forever, daemon=True)]
        if form == "cut":
            self._threads.append(threading.Thread(target=self._cut_now_and_then, daemon=True))
        for thread in self._threads:
            thread.start()
        self._run(self._listen())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def cut(self) -> Iterator[None]:
        """End all connections, and refuse new ones until the end of the block."""
        with hold_line:
            self._run(self._hang_up())
            try:
                yield
            finally:
                self._run(self._listen())

    def close(self) -> None:
        self._closing.set()
        for thread in self._threads[1:]:
            thread.join()
        self._run(self._hang_up())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._threads[0].join()
        self._loop.close()
        self._kept.close()

    def _run(self, work: Coroutine[None, None, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _cut_now_and_then(self) -> None:
        rng = Random(f"{self._seed}/cuts")
        while not self._closing.wait(rng.uniform(*BETWEEN_CUTS)):
            while not hold_line.acquire(timeout=1):
                if self._closing.is_set():
                    return
            try:
                with self.cut():
                    self._closing.wait(OUTAGE)
            finally:
                hold_line.release()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._accept, sock=_bind(self.port), limit=PART)

    async def _hang_up(self) -> None:
        assert self._server is not None
        self._server.close()
        self._server = None
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            if self._server is not None:  # else this one came as the line was cut
                await self._carry(reader, writer)
        except (asyncio.CancelledError, ExceptionGroup, OSError):
            writer.transport.abort()
        finally:
            writer.close()
            self._connections.discard(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward a connection until it ends. If one side aborts it, so does the other."""
        seed = f"{self._seed}/{next(self._numbers)}"
        server_reader, server_writer = await asyncio.open_connection(
            "127.0.0.1", self._server_port, limit=PART
        )
        try:
            async with asyncio.TaskGroup() as tasks:
                for source, target, delays in (
                    (reader, server_writer, draw_delays(f"{seed}/up", UP)),
                    (server_reader, writer, draw_delays(f"{seed}/down", DOWN)),
                ):
                    parts: Parts = asyncio.Queue()
                    tasks.create_task(_receive(source, parts, delays))
                    tasks.create_task(_send(parts, target))
        except (asyncio.CancelledError, ExceptionGroup):
            server_writer.transport.abort()
            raise
        finally:
            server_writer.close()


def open_line(server_port: int) -> JitterProxy | None:
    """Return a line to the server of the kind that the environment requests, if any."""
    form = read_form()
    return JitterProxy(server_port, form) if form else None


async def _receive(reader: asyncio.StreamReader, parts: Parts, delays: Iterator[float]) -> None:
    due, data = 0.0, b"more"
    while data:
        data = await reader.read(PART)
        due = max(due, asyncio.get_running_loop().time() + next(delays))
        parts.put_nowait((due, data))


async def _send(parts: Parts, writer: asyncio.StreamWriter) -> None:
    while True:
        due, data = await parts.get()
        await asyncio.sleep(due - asyncio.get_running_loop().time())
        if not data:
            with suppress(OSError):
                writer.write_eof()
            return
        writer.write(data)
        await writer.drain()


def _bind(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind(("127.0.0.1", port))
    return bound
