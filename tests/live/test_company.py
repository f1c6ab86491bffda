"""Who is there: told anew soon after somebody comes, goes, sits down or stands up."""

import time
from collections.abc import Callable
from contextlib import ExitStack

from tests.live.client import Page, Visitor
from tests.live.tables import Table
from tests.sites import Site

SOON = 4.0
"""Seconds: a good deal less than the hub's pulse and its signs of life together."""


def hear_watching(page: Page, number: int) -> float:
    """Seconds until the page is told that so many watch."""
    begun = time.monotonic()
    while page.lookers() != number:
        pass
    return time.monotonic() - begun


def test_company_is_told_soon(
    site: Site, lay_table: Callable[..., Table], opened: ExitStack
) -> None:
    table = lay_table(3, started=False, empty=1)
    host = opened.enter_context(table.people[0].open(table.code))
    other = Visitor(site.web(1))
    other.get(table.path)
    page = opened.enter_context(other.open(table.code))
    assert hear_watching(host, 1) < SOON
    for verb, watching in (("sit", 0), ("stand", 1)):
        answer = other.post(f"{table.path}{verb}", seat=2, name="Comes Later")
        assert answer.status == 200, answer.text
        assert hear_watching(host, watching) < SOON, verb
        assert hear_watching(page, watching) < SOON, verb
    page.socket.close()
    assert hear_watching(host, 0) < SOON
