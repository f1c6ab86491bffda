"""Eight connections from one address upload endlessly; a player elsewhere notices nothing.

The tests check who is served and in what order, not how long it takes.
"""

import http.client
import statistics
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from threading import Event
from typing import Any

import pytest

from games.rules.plays.acts import Exchange
from tests.live.client import Visitor
from tests.live.live_table import TEST_SEED, Table
from tests.processes import PATIENCE
from tests.site_processes import Site, SiteMaker
from tests.uploads.sample_records import WHOLE

pytestmark = pytest.mark.servers

FLOOD, OTHER = "127.0.0.9", "127.0.0.10"
CONNECTIONS = 8
ROUNDS = 6
MUCH = "1000000/1 second"


@pytest.fixture(scope="module")
def live_site(site_maker: SiteMaker) -> Iterator[Site]:
    """Yield a site that limits only concurrent use. Its limits on counts are out of reach."""
    counted: dict[str, Any] = {
        f"LIMIT_{name}": f"{MUCH} | {MUCH}" for name in ("UPLOADS", "MOVES", "DEEDS")
    }
    made = site_maker.make(
        "embedded", TEST_SEED=TEST_SEED, LIMITS="true", LIMIT_PROCESSOR_OF_ADDRESS="1000", **counted
    )
    yield made
    site_maker.close(made)


class Uploader(Visitor):
    """A visitor at the address of the flood."""

    @contextmanager
    def connected(self) -> Iterator[http.client.HTTPConnection]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.web.port, timeout=PATIENCE, source_address=(FLOOD, 0)
        )
        with closing(connection):
            yield connection


@pytest.mark.full
def test_uploads_from_one_address_delay_no_page_and_no_move(site: Site) -> None:
    table, end, done = Table(site), Event(), list[int]()
    people = [Uploader(site.webs[0]) for _ in range(CONNECTIONS)]
    for person in people:
        person.get("/")

    def upload(person: Uploader) -> None:
        while not end.is_set():
            done.append(person.post("/uploads/new/", text=WHOLE).status)

    def ask() -> list[int]:
        """Return how many uploads were answered while a move waited, and while a page waited."""
        seat = table.mover
        act = Exchange(table.state.seats[seat].rack[:1])
        before = len(done)
        assert table.send(seat, act).status == 200
        table.follow(seat, act)
        between = len(done)
        assert table.people[1 - seat].get(table.path).status == 200
        return [between - before, len(done) - between]

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        flood = [pool.submit(upload, person) for person in people]
        try:
            counts = [ask() for _ in range(ROUNDS)]
        finally:
            end.set()
        for one in flood:
            one.result()
    assert set(done) <= {200, 503}, set(done)
    for waited in zip(*counts, strict=True):
        assert statistics.median(waited) <= 2, counts
