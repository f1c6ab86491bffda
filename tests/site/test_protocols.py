"""Connections that send nothing, read nothing or are too many are closed without a trace."""

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
import uvloop
from uvicorn.server import ServerState

from games.common.request_arrivals import ARRIVAL
from scrabble_site.server import protocols
from scrabble_site.server.protocols import RequestProtocol
from tests.processes import PATIENCE
from tests.site.test_worker_restarts import run_in_thread

HERE, THERE = "192.0.2.7", "198.51.100.7"


class FakeTransport:
    """A transport; ``ended`` is set once the server has aborted it."""

    def __init__(self, peer: str) -> None:
        self.ended = asyncio.Event()
        self.transport = Mock(asyncio.Transport)
        self.transport.abort.side_effect = self.ended.set
        self.transport.is_closing.side_effect = self.ended.is_set
        names = {"peername": (peer, 4000), "sockname": ("127.0.0.1", 8000)}
        self.transport.get_extra_info.side_effect = lambda name, *_default: names.get(name)


def opener() -> Callable[..., tuple[RequestProtocol, FakeTransport]]:
    config = uvicorn.Config(Mock(), log_config=None, lifespan="off")
    config.load()
    state = ServerState()

    def open_one(peer: str = HERE) -> tuple[RequestProtocol, FakeTransport]:
        wire, line = RequestProtocol(config, state, {}), FakeTransport(peer)
        wire.connection_made(line.transport)
        return wire, line

    return open_one


@pytest.fixture(autouse=True)
def _no_connections() -> None:
    RequestProtocol._connections.clear()


def test_a_silent_or_endless_client_is_dropped(monkeypatch) -> None:
    monkeypatch.setattr(protocols, "HEAD_TIMEOUT", 0.0)

    async def wait() -> None:
        open_one = opener()
        _silent, silent_line = open_one()
        slow, slow_line = open_one()
        slow.data_received(b"GET / HTTP/1.1\r\nHost: til")
        async with asyncio.timeout(PATIENCE):
            await silent_line.ended.wait()
            await slow_line.ended.wait()

    run_in_thread(wait())


def test_a_client_that_reads_no_answer_is_dropped(monkeypatch) -> None:
    monkeypatch.setattr(protocols, "READ_TIMEOUT", 0.0)

    async def wait() -> None:
        open_one = opener()
        reads_again, line = open_one()
        reads_again.pause_writing()
        reads_again.resume_writing()
        stopped, stopped_line = open_one()
        stopped.pause_writing()
        async with asyncio.timeout(PATIENCE):
            await stopped_line.ended.wait()
        assert not line.ended.is_set()

    run_in_thread(wait())


def test_connections_of_one_address_are_limited(settings) -> None:
    settings.LIMITS_ENABLED = True
    settings.CONCURRENCY_LIMITS = settings.CONCURRENCY_LIMITS | {"connections_of_address": 2}
    settings.TRUSTED_PROXIES = ["198.51.100.0/24"]
    protocols.is_trusted_proxy.cache_clear()

    async def connect() -> None:
        open_one = opener()
        opened = [open_one() for _ in range(3)]
        assert [line.ended.is_set() for _wire, line in opened] == [False, False, True]
        proxied = [open_one(THERE) for _ in range(5)]
        assert not any(line.ended.is_set() for _wire, line in proxied)
        for wire, _line in opened + proxied:
            wire.connection_lost(None)
        assert not RequestProtocol._connections

    try:
        run_in_thread(connect())
    finally:
        protocols.is_trusted_proxy.cache_clear()


STALL_SECONDS = 5.0
HEAD_SECONDS = 2.0
"""Between the head of a request and its last byte."""
POST = b"POST /r/x/pass HTTP/1.1\r\nHost: tiles\r\nContent-Length: 4\r\n\r\n"


class RecordingApplication:
    """An application that records when its request arrived, according to the server."""

    def __init__(self) -> None:
        self.arrived: asyncio.Future[float] = asyncio.Future()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        self.arrived.set_result(scope["extensions"][ARRIVAL].at)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})


async def ask(stall: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Send a request, and run ``stall`` on the server's loop before it can be read.

    Returns when its last byte was sent, and when the server says that it arrived.
    """
    asked = RecordingApplication()
    config = uvicorn.Config(asked, http=RequestProtocol, log_config=None, lifespan="off")
    config.load()
    state, loop = ServerState(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: RequestProtocol(config, state, {}), "127.0.0.1", 0)
    with socket.create_connection(server.sockets[0].getsockname()) as line:
        await asyncio.sleep(0.2)  # the connection is open and the loop idle
        line.sendall(POST)
        await asyncio.sleep(HEAD_SECONDS)
        sent = time.time()
        line.sendall(b"a=bc")
        await stall()
        arrived = await asyncio.wait_for(asked.arrived, PATIENCE)
    server.close()
    return sent, arrived


async def _stand_still() -> None:
    time.sleep(STALL_SECONDS)  # noqa: ASYNC251 - that is what is tried


async def _stay_idle() -> None:
    pass


@pytest.mark.realtime
@pytest.mark.parametrize("loop_kind", ["asyncio", "uvloop"])
@pytest.mark.parametrize("stall", [_stay_idle, _stand_still])
def test_a_request_arrives_with_its_last_byte_even_on_a_busy_server(
    stall: Callable[[], Awaitable[None]], loop_kind: str
) -> None:
    """Its head was sent earlier, and the server reads the last byte later."""
    factory = uvloop.new_event_loop if loop_kind == "uvloop" else asyncio.new_event_loop
    with ThreadPoolExecutor(1) as executor:
        sent, arrived = executor.submit(run_in, factory, ask(stall)).result()
    assert -HEAD_SECONDS / 2 < arrived - sent < STALL_SECONDS - 1


def run_in(factory: Callable[[], asyncio.AbstractEventLoop], work: Any) -> Any:
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(work)
