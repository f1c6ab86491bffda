"""Which boards of an event are shown side by side, as the games become more or less exciting."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.broadcasts.perspective.featured_tables import BroadcastView, FeaturedTable
from games.common.fragment_rendering import render_fragment

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
    pytest.mark.usefixtures("own_context"),  # a clock that is set stays in a browser
]

PAGE = """<!doctype html><html lang="en"><title>Cup</title><body>
<main class="broadcast" data-boards="1" data-frame-title="Table {{number}}">
<label><input type="checkbox" data-automatic checked> Most exciting games</label>
<section class="broadcast-boards"></section>
{tables}
<p class="broadcast-empty" hidden>None</p>
</main>
<script type="module" src="/static/js/broadcasts/broadcast.js"></script>"""


def render_tables(*ranks: int) -> str:
    """Return the list of tables; a rank of 0 is a game that is over."""
    tables = tuple(
        FeaturedTable(
            number=number,
            sides=(("Amber", 30), ("Cobalt", 20)),
            frame=f"/boards/{number}/",
            page="",
            over=rank == 0,
            rank=rank or len(ranks),
        )
        for number, rank in enumerate(ranks, 1)
    )
    view = BroadcastView("cup", 1, "Cup", 1, tables, others=0, standings=())
    return render_fragment("broadcasts/_broadcast_tables", {"view": view})


class Broadcast:
    """The page on which one board is shown at a time."""

    def __init__(self, page: Page, url: str, *ranks: int) -> None:
        self.page = page
        page.clock.install()
        page.route("**/cup/", lambda route: self._answer(route, render_tables(*ranks)))
        page.route("**/boards/*/", lambda route: route.fulfill(body="", content_type="text/html"))
        page.goto(f"{url}/cup/")

    def _answer(self, route: Route, tables: str) -> None:
        route.fulfill(body=PAGE.format(tables=tables), content_type="text/html")

    def change(self, *ranks: int) -> None:
        """Let the games change, as the page learns of it."""
        self.page.evaluate(
            """(html) => {
              document.querySelector("#_broadcast_tables").outerHTML = html;
              document.dispatchEvent(new CustomEvent("partsplaced"));
            }""",
            render_tables(*ranks),
        )

    @property
    def frames(self) -> Locator:
        return self.page.locator(".broadcast-boards iframe")

    def expect_board(self, number: int) -> None:
        expect(self.frames).to_have_count(1)
        expect(self.frames).to_have_attribute("title", f"Table {number}")


@pytest.fixture
def broadcast(page: Page, live_server: Any, errors: Any) -> Broadcast:
    return Broadcast(page, live_server.url, 2, 1, 3)


def test_the_most_exciting_game_is_shown(broadcast: Broadcast) -> None:
    broadcast.expect_board(2)


def test_the_board_changes_once_it_has_been_shown_for_a_while(broadcast: Broadcast) -> None:
    broadcast.expect_board(2)
    broadcast.change(2, 3, 1)
    broadcast.expect_board(2)
    broadcast.page.clock.run_for(21_000)
    broadcast.expect_board(3)


def test_the_board_changes_at_once_when_its_game_ends(broadcast: Broadcast) -> None:
    broadcast.expect_board(2)
    broadcast.change(1, 0, 2)
    broadcast.expect_board(1)


def test_a_board_chosen_by_hand_stays(broadcast: Broadcast) -> None:
    broadcast.expect_board(2)
    broadcast.page.locator("[data-table='3']").click()
    expect(broadcast.page.get_by_role("checkbox")).not_to_be_checked()
    broadcast.expect_board(3)
    broadcast.change(1, 2, 3)
    broadcast.page.clock.run_for(60_000)
    broadcast.expect_board(3)
    broadcast.page.get_by_role("checkbox").check()
    broadcast.expect_board(1)
