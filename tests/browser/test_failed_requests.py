"""After a lost connection or an error, the bell, the switches for sounds and chat, a puzzle, and a
dictionary each explain the failure, keep their state, and work at the next press.
"""

import pytest
from playwright.sync_api import Page, Route, expect

from games.play.live.fragments import render_message
from tests.browser.conftest import Complaints, Visit
from tests.browser.lost_connections import NETWORK
from tests.browser.test_chat import WIDE
from tests.browser.test_puzzle import BINGO, answer_of, open_puzzle
from tests.site_processes import Site

LOST = "No connection. Check whether it worked before you try again."
FAILED = "Something went wrong. Nothing has changed."
BREAKS = [0, 403, 500]


@pytest.fixture(autouse=True)
def _allowed(complaints: Complaints) -> None:
    complaints.allow(NETWORK)
    complaints.allow("status of (403|429|500)|Status Error Code (403|500)|htmx:")


def break_line(page: Page, address: str, status: int) -> None:
    def answer(route: Route) -> None:
        if status:
            route.fulfill(status=status, body="<h1>Error</h1>", content_type="text/html")
        else:
            route.abort()

    page.route(address, answer)


@pytest.mark.sampled(0)
@pytest.mark.parametrize("status", BREAKS)
def test_a_failed_reply_in_the_bell_can_be_repeated(visit: Visit, status: int) -> None:
    host, guest = visit("Inviting"), visit("Invited")
    host.make_room(f"Bell {status}", opponent=guest.name)
    page = guest.page
    page.goto("/")
    page.get_by_role("button", name="Notifications").first.click()
    decline = page.get_by_role("dialog").get_by_role("button", name="Decline").first
    expect(decline).to_be_visible()
    break_line(page, "**/notifications/decline/**", status)
    decline.click()
    toast = page.locator("#toast")
    expect(toast).to_have_text(FAILED if status else LOST)
    expect(toast).to_be_visible()
    expect(decline).to_be_enabled()
    page.unroute("**/notifications/decline/**")
    count = page.get_by_role("dialog").get_by_role("button", name="Decline").count()
    decline.click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Decline")).to_have_count(
        count - 1
    )


@pytest.mark.sampled(0)
@pytest.mark.parametrize("status", BREAKS)
def test_a_failed_change_of_the_sound_switch_is_undone(visit: Visit, status: int) -> None:
    """Another page of the browser follows what the server has stored, and only that."""
    page = visit("Ringing", viewport=WIDE).page
    page.goto("/settings/notifications/")
    other = page.context.new_page()
    other.goto("/settings/notifications/")
    switch = page.locator("[data-sounds] [name=sounds]")
    before = switch.is_checked()
    break_line(page, "**/settings/notifications/sound/", status)
    switch.dispatch_event("click")
    expect(page.locator("#toast")).to_have_text(FAILED if status else LOST)
    expect(switch).to_be_checked(checked=before)
    expect(other.locator("[data-sounds] [name=sounds]")).to_be_checked(checked=before)
    page.unroute("**/settings/notifications/sound/")
    switch.dispatch_event("click")
    expect(other.locator("[data-sounds] [name=sounds]")).to_be_checked(checked=not before)
    expect(switch).to_be_checked(checked=not before)


def test_two_quick_choices_are_stored_in_order(visit: Visit) -> None:
    page = visit("Ringing", viewport=WIDE).page
    page.goto("/settings/notifications/")
    volume = page.locator("[data-sounds] [name=volume]")
    held: list[Route] = []
    address = "**/settings/notifications/sound/"
    page.route(address, lambda one: one.continue_() if held else held.append(one))
    with page.expect_request(address):
        volume.fill("20")
        volume.dispatch_event("change")
    volume.fill("70")
    volume.dispatch_event("change")
    with page.expect_response(lambda answer: "volume=70" in (answer.request.post_data or "")):
        held[0].continue_()
    page.reload()
    expect(volume).to_have_value("70")


@pytest.mark.sampled(500)
@pytest.mark.parametrize("status", BREAKS)
def test_a_failed_change_of_the_chat_switch_is_undone(visit: Visit, status: int) -> None:
    room = visit("Quiet", viewport=WIDE).make_room(f"Chat {status}")
    page = room.page
    page.get_by_role("button", name="Room menu").click()
    switch = page.locator("[data-chat-switch]:visible").first
    break_line(page, "**/chat/open", status)
    switch.click()
    expect(page.locator("#toast")).to_have_text(FAILED if status else LOST)
    expect(page.locator("body")).not_to_have_attribute("data-chat-open", "off")
    page.unroute("**/chat/open")
    switch.click()
    expect(page.locator("body")).to_have_attribute("data-chat-open", "off")


@pytest.mark.sampled(500)
@pytest.mark.parametrize("status", BREAKS)
def test_a_failed_attempt_at_a_puzzle_can_be_repeated(
    visit: Visit, site: Site, status: int
) -> None:
    page = visit("", viewport=WIDE).page
    room, puzzle = open_puzzle(site, page, BINGO)
    room.lay(answer_of(puzzle))
    break_line(page, "**/try", status)
    room.button("Try").click()
    expect(page.locator("#_message")).to_have_text(FAILED if status else LOST)
    page.unroute("**/try")
    room.button("Try").click()
    expect(page.get_by_role("region", name="You found it")).to_be_visible()


def test_a_refused_look_up_says_why_and_the_next_one_works(visit: Visit) -> None:
    page = visit("", viewport=WIDE).page
    page.goto("/dictionaries/en-open/")
    words = page.get_by_label("Is it a word?")
    refusal = render_message("Too many requests.")
    page.route("**/dictionaries/**", lambda route: route.fulfill(status=429, body=refusal))
    words.fill("cat")
    expect(page.locator("#toast")).to_have_text("Too many requests.")
    page.unroute("**/dictionaries/**")
    words.fill("cats")
    expect(page.locator("#_verdicts")).to_contain_text("CATS")
