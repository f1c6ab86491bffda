"""The pages for blocked players.

The lobby hides each other's rooms, and a host cannot seat a spectator who would be refused.
"""

import pytest
from playwright.sync_api import Page, expect

from games.play.live.fragments import render_presence
from games.play.perspective.presence import PresenceView, Spectator
from tests.front.sample_rooms import sample
from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

LISTS = """
<div id="_lists" data-stamp="{stamp}">
  <ul class="rooms">
    <li class="entry" data-code="one1" data-people="aa bb">One</li>
    <li class="entry" data-code="two2" data-people="cc">Two</li>
    <li class="entry" data-code="three3">Three</li>
  </ul>
</div>
"""
MINE = '<div id="_mine" data-blocked="{blocked}"></div>'


def test_pushed_rooms_of_blocked_players_are_hidden(page: Page, line, live_server, errors) -> None:
    page.goto(f"{live_server.url}/")
    lobby = lambda: [one for one in line.routes if "/lobby/" in one.url]  # noqa: E731
    wait_until(lambda: bool(page.title()) and bool(lobby()), "the lobby listens")
    shown = page.locator("#_lists .entry:visible")
    lobby()[0].send(LISTS.format(stamp=2_000_000_000))
    expect(shown).to_have_text(["One", "Two", "Three"])
    for blocked, left in (("bb", ["Two", "Three"]), ("cc aa", ["Three"]), ("", None), ("b", None)):
        page.evaluate(
            "html => document.getElementById('_mine').outerHTML = html",
            MINE.format(blocked=blocked),
        )
        page.evaluate("document.dispatchEvent(new Event('playerupdate'))")
        expect(shown).to_have_text(left or ["One", "Two", "Three"])


def test_the_host_cannot_seat_a_spectator_who_would_be_refused(show, page: Page) -> None:
    room = show("waiting")
    room.stage.view = sample("waiting")
    spectators = (Spectator("Fern", "a1"), Spectator("Thorn", "b2"))
    verbs = sample("waiting").actions | {"host"}
    room.line.push(room.change(actions=verbs, unseatable=("b2", "c3")))
    room.line.push(render_presence(PresenceView({}, spectators)))
    room.button("Room menu").click()
    menu = page.get_by_role("dialog", name="Room menu")
    expect(menu.get_by_role("button", name="Give seat: Fern")).to_be_visible()
    expect(menu.get_by_role("button", name="Remove: Thorn")).to_be_visible()
    expect(menu.get_by_role("button", name="Give seat: Thorn")).to_have_count(0)
    room.line.push(room.change(unseatable=()))
    expect(menu.get_by_role("button", name="Give seat: Thorn")).to_be_visible()
