"""Live games also work on daphne, an ASGI server other than the site's own."""

import sys
from collections.abc import Iterator

import pytest

from tests.live.live_table import TEST_SEED, Table
from tests.site_processes import Site, SiteMaker


@pytest.fixture
def daphne_site(site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make("embedded", started=False, TEST_SEED=TEST_SEED)
    port = str(site.webs[0].port)
    application = "scrabble_site.asgi:application"
    site.webs[0].command = [sys.executable, "-m", "daphne", "-p", port, application]
    site.start()
    yield site
    site_maker.close(site)


def test_daphne_serves_a_live_game(daphne_site: Site) -> None:
    table = Table(daphne_site)
    with table.people[1].open(table.code) as other, table.spectator().open(table.code) as watching:
        for _ in range(3):
            stamp = table.play().bundle.stamp
            assert other.bundle(stamp).rack == table.rack(1)
            assert watching.bundle(stamp).rack == ""
    assert not daphne_site.tracebacks()
