"""Presence over real sockets: spectators, pages in the background, and removed people."""

import re
import time
from collections.abc import Callable

from games.play.live.topics import CLOSE_FORBIDDEN
from tests.live.client import Page, Visitor
from tests.live.live_table import Table
from tests.processes import PATIENCE
from tests.site_processes import Site


def badges_in(page: Page) -> list[str]:
    """Return the badges of the spectators, once there are any."""
    end = time.monotonic() + PATIENCE
    while True:
        text = page.receive(end - time.monotonic(), "watchers")
        if found := re.findall(r'<li data-who="(\w+)"', text):
            return found


def test_a_removed_visitor_is_disconnected_and_stays_out(
    site: Site, lay_table: Callable[..., Table]
) -> None:
    table = lay_table()
    spectator = Visitor(site.web(1))
    spectator.get(table.path)
    with table.people[0].open(table.code) as host, spectator.open(table.code) as page:
        page.bundle()
        (badge,) = badges_in(host)
        assert table.post(1, "host/remove", who=badge).status == 403, "a rival"
        assert spectator.post(f"{table.path}host/remove", who=badge).status == 403
        assert table.post(0, "host/remove", who=badge).status == 200
        assert page.close_code() == CLOSE_FORBIDDEN
        assert 'id="_removed_notice"' in "".join(page.received)
    with spectator.open(table.code) as again:
        assert again.close_code() == CLOSE_FORBIDDEN
        assert "_tiles" not in "".join(again.received)
    assert spectator.get(table.path).status == 403
    assert table.post(0, "host/readmit", who=badge).status == 200
    assert spectator.get(table.path).status == 200
    with spectator.open(table.code) as again:
        assert again.bundle().phase == "playing"


def test_a_page_may_report_whether_it_is_visible(lay_table: Callable[..., Table]) -> None:
    table = lay_table()
    with table.people[0].open(table.code) as page:
        page.bundle()
        for said in ("hidden", "shown", "away 4000"):
            page.socket.send(said)
        assert page.bundle(table.play().bundle.stamp).turn == 1
        page.socket.send("somewhere else")
        assert page.close_code() == 1003
