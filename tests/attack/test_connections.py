"""Those who connect and then do not do their part, by hundreds, against a real process: each costs
a bounded piece of memory, all are sent off, and whoever plays meanwhile notices nothing.

``ATTACK_DEAF`` says how many there are; ``make attack`` opens 500. The server is one that loses
patience in a second (:mod:`tests.attack.hasty`).
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from games.rules.moves import Exchange
from tests.attack.hasty import PATIENCE
from tests.attack.raw import Wire
from tests.live.tables import TEST_SEED, Table
from tests.load.costs import memory_of
from tests.processes import wait_until
from tests.sites import Site, SiteMaker, WebServer

pytestmark = pytest.mark.servers

DEAF = int(os.environ.get("ATTACK_DEAF", "100"))
MOVES = 12
"""More than a page is sent unread."""
MOST_EACH = 150_000
"""Bytes that one may cost."""
SOON = 5.0
GONE = 4 * PATIENCE + 5 + DEAF / 10
"""Seconds after which none of them is there any more."""


@pytest.fixture(scope="module")
def site(site_maker: SiteMaker) -> Iterator[Site]:
    made = site_maker.make("embedded", TEST_SEED=TEST_SEED)
    made.stop()
    for web in made.webs:
        web.command[1:2] = ["-m", "tests.attack.hasty"]
    made.start()
    yield made
    assert not made.tracebacks(), made.log_text()
    site_maker.close(made)


def connections(web: WebServer) -> int:
    """How many a process holds open, sockets and requests alike."""
    kept = 0
    for one in Path(f"/proc/{web.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # it has gone meanwhile
            kept += os.readlink(one).startswith("socket:")
    return kept


def exchange(table: Table) -> int:
    """Something that can be done for ever; the stamp of the room afterwards."""
    tile = table.state.seats[table.mover].rack[:1]
    return table.do(table.mover, Exchange(tile)).bundle.stamp


def test_pages_that_never_read_cost_little_and_are_sent_off(site: Site) -> None:
    table, web = Table(site), site.webs[0]
    with ExitStack() as opened:
        watching = [opened.enter_context(table.watcher().open(table.code)) for _ in range(2)]
        for _ in range(3):  # whatever is made once and kept
            watching[0].bundle(exchange(table), SOON)
        at_rest, before, peak = connections(web), memory_of(site), 0
        for _ in range(DEAF):
            wire = opened.enter_context(Wire(web.port, takes=1))
            wire.greet(f"/ws/r/{table.code}/")
        assert connections(web) >= at_rest + DEAF // 2
        for _ in range(MOVES):
            stamp = exchange(table)
            for page in watching:
                page.bundle(stamp, SOON)
            peak = max(peak, memory_of(site))
        assert (peak - before) / DEAF < MOST_EACH
        wait_until(lambda: connections(web) <= at_rest, "all that never read to be gone", GONE)
        for page in watching:
            page.bundle(exchange(table), SOON)


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


def test_whoever_never_ends_what_they_ask_is_sent_off(site: Site) -> None:
    table, web = Table(site), site.webs[0]
    with ExitStack() as opened:
        watching = opened.enter_context(table.watcher().open(table.code))
        watching.bundle(exchange(table), SOON)
        at_rest, before, peak = connections(web), memory_of(site), 0
        slow: dict[str, list[Wire]] = {}
        for what, said in SLOW.items():
            slow[what] = [
                opened.enter_context(Wire(web.port, takes=1)) for _ in range(DEAF // len(SLOW))
            ]
            for wire in slow[what]:
                wire.say(said)

        def all_gone() -> bool:
            nonlocal peak
            for what in DRIPS:
                for wire in slow[what]:
                    wire.say(b"x")
            watching.bundle(exchange(table), SOON)
            peak = max(peak, memory_of(site))
            return connections(web) <= at_rest

        wait_until(all_gone, "all that never end to be gone", GONE, 0.2)
    assert (peak - before) / DEAF < MOST_EACH
