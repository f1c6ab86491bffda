"""Hundreds of connections that never finish a request or never read, against a real process.

Each costs a bounded amount of memory, all are closed in the end, and people who are playing notice
nothing. ``ATTACK_DEAF`` is their number; ``make attack`` opens 500. The server has short timeouts
(:mod:`tests.attack.short_timeouts`).
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from games.rules.plays.acts import Exchange
from tests.attack.raw_connection import RawConnection
from tests.attack.short_timeouts import PROGRAM
from tests.live.live_table import TEST_SEED, Table
from tests.load.resource_usage import get_resident_bytes
from tests.processes import wait_until
from tests.site_processes import Site, SiteMaker, WebServer

pytestmark = pytest.mark.servers

DEAF = int(os.environ.get("ATTACK_DEAF", "100"))
MOVES = 12
"""More moves than the server sends to a page that acknowledges none."""
MAX_EACH, MAX_AT_ONCE = 200_000, 20_000_000
"""Bytes of memory that one connection may cost, and what the process may gain beside, once."""
GONE = 60 + DEAF / 10
"""Seconds after which the server must have closed all of them."""


@pytest.fixture(scope="module")
def site(site_maker: SiteMaker) -> Iterator[Site]:
    made = site_maker.make("embedded", program=PROGRAM, TEST_SEED=TEST_SEED)
    yield made
    assert not made.tracebacks(), made.log_text()
    site_maker.close(made)


def connections(web: WebServer) -> int:
    """Return how many sockets a process holds open, for WebSockets and requests alike."""
    kept = 0
    for one in Path(f"/proc/{web.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed in the meantime
            kept += os.readlink(one).startswith("socket:")
    return kept


def exchange(table: Table) -> int:
    """Make a move that can be repeated endlessly, and return the room's stamp after it."""
    tile = table.state.seats[table.mover].rack[:1]
    return table.do(table.mover, Exchange(tile)).bundle.stamp


def test_pages_that_never_read_cost_little_and_are_disconnected(site: Site) -> None:
    table, web = Table(site), site.webs[0]
    with ExitStack() as opened:
        watching = [opened.enter_context(table.spectator().open(table.code)) for _ in range(2)]
        for _ in range(3):  # fills caches that stay
            watching[0].bundle(exchange(table))
        at_rest, before, peak = connections(web), get_resident_bytes(site), 0

        def open_deaf(_number: int) -> RawConnection:
            wire = RawConnection(web.port, takes=1)
            wire.greet(f"/ws/r/{table.code}/")
            return wire

        with ThreadPoolExecutor(16) as pool:
            for wire in pool.map(open_deaf, range(DEAF)):
                opened.enter_context(wire)
        assert connections(web) >= at_rest + DEAF // 2
        for _ in range(MOVES):
            stamp = exchange(table)
            for page in watching:
                page.bundle(stamp)
            peak = max(peak, get_resident_bytes(site))
        assert peak - before < MAX_AT_ONCE + DEAF * MAX_EACH
        wait_until(lambda: connections(web) <= at_rest, "all that never read to be gone", GONE)
        for page in watching:
            page.bundle(exchange(table))


HEAD = b"GET /about/rules/scrabble/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
PICTURE = b"GET /static/img/screenshot.png HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
SLOW = {
    "says nothing": b"",
    "never ends its head": HEAD,
    "never ends its body": b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n",
    "reads no picture": PICTURE * 9,
    "reads no page": (HEAD + b"\r\n") * 3,
}
DRIPS = ("never ends its head", "never ends its body")


def test_a_request_that_never_ends_is_closed(site: Site) -> None:
    table, web = Table(site), site.webs[0]
    with ExitStack() as opened:
        watching = opened.enter_context(table.spectator().open(table.code))
        watching.bundle(exchange(table))
        at_rest, before, peak = connections(web), get_resident_bytes(site), 0
        slow: dict[str, list[RawConnection]] = {}
        for what, said in SLOW.items():
            slow[what] = [
                opened.enter_context(RawConnection(web.port, takes=1))
                for _ in range(DEAF // len(SLOW))
            ]
            for wire in slow[what]:
                wire.say(said)

        def all_gone() -> bool:
            nonlocal peak
            for what in DRIPS:
                for wire in slow[what]:
                    wire.say(b"x")
            watching.bundle(exchange(table))
            peak = max(peak, get_resident_bytes(site))
            return connections(web) <= at_rest

        wait_until(all_gone, "all that never end to be gone", GONE, 0.2)
    assert peak - before < MAX_AT_ONCE + DEAF * MAX_EACH
