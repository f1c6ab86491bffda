"""A press on a page whose scripts are still on their way is repeated once they have run."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Complaints, Visit
from tests.browser.test_chat import WIDE, ChatPanel


@contextmanager
def scripts_held(page: Page) -> Iterator[None]:
    """Reload a room's page and hold back its script until the end of the block."""
    held: list[Route] = []
    page.route("**/js/room/room*.js", lambda route: held.append(route))
    with page.expect_request("**/js/room/room*.js"):
        page.reload(wait_until="commit")
    expect(page.get_by_role("button", name="Add computer").first).to_be_visible()
    assert page.evaluate("document.readyState") == "interactive"
    yield
    for route in held:
        route.continue_()
    page.unroute("**/js/room/room*.js")


def test_a_press_before_the_scripts_ran_is_not_lost(visit: Visit) -> None:
    room = visit("Early").make_room("Early presses")
    page = room.page
    with scripts_held(page):
        page.get_by_role("button", name="Add computer").click()
        expect(room.dialog("Choose a level")).to_be_hidden()
    expect(room.dialog("Choose a level")).to_be_visible()
    room.dialog("Choose a level").get_by_role("button", name="Casual").click()
    expect(page.get_by_role("button", name="Start game")).to_be_enabled()


def test_a_form_sent_before_the_scripts_ran_is_not_lost(
    visit: Visit, complaints: Complaints
) -> None:
    complaints.allow("status of 4")
    room = visit("Early").make_room("Early forms")
    page, link = room.page, room.link
    with scripts_held(page):
        page.get_by_role("textbox", name="Player's name").fill("Nobody Here")
        page.get_by_role("button", name="Invite").click()
    expect(page.locator("#_message")).to_contain_text("No player is called Nobody Here.")
    expect(page).to_have_url(link)


@pytest.mark.full
def test_a_message_sent_before_the_scripts_ran_is_not_lost(visit: Visit) -> None:
    room = visit("Early", viewport=WIDE).make_room("Early words")
    page, link = room.page, room.link
    talk = ChatPanel(page)
    with scripts_held(page):
        page.evaluate("document.querySelector('#chat').classList.remove('folded')")
        talk.field.fill("Anybody here?")
        talk.panel.get_by_role("button", name="Send", exact=True).click()
    talk.expect_lines("Anybody here?")
    expect(page).to_have_url(link)
