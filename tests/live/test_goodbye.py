"""Presence over real sockets: who watches, who is behind another page, and who is sent away."""

import re
import time
from collections.abc import Callable

from games.play.topics import CLOSE_REMOVED
from tests.live.client import Page, Visitor
from tests.live.tables import Table
from tests.sites import Site

LIMIT = 20.0


def badges_in(page: Page) -> list[str]:
    """The badges of who watches, once somebody does."""
    end = time.monotonic() + LIMIT
    while True:
        text = page.hear(end - time.monotonic(), "watchers")
        if found := re.findall(r'data-who="(\w+)"', text):
            return found


def test_who_is_sent_away_is_told_goodbye_and_stays_away(
    site: Site, lay_table: Callable[..., Table]
) -> None:
    table = lay_table()
    watcher = Visitor(site.web(1))
    watcher.get(table.path)
    with table.people[0].open(table.code) as host, watcher.open(table.code) as page:
        page.bundle()
        (badge,) = badges_in(host)
        assert table.post(1, "host/remove", who=badge).status == 403, "a rival"
        assert watcher.post(f"{table.path}host/remove", who=badge).status == 403
        assert table.post(0, "host/remove", who=badge).status == 200
        assert page.close_code(LIMIT) == CLOSE_REMOVED
        assert 'id="_goodbye"' in "".join(page.heard)
    with watcher.open(table.code) as again:
        assert again.close_code(LIMIT) == CLOSE_REMOVED
        assert "_tiles" not in "".join(again.heard)
    assert watcher.get(table.path).status == 403
    assert table.post(0, "host/readmit", who=badge).status == 200
    assert watcher.get(table.path).status == 200
    with watcher.open(table.code) as again:
        assert again.bundle().phase == "playing"


def test_a_page_may_say_whether_it_is_in_front(lay_table: Callable[..., Table]) -> None:
    table = lay_table()
    with table.people[0].open(table.code) as page:
        page.bundle()
        for said in ("hidden", "shown"):
            page.socket.send(said)
        assert page.bundle(table.play().bundle.stamp).turn == 1
        page.socket.send("somewhere else")
        assert page.close_code() == 1003
