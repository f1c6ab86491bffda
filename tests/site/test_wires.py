"""Connections that say nothing, read nothing or are too many end, and nothing of them is kept."""

import asyncio
from collections.abc import Callable
from unittest.mock import Mock

import pytest
import uvicorn
from uvicorn.server import ServerState

from scrabble_site import wires
from scrabble_site.wires import RequestWire
from tests.site.test_supervise import run_apart

HERE, THERE = "192.0.2.7", "198.51.100.7"


class Line:
    """A transport; ``ended`` once the server has given it up."""

    def __init__(self, peer: str) -> None:
        self.ended = asyncio.Event()
        self.transport = Mock(asyncio.Transport)
        self.transport.abort.side_effect = self.ended.set
        self.transport.is_closing.side_effect = self.ended.is_set
        names = {"peername": (peer, 4000), "sockname": ("127.0.0.1", 8000)}
        self.transport.get_extra_info.side_effect = lambda name, *_default: names.get(name)


def opener() -> Callable[..., tuple[RequestWire, Line]]:
    config = uvicorn.Config(Mock(), log_config=None, lifespan="off")
    config.load()
    state = ServerState()

    def open_one(peer: str = HERE) -> tuple[RequestWire, Line]:
        wire, line = RequestWire(config, state, {}), Line(peer)
        wire.connection_made(line.transport)
        return wire, line

    return open_one


@pytest.fixture(autouse=True)
def _nobody_is_connected() -> None:
    RequestWire._connections.clear()


def test_whoever_says_nothing_or_never_ends_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(wires, "HEAD_PATIENCE", 0.0)

    async def wait() -> None:
        open_one = opener()
        _silent, silent_line = open_one()
        slow, slow_line = open_one()
        slow.data_received(b"GET / HTTP/1.1\r\nHost: til")
        async with asyncio.timeout(20):
            await silent_line.ended.wait()
            await slow_line.ended.wait()

    run_apart(wait())


def test_whoever_reads_nothing_of_an_answer_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(wires, "READ_PATIENCE", 0.0)

    async def wait() -> None:
        open_one = opener()
        reads_again, line = open_one()
        reads_again.pause_writing()
        reads_again.resume_writing()
        stopped, stopped_line = open_one()
        stopped.pause_writing()
        async with asyncio.timeout(20):
            await stopped_line.ended.wait()
        assert not line.ended.is_set()

    run_apart(wait())


def test_one_address_has_so_many_connections(settings) -> None:
    settings.LIMITED = True
    settings.AT_ONCE = settings.AT_ONCE | {"connections_of_address": 2}
    settings.TRUSTED_PROXIES = ["198.51.100.0/24"]
    wires.is_proxy.cache_clear()

    async def connect() -> None:
        open_one = opener()
        opened = [open_one() for _ in range(3)]
        assert [line.ended.is_set() for _wire, line in opened] == [False, False, True]
        proxied = [open_one(THERE) for _ in range(5)]
        assert not any(line.ended.is_set() for _wire, line in proxied)
        for wire, _line in opened + proxied:
            wire.connection_lost(None)
        assert not RequestWire._connections

    try:
        run_apart(connect())
    finally:
        wires.is_proxy.cache_clear()
