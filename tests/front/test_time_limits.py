"""A request that is never answered ends after fifteen seconds, and its control works again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.front.conftest import Room
from tests.front.test_late_answers import answer, await_count, lines, push_chat

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
    # Now and then Chromium never answers a command to the page's clock.
    pytest.mark.timeout(60),
]

LIMITS_BY_CLOCK = """
Object.defineProperty(XMLHttpRequest.prototype, "timeout", {
  set(length) {
    if (!length) return;
    setTimeout(() => {
      if (this.readyState < 4) this.dispatchEvent(new ProgressEvent("timeout"));
    }, length);
  },
});
"""
"""Makes the time limits of requests follow the page's clock, as those of fetch do."""

OFFLINE = "No connection. Try again in a moment."
NOT_LOADED = "That couldn't be loaded. Check your connection and try again."
LOST = "No connection. Check whether it worked before you try again."


def look_back(room: Room) -> None:
    room.page.keyboard.press("Shift+PageUp")


def load_older(room: Room) -> None:
    room.page.locator("#chat .older").dispatch_event("click")


def show_scores(room: Room) -> None:
    room.page.locator('.moves li[value="14"] button ~ button').dispatch_event("click")


def open_help(room: Room) -> None:
    room.page.get_by_role("dialog").evaluate_all("all => all.forEach((one) => one.close())")
    room.button("Help").dispatch_event("click")


def stand_up(room: Room) -> None:
    room.page.evaluate(
        """() => {
          const button = Object.assign(document.createElement("button"), { className: "trial" });
          button.dataset.post = "/r/kitchen7/stand";
          document.querySelector(".room").append(button);
          button.click();
          button.remove();
        }"""
    )


CASES = [
    pytest.param(load_older, "**/chat?before=*", "#toast", OFFLINE, id="older messages"),
    pytest.param(look_back, "**/steps/**", "#_message", NOT_LOADED, id="looking back"),
    pytest.param(show_scores, "**/moves/*/", "#_message", NOT_LOADED, id="score details"),
    pytest.param(open_help, "**/about/rules/**", "#toast", OFFLINE, id="help"),
    pytest.param(stand_up, "**/stand", "#_message", LOST, id="a seat"),
]


def check_limit(page: Page, press: Callable[[], None], address: str, place: str, text: str) -> None:
    """Press something whose answer never comes: the page says so, and it can be pressed again."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    press()
    await_count(page, held, 1)
    page.clock.run_for(14_900)
    expect(page.locator(place)).to_be_empty()
    page.clock.run_for(100)
    expect(page.locator(place)).to_have_text(text)
    press()
    await_count(page, held, 2)
    for route in held:
        answer(route, "", 204)


@pytest.mark.sampled(look_back, stand_up)
@pytest.mark.parametrize(("press", "address", "place", "text"), CASES)
def test_a_request_without_an_answer_ends_after_fifteen_seconds(
    own_context,
    show,
    page: Page,
    press: Callable[[Room], None],
    address: str,
    place: str,
    text: str,
) -> None:
    page.add_init_script(LIMITS_BY_CLOCK)
    room = show("mine")
    page.clock.install()
    push_chat(room, lines("Amber", "Cobalt", first=11), since=11)
    expect(page.locator(".chat-lines li")).to_have_count(2)
    check_limit(page, lambda: press(room), address, place, text)


def test_a_reply_in_the_bell_without_an_answer_ends_after_fifteen_seconds(
    own_context, page: Page, live_server, errors
) -> None:
    page.goto(f"{live_server.url}/?invited")
    page.clock.install()
    decline = page.locator("#_bell [data-bell-url$='/decline/asked1/']")
    check_limit(page, lambda: decline.dispatch_event("click"), "**/decline/asked1/", "#toast", LOST)


def test_a_link_sends_the_name_typed_last_behind_one_that_hangs(
    own_context, page: Page, live_server, errors
) -> None:
    page.clock.install()
    page.goto(f"{live_server.url}/")
    page.route("**/name/", lambda _route: None)
    field = page.get_by_role("textbox", name="Playing as")
    with page.expect_request("**/name/"):
        field.fill("Umbr")
        field.dispatch_event("change")
    field.fill("Umber")
    field.dispatch_event("change")
    page.get_by_role("link", name="Custom").dispatch_event("click")
    with page.expect_request(lambda sent: "name=Umber" in (sent.post_data or "")):
        page.clock.run_for(2000)
