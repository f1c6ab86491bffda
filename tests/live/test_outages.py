"""Redis or a web process away in mid-game, on the scaled site: the truth is in the database."""

import os
import signal
import time
from collections.abc import Iterator
from statistics import median

import pytest

from games.common.breaker import PATIENCE as PATIENCE_OF_ONE
from games.live.listeners import PULSE
from games.rules.moves import Exchange
from tests.live.client import Page
from tests.live.tables import TEST_SEED, Table
from tests.processes import wait_until
from tests.sites import Site, SiteMaker
from tests.stores import RedisStore

SOON = 1.0
PATIENCE = 2 * PULSE + 2
"""Seconds within which a page catches up by the hub's pulse alone."""

MANY = 4
"""How much dearer moves may be while Redis hangs."""


@pytest.fixture(scope="module")
def scaled_site(site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make("scaled", TEST_SEED=TEST_SEED)
    yield site
    site_maker.close(site)


@pytest.fixture
def outage(scaled_site: Site, redis_store: RedisStore) -> Iterator[RedisStore]:
    """Whatever a test stops, the next one finds running."""
    yield redis_store
    redis_store.process.start()
    scaled_site.start()


def play_and_time(table: Table, limit: float = SOON) -> int:
    begun = time.monotonic()
    stamp = table.play().bundle.stamp
    assert time.monotonic() - begun < limit, "a move waits for no message"
    return stamp


def is_pushed(table: Table, pages: list[Page]) -> bool:
    """Whether the next move reaches these pages sooner than a pulse could bring it."""
    stamp = table.play().bundle.stamp
    try:
        for page in pages:
            page.bundle(stamp, SOON)
    except AssertionError:
        return False
    return True


def test_moves_land_and_pages_follow_while_redis_is_away(
    scaled_site: Site, outage: RedisStore
) -> None:
    table = Table(scaled_site)
    pages = [table.watcher(n).open(table.code) for n in range(2)]
    assert is_pushed(table, pages)
    outage.process.stop()
    for _ in range(3):
        stamp = play_and_time(table)
    for page in pages:
        assert page.bundle(stamp, PATIENCE).turn == table.state.turn_number
    table.check()
    outage.process.start()
    wait_until(lambda: is_pushed(table, pages), "pushing to be quick again", 30)
    for page in pages:
        page.socket.close()


def test_a_page_opened_while_redis_is_away_follows_and_is_pushed_to_afterwards(
    scaled_site: Site, outage: RedisStore
) -> None:
    table = Table(scaled_site)
    outage.process.kill()
    pages = [table.watcher(n).open(table.code) for n in range(2)]
    for page in pages:
        assert page.bundle(limit=PATIENCE).turn == 0
    stamp = play_and_time(table)
    for page in pages:
        assert page.bundle(stamp, PATIENCE).turn == 1
    outage.process.start()
    wait_until(lambda: is_pushed(table, pages), "pushing to be quick again", 30)
    for page in pages:
        page.socket.close()


def test_a_web_process_that_starts_without_redis_serves_and_joins_later(
    scaled_site: Site, outage: RedisStore
) -> None:
    table = Table(scaled_site)
    outage.process.kill()
    for web in scaled_site.webs:
        web.kill()
    scaled_site.start()
    pages = [table.watcher(n).open(table.code) for n in range(2)]
    for page in pages:
        assert page.bundle(limit=PATIENCE).turn == 0
    stamp = play_and_time(table)
    for page in pages:
        assert page.bundle(stamp, PATIENCE).turn == 1
    outage.process.start()
    wait_until(lambda: is_pushed(table, pages), "pushing to be quick again", 30)
    for page in pages:
        page.socket.close()


def time_exchanges(table: Table, count: int) -> list[float]:
    times = []
    for _ in range(count):
        begun = time.monotonic()
        table.do(table.mover, Exchange(table.state.seats[table.mover].rack[:1]))
        times.append(time.monotonic() - begun)
    return times


def test_a_redis_that_hangs_holds_up_no_move(scaled_site: Site, outage: RedisStore) -> None:
    """Whose line was measured by no process asks Redis for it: nobody here has a socket open."""
    table = Table(scaled_site)
    pages = [table.watcher(n).open(table.code) for n in range(2)]
    assert is_pushed(table, pages)
    quiet = time_exchanges(table, 8)
    os.kill(outage.process.pid, signal.SIGSTOP)
    try:
        first = time_exchanges(table, len(scaled_site.webs))
        hanging = time_exchanges(table, 8)
        stamp = table.play().bundle.stamp
        for page in pages:
            assert page.bundle(stamp, PATIENCE).turn == table.state.turn_number
    finally:
        os.kill(outage.process.pid, signal.SIGCONT)
    assert median(hanging) < MANY * median(quiet), (quiet, first, hanging)
    assert sum(first) < len(first) * PATIENCE_OF_ONE + MANY * sum(quiet), (quiet, first)
    wait_until(lambda: is_pushed(table, pages), "pushing to be quick again", 30)
    for page in pages:
        page.socket.close()


def test_the_other_web_process_goes_on_while_one_is_away(scaled_site: Site) -> None:
    table = Table(scaled_site)
    scaled_site.webs[1].kill()
    table.people[1].web = scaled_site.webs[0]
    table.play()
    table.play()
    table.check()
    scaled_site.start()
