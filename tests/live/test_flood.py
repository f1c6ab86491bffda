"""A flood from one address, on both kinds of site: it is turned away, and a game of others goes on.

Everybody here is on the loopback; the flood has an address of its own there.
"""

import http.client
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from games.rules.moves import Exchange
from scrabble_site.gate import CLOSE_LIMIT
from tests.live.tables import TEST_SEED, Table
from tests.sites import Site, SiteMaker, WebServer

pytestmark = pytest.mark.servers

FLOOD = "127.0.0.9"
FEW: dict[str, Any] = {
    "LIMITS": "true",
    "TRUSTED_PROXIES": "127.0.0.3",
    "LIMIT_PAGES": "| 30/1 hour",
    "LIMIT_SOCKETS_OF_ADDRESS_IN_ROOM": "3",
}


@pytest.fixture(scope="module", params=["embedded", "scaled"])
def live_site(request: pytest.FixtureRequest, site_maker: SiteMaker) -> Iterator[Site]:
    """With limits; those who play are let alone, as a proxy's visitors would be by theirs."""
    made = site_maker.make(request.param, TEST_SEED=TEST_SEED, **FEW)
    yield made
    site_maker.close(made)


def ask(web: WebServer, address: str, **headers: str) -> int:
    connection = http.client.HTTPConnection(
        "127.0.0.1", web.port, timeout=60, source_address=(address, 0)
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


def test_a_flood_is_turned_away_and_others_play_on(site: Site) -> None:
    table, web = Table(site), site.webs[0]
    with ThreadPoolExecutor(8) as pool:
        flood = [pool.submit(ask, web, FLOOD) for _ in range(60)]
        play(table, 4)
        statuses = [one.result() for one in flood]
    assert statuses.count(200) <= 30
    assert set(statuses) == {200, 429}
    assert ask(web, FLOOD, X_Forwarded_For="192.0.2.7") == 429, "nobody believes it"
    assert ask(web, "127.0.0.3", X_Forwarded_For="192.0.2.7") == 200, "a proxy is believed"
    assert ask(web, "127.0.0.3", X_Forwarded_For=f"192.0.2.7, {FLOOD}") == 429, "its last word"
    play(table, 2)


def test_sockets_of_one_address_have_a_most(site: Site) -> None:
    table, web = Table(site), site.webs[0]

    def open_one(address: str):
        raw = socket.create_connection(("127.0.0.1", web.port), source_address=(address, 0))
        url = f"{web.ws_url}/ws/r/{table.code}/"
        return connect(url, sock=raw, origin=Origin(web.url), close_timeout=2)

    sockets = [open_one(FLOOD) for _ in range(4)]
    for one in sockets[:3]:
        assert one.recv(timeout=30)
    with pytest.raises(ConnectionClosed, match="Too many pages are open from here"):
        sockets[3].recv(timeout=30)
    assert sockets[3].close_code == CLOSE_LIMIT
    other = open_one("127.0.0.8")
    assert other.recv(timeout=30)
    for one in (*sockets, other):
        one.close()
