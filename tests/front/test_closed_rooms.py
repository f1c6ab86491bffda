"""A room that is gone, or closed to a spectator: the page says so once and stops reconnecting."""

import pytest
from playwright.sync_api import expect

from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

COUNT_SOCKETS = """() => {
  const create = htmx.createWebSocket;
  window.opened = 0;
  htmx.createWebSocket = (url) => { window.opened += 1; return create(url); };
}"""


@pytest.mark.parametrize(("code", "says"), [(4404, "This room no longer exists."), (4403, "")])
def test_a_page_without_a_room_stops_reconnecting(show, page, code, says):
    """A separate notice informs people who were removed from the room."""
    room = show("waiting")
    page.evaluate(COUNT_SOCKETS)
    page.evaluate(
        """() => document.querySelector("[ws-connect]").addEventListener(
            "htmx:wsClose", () => { window.parted = true; })"""
    )
    sockets = lambda: [one for one in room.line.routes if "/ws/r/" in one.url]  # noqa: E731
    wait_until(lambda: bool(page.title()) and bool(sockets()), "the room listens")
    sockets()[-1].close(code=code)
    page.wait_for_function("() => window.parted")
    page.evaluate(
        """() => {
          dispatchEvent(new Event("online"));
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    banner = page.locator("[data-banner]")
    expect(banner).to_have_text(
        f"{says} Find another one in the lobby." if says else "Connection lost. Reconnecting…"
    )
    expect(banner).to_be_visible(visible=bool(says))
    assert page.evaluate("window.opened") == 0
