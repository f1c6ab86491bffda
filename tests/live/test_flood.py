"""A flood from one address, on both kinds of site: it is refused, and other people's games go on.

All visitors are on the loopback, where the flood uses a separate address.
"""

import http.client
import select
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from games.rules.plays.acts import Exchange
from scrabble_site.limits.admission import CLOSE_LIMIT, OPENED_AT_ONCE, OPENED_EACH_SECOND
from tests.live.live_table import TEST_SEED, Table
from tests.processes import PATIENCE, wait_until
from tests.site_processes import Site, SiteMaker, WebServer

pytestmark = pytest.mark.servers

FLOOD = "127.0.0.9"
OTHER_FLOOD = "127.0.0.11"
UPLOADER = "127.0.0.12"
UPLOADS = 8
"""How many uploads the uploader begins at once; half as many get a place."""
OPENED = 45
FEW: dict[str, Any] = {
    "LIMITS": "true",
    "TRUSTED_PROXIES": "127.0.0.3",
    "LIMIT_PAGES": "| 30/1 hour",
    "LIMIT_SOCKETS": f"| {OPENED}/1 day",
    "LIMIT_SOCKETS_OF_ADDRESS_IN_ROOM": "3",
}


@pytest.fixture(scope="module", params=["embedded", "scaled"])
def live_site(request: pytest.FixtureRequest, site_maker: SiteMaker) -> Iterator[Site]:
    """Yield a site with limits. The players are exempt, as requests of a trusted proxy would be."""
    made = site_maker.make(request.param, TEST_SEED=TEST_SEED, **FEW)
    yield made
    site_maker.close(made)


def ask(web: WebServer, address: str, **headers: str) -> int:
    connection = http.client.HTTPConnection(
        "127.0.0.1", web.port, timeout=PATIENCE, source_address=(address, 0)
    )
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(connection):
        connection.request("GET", "/about/rules/scrabble/", headers=named)
        return connection.getresponse().status


def play(table: Table, moves: int) -> None:
    for _ in range(moves):
        seat = table.mover
        act = Exchange(table.state.seats[seat].rack[:1])
        assert table.send(seat, act).status == 200
        table.follow(seat, act)


def test_a_flood_is_refused_while_others_play(site: Site) -> None:
    table, web = Table(site), site.webs[0]
    with ThreadPoolExecutor(8) as pool:
        flood = [pool.submit(ask, web, FLOOD) for _ in range(60)]
        play(table, 4)
        statuses = [one.result() for one in flood]
    assert statuses.count(200) <= 30
    assert set(statuses) == {200, 429}
    assert ask(web, FLOOD, X_Forwarded_For="192.0.2.7") == 429, "a forged header is ignored"
    assert ask(web, "127.0.0.3", X_Forwarded_For="192.0.2.7") == 200, "a proxy is believed"
    assert ask(web, "127.0.0.3", X_Forwarded_For=f"192.0.2.7, {FLOOD}") == 429, "its last word"
    play(table, 2)


def open_socket(web: WebServer, address: str, path: str) -> ClientConnection:
    raw = socket.create_connection(("127.0.0.1", web.port), source_address=(address, 0))
    url = f"{web.ws_url}{path}"
    return connect(url, sock=raw, origin=Origin(web.url), open_timeout=PATIENCE, close_timeout=2)


@pytest.mark.realtime
def test_sockets_of_one_address_are_limited_in_rate_and_number(site: Site) -> None:
    """Another address opens a socket without delay at the same time."""
    web = site.webs[0]
    opened = list[int]()

    def open_and_listen(_number: int) -> int:
        with open_socket(web, OTHER_FLOOD, "/ws/lobby/") as one:
            try:
                assert one.recv(timeout=PATIENCE)
            except ConnectionClosed:
                return one.close_code or 0
        opened.append(1)
        return 0

    most = OPENED + 1
    with ThreadPoolExecutor(most) as pool:
        begun = time.monotonic()
        flood = [pool.submit(open_and_listen, number) for number in range(most)]
        wait_until(lambda: len(opened) >= OPENED_AT_ONCE, "the first sockets to be open")
        with open_socket(web, "127.0.0.8", "/ws/lobby/") as other:
            assert other.recv(timeout=PATIENCE)
        codes = sorted(one.result() for one in flood)
    assert codes == [0] * OPENED + [CLOSE_LIMIT]
    assert time.monotonic() - begun > (OPENED - OPENED_AT_ONCE) / OPENED_EACH_SECOND - 0.5
    with open_socket(web, OTHER_FLOOD, "/ws/lobby/") as late, pytest.raises(ConnectionClosed):
        late.recv(timeout=PATIENCE)


def test_sockets_of_one_address_are_limited_in_number(site: Site) -> None:
    table, web = Table(site), site.webs[0]

    path = f"/ws/r/{table.code}/"
    sockets = [open_socket(web, FLOOD, path) for _ in range(4)]
    for one in sockets[:3]:
        assert one.recv(timeout=PATIENCE)
    with pytest.raises(ConnectionClosed, match="Too many pages are open from your address"):
        sockets[3].recv(timeout=PATIENCE)
    assert sockets[3].close_code == CLOSE_LIMIT
    other = open_socket(web, "127.0.0.8", path)
    assert other.recv(timeout=PATIENCE)
    for one in (*sockets, other):
        one.close()


def test_one_address_gets_half_of_the_places_for_long_bodies(site: Site) -> None:
    web = site.webs[0]
    with slow_uploads(web) as lines:
        too_many = UPLOADS - UPLOADS // 2
        wait_until(lambda: len(list_answered(lines)) >= too_many, "the refusals", PATIENCE)
        refused = list_answered(lines)
        assert len(refused) == too_many, "the others are read on"
        assert all(b" 429 " in line.recv(4096).partition(b"\r\n")[0] for line in refused)
        other = http.client.HTTPConnection("127.0.0.1", web.port, source_address=("127.0.0.10", 0))
        with closing(other):
            other.request("POST", "/uploads/new/", b"x" * 100_000)
            assert other.getresponse().status == 403, "read, and only then found to lack a token"


@contextmanager
def slow_uploads(web: WebServer) -> Iterator[list[socket.socket]]:
    """Start twice as many uploads as an address may send.

    Each announces a megabyte and sends only the beginning.
    """
    head = f"POST /uploads/new/ HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n"
    head += "Content-Length: 1000000\r\n\r\n"
    lines = []
    for _ in range(UPLOADS):
        line = socket.create_connection(("127.0.0.1", web.port), source_address=(UPLOADER, 0))
        line.sendall(head.encode() + b"x" * 1000)
        lines.append(line)
    try:
        yield lines
    finally:
        for line in lines:
            line.close()


def list_answered(lines: list[socket.socket]) -> list[socket.socket]:
    """Return the lines with an answer; the server waits for more of the others."""
    return select.select(lines, [], [], 0)[0]
