"""Presence is updated in every process when a visitor comes, leaves, sits down or stands up.

:mod:`tests.live.test_presence_updates` tests that no update waits for the hub's pulse.
"""

from collections.abc import Callable
from contextlib import ExitStack

from tests.live.client import Page, Visitor
from tests.live.live_table import Table
from tests.site_processes import Site


def wait_for_spectators(page: Page, number: int) -> None:
    """Wait until the page shows this many spectators."""
    while page.read_spectators() != number:
        pass


def test_every_page_shows_its_spectators(
    site: Site, lay_table: Callable[..., Table], opened: ExitStack
) -> None:
    table = lay_table(3, started=False, empty=1)
    host = opened.enter_context(table.people[0].open(table.code))
    other = Visitor(site.web(1))
    other.get(table.path)
    page = opened.enter_context(other.open(table.code))
    wait_for_spectators(host, 1)
    for verb, watching in (("sit", 0), ("stand", 1)):
        answer = other.post(f"{table.path}{verb}", seat=2, name=f"Later {table.code}")
        assert answer.status == 200, answer.text
        wait_for_spectators(host, watching)
        wait_for_spectators(page, watching)
    page.socket.close()
    wait_for_spectators(host, 0)
