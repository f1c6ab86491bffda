"""Controls explain that the server was unreachable or failed, and then work again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from games.play.live.fragments import render_message

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

OFFLINE = "No connection. Try again in a moment."
FAILED = "Something went wrong. Nothing has changed."
BREAKS = [0, 403, 500]


def break_line(page: Page, address: str, status: int) -> Callable[[], None]:
    """Abort the requests to an address, or answer them with a status. The function returned repairs
    it.
    """

    def answer(route: Route) -> None:
        if status:
            route.fulfill(status=status, body="<h1>Error</h1>", content_type="text/html")
        else:
            route.abort()

    page.route(address, answer)
    return lambda: page.unroute(address)


@pytest.mark.parametrize("status", BREAKS)
def test_a_failed_help_request_shows_no_error_page(show, page, status):
    room = show("mine")
    mend = break_line(page, "**/about/rules/**", status)
    room.button("Help").click()
    dialog = page.locator("#help")
    toast = page.locator("#toast")
    expect(toast).to_have_text(FAILED if status else OFFLINE)
    expect(toast).to_be_visible()
    expect(dialog).not_to_contain_text("Error")
    page.keyboard.press("Escape")
    mend()
    room.button("Help").click()
    expect(dialog.get_by_role("heading").first).to_be_visible()


@pytest.mark.parametrize("status", BREAKS)
def test_a_failure_to_load_older_chat_lines_is_explained(show, page, status):
    show("mine")
    button = page.locator("#chat .older")
    mend = break_line(page, "**/chat?before=*", status)
    button.dispatch_event("click")
    expect(page.locator("#toast")).to_have_text(FAILED if status else OFFLINE)
    mend()
    with page.expect_response("**/chat?before=*") as answered:
        button.dispatch_event("click")
    assert answered.value.ok


@pytest.mark.parametrize("status", [403, 409, 429])
def test_a_refused_part_keeps_its_place_and_shows_the_reason(show, page, status):
    """Later messages still appear in their own place, and the part can be asked for again."""
    show("mine")
    address, parts = "**/r/kitchen7/earlier", page.locator("#_past_games")
    refusal = render_message("Not now.")
    page.route(address, lambda route: route.fulfill(status=status, body=refusal))
    earlier = page.get_by_text("Earlier games in this room")
    earlier.dispatch_event("click")
    expect(page.locator("#_message")).to_have_text("Not now.")
    expect(parts).to_have_count(1)
    page.unroute(address)
    games = '<div id="_past_games">Game 1</div>'
    page.route(address, lambda route: route.fulfill(body=games))
    earlier.dispatch_event("click")
    expect(parts).to_have_text("Game 1")


def test_the_copy_button_gets_its_label_back_after_two_presses(own_context, show, page):
    show("waiting")
    page.clock.install()
    button = page.locator("[data-copy]").first
    words = button.text_content()
    for _press in range(2):
        button.click()
        expect(button).to_contain_text("Copied")
    page.clock.run_for(4000)
    expect(button).to_have_text(words or "")
