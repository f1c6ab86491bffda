"""Redis or a web process fails during a game on the scaled site: the database keeps the game.

:mod:`tests.site.test_circuit_breaker` tests that only one thread waits for a hanging Redis.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any

import pytest
import redis

from games.rules.plays.acts import Exchange
from tests.live.client import Page
from tests.live.live_table import TEST_SEED, Table
from tests.live.test_teams import Match, drafts_in
from tests.processes import wait_until
from tests.site_processes import Site, SiteMaker
from tests.store_processes import RedisStore

TRY = 2.0
"""Seconds to wait for one draft before sending the next."""
CATCH_UP = 60.0
"""Seconds within which every page shows the newest state; the hub's pulse takes a few."""


@pytest.fixture(scope="module")
def redis_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisStore]:
    """Yield a Redis that no other module's sites use."""
    store = RedisStore(tmp_path_factory.mktemp("redis"))
    store.process.start()
    yield store
    store.process.stop()


@pytest.fixture(scope="module")
def scaled_site(site_maker: SiteMaker, redis_store: RedisStore) -> Iterator[Site]:
    site = site_maker.make("scaled", TEST_SEED=TEST_SEED, REDIS_URL=redis_store.url)
    yield site
    site_maker.close(site)


@pytest.fixture
def outage(scaled_site: Site, redis_store: RedisStore) -> Iterator[RedisStore]:
    """Yield Redis; afterwards restart everything that the test has stopped."""
    yield redis_store
    redis_store.process.start()
    scaled_site.start()


@pytest.fixture
def match(scaled_site: Site) -> Match:
    return Match(Table(scaled_site, started=False, teams="on"))


def is_pushed(match: Match, mate: Page) -> bool:
    """Return whether a draft reaches a teammate's page on another process.

    Only Redis carries drafts there; the hub's pulse does not.
    """
    mate.received.clear()
    match.lay(0)
    try:
        while not drafts_in(mate.received):
            mate.receive(TRY)
    except AssertionError:
        return False
    return True


def wait_for_pushes(match: Match, mate: Page) -> None:
    wait_until(partial(is_pushed, match, mate), "drafts to reach other processes")


@pytest.fixture
def open_pages(match: Match, opened: ExitStack) -> Callable[[], tuple[Page, list[Page]]]:
    """Return a function that opens a teammate's page, and a spectator's page on each process."""

    def open_() -> tuple[Page, list[Page]]:
        watching = [match.table.spectator(n).open(match.table.code) for n in range(2)]
        pages = [match.mates[0].open(match.table.code), *watching]
        for page in pages:
            opened.enter_context(page)
        return pages[0], pages

    return open_


OpenPages = Callable[[], tuple[Page, list[Page]]]


def check_pages(match: Match, pages: list[Page], stamp: int) -> None:
    """Wait until every page shows the last move."""
    for page in pages:
        assert page.bundle(stamp, CATCH_UP).turn == match.table.state.turn_number


def test_moves_are_saved_and_pages_updated_during_a_redis_outage(
    match: Match, open_pages: OpenPages, outage: RedisStore
) -> None:
    mate, pages = open_pages()
    wait_for_pushes(match, mate)
    outage.process.stop()
    for _ in range(3):
        stamp = match.table.play().bundle.stamp
    check_pages(match, pages, stamp)
    match.table.check()
    outage.process.start()
    wait_for_pushes(match, mate)
    check_pages(match, pages, match.table.play().bundle.stamp)


def test_a_page_opened_during_a_redis_outage_polls_and_then_gets_pushes(
    match: Match, open_pages: OpenPages, outage: RedisStore
) -> None:
    outage.process.kill()
    mate, pages = open_pages()
    check_pages(match, pages, 1)
    check_pages(match, pages, match.table.play().bundle.stamp)
    outage.process.start()
    wait_for_pushes(match, mate)


def test_a_web_process_that_starts_without_redis_serves_and_joins_later(
    match: Match, open_pages: OpenPages, outage: RedisStore
) -> None:
    outage.process.kill()
    match.mates[0].web.kill()
    match.table.site.start()
    mate, pages = open_pages()
    check_pages(match, pages, 1)
    check_pages(match, pages, match.table.play().bundle.stamp)
    outage.process.start()
    wait_for_pushes(match, mate)


def test_a_hanging_redis_delays_no_move(
    match: Match, open_pages: OpenPages, outage: RedisStore
) -> None:
    """Moves are answered and shown while a client without a time limit still waits for Redis."""
    table = match.table
    mate, pages = open_pages()
    wait_for_pushes(match, mate)
    with redis.Redis(port=outage.port) as patient, ThreadPoolExecutor(1) as thread:
        patient.ping()
        os.kill(outage.process.pid, signal.SIGSTOP)
        try:
            answer = thread.submit(patient.ping)
            for _ in range(8):
                swap = Exchange(table.state.seats[table.mover].rack[:1])
                stamp = table.do(table.mover, swap).bundle.stamp
            check_pages(match, pages, stamp)
            assert not answer.done(), "Redis hangs all the time"
        finally:
            os.kill(outage.process.pid, signal.SIGCONT)
        assert answer.result()
    wait_for_pushes(match, mate)


def test_a_move_is_announced_to_other_processes(scaled_site: Site, redis_store: RedisStore) -> None:
    """:mod:`tests.live.test_hub` tests that a hub shows announced moves at once."""
    table = Table(scaled_site)
    with redis.Redis(port=redis_store.port) as client, client.pubsub() as subscription:
        subscription.psubscribe(f"*{table.code}")
        wait_until(lambda: subscription.get_message() is not None, "the subscription")

        def is_announced(limit: float) -> bool:
            """Play, and return whether the process that takes the move announces it."""
            table.play()
            with suppress(AssertionError):
                wait_until(
                    lambda: is_announcement(subscription.get_message()), "an announcement", limit
                )
                return True
            return False

        wait_until(  # after an outage, each process tries again a little later
            lambda: all(is_announced(TRY) for _ in scaled_site.webs), "every process to reach Redis"
        )
        assert all(is_announced(CATCH_UP) for _ in range(4))


def is_announcement(message: dict[str, Any] | None) -> bool:
    return message is not None and b"topic.changed" in message["data"]


def test_one_web_process_serves_while_the_other_is_down(scaled_site: Site) -> None:
    table = Table(scaled_site)
    scaled_site.webs[1].kill()
    table.people[1].web = scaled_site.webs[0]
    table.play()
    table.play()
    table.check()
    scaled_site.start()
