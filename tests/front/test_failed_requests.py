"""Controls explain that the server was unreachable or failed, and then work again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from games.chat.live.fragments import render_refusal
from games.play.live.fragments import render_message
from tests.front.test_budgets import two_languages

__all__ = ["two_languages"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

OFFLINE = "No connection. Try again in a moment."
FAILED = "Something went wrong. Nothing has changed."
BREAKS = [0, 403, 500]


def refuse_with(body: str) -> Callable[[Route], None]:
    """Return a handler that refuses each request for its frequency."""
    return lambda route: route.fulfill(status=429, body=body)


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


@pytest.mark.sampled(500)
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


@pytest.mark.sampled(0)
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


@pytest.mark.sampled(429)
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


@pytest.mark.sampled(0, 429)
@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    [
        (0, "", OFFLINE),
        (403, "<h1>Error</h1>", FAILED),
        (404, "<h1>Error</h1>", FAILED),
        (429, render_message("Too many requests."), "Too many requests."),
        (500, "<h1>Error</h1>", FAILED),
    ],
)
def test_a_failed_search_for_plays_is_explained_and_can_be_repeated(
    page: Page, live_server, errors, two_languages, status: int, body: str, sentence: str
) -> None:
    """The list of plays keeps its place."""
    page.goto(f"{live_server.url}/analyse/")
    plays, toast = page.locator("#_plays"), page.locator("#toast")
    before = plays.inner_text()
    address = "**/analyse/plays"

    def answer(route: Route) -> None:
        if status:
            route.fulfill(status=status, body=body, content_type="text/html")
        else:
            route.abort()

    page.route(address, answer)
    press = page.get_by_role("button", name="Best plays")
    press.click()
    expect(toast).to_have_text(sentence)
    expect(plays).to_have_text(before, use_inner_text=True)
    page.unroute(address)
    page.route(address, lambda route: route.fulfill(body='<section id="_plays">Ten</section>'))
    press.click()
    expect(plays).to_have_text("Ten")


def test_a_failed_press_in_the_author_dialog_is_explained(show, page: Page) -> None:
    show("mine")
    page.evaluate(
        """() => {
          const dialog = document.querySelector("#author-dialog");
          dialog.querySelector("div").innerHTML =
            '<div id="_person" hx-target="this"><button hx-post="/mute">Mute</button></div>';
          htmx.process(dialog);
          dialog.showModal();
        }"""
    )
    mute, toast = page.get_by_role("button", name="Mute"), page.locator("#toast")
    page.route("**/mute", lambda route: route.abort())
    mute.click()
    expect(toast).to_have_text("No connection. Check whether it worked before you try again.")
    expect(toast).to_be_visible()
    page.unroute("**/mute")
    page.route("**/mute", lambda route: route.fulfill(status=500, body="<h1>Error</h1>"))
    mute.click()
    expect(toast).to_have_text(FAILED)
    expect(mute).to_be_enabled()
    refusals = {"Not now.": render_message("Not now."), "Not you.": render_refusal("Not you.")}
    for said, body in refusals.items():
        page.unroute("**/mute")
        page.route("**/mute", refuse_with(body))
        mute.click()
        expect(toast).to_have_text(said)
        expect(toast).to_be_visible()
        expect(mute).to_be_enabled()
