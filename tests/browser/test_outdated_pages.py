"""Pages of an ended session or an earlier release load again, and keep what was typed."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Table, Visit
from tests.browser.test_accounts import sign_up
from tests.browser.test_chat import WIDE, ChatPanel
from tests.front.typed_fields import change_all_fields, load_again, read_all_fields

PAGES_WITH_FORMS = (
    "lobby create_room watch my_games past_games upload analysis_board study search days_off "
    "settings notification_settings tokens sanctions"
)

POLLING = 100
"""Milliseconds between two looks at a page that may load again."""
VIEWED = "() => { setTimeout(() => window.dispatchEvent(new Event('focus'))); }"
MARK = "() => { window.earlier = true; }"
NEW = "() => !window.earlier && document.readyState === 'complete'"

EARLIER_ONCE = """if (!sessionStorage.getItem("been earlier")) {
  sessionStorage.setItem("been earlier", "yes");
  window.earlier = true;
  document.addEventListener("outdated", () => { window.reloading = true; });
  document.addEventListener("readystatechange", () => {
    document.documentElement.dataset.release = "earlier";
  }, { once: true });
}"""
"""The page's own scripts run only after this."""

ANSWERED = """() => new Promise((resolve) => {
  document.addEventListener("htmx:afterRequest", resolve, { once: true });
  document.dispatchEvent(new Event("visibilitychange"));
})"""
"""Has the room's page ask for its state, and waits for the answer."""

SEEN_AGAIN = "() => { document.dispatchEvent(new Event('visibilitychange')); }"
"""An outdated page that may load again does so at once."""

SEEN_UNTIL_NEW = f"() => {{ if (window.earlier) ({SEEN_AGAIN})(); return ({NEW})(); }}"
"""Looks at the page until it has learned that it is outdated, and loaded again."""


def change_token(page: Page) -> None:
    """Give the browser another CSRF token, as a log-in in another tab does."""
    page.context.add_cookies([{"name": "csrftoken", "value": "t" * 32, "url": page.url}])


def become_member(page: Page, name: str) -> None:
    """Sign up in a second tab of the same browser."""
    tab = page.context.new_page()
    tab.goto("/accounts/signup/")
    sign_up(tab, f"{re.sub(r'[^a-z0-9]', '', name.lower())}@tiles.example")
    tab.wait_for_url(lambda url: "/signup/" not in url)
    tab.close()


@pytest.mark.full
def test_a_half_filled_form_survives_logging_in(visit: Visit) -> None:
    person = visit("Joining", viewport=WIDE)
    page = person.page
    page.goto("/rooms/")
    form = page.get_by_role("form", name="Create a room")
    form.get_by_text("More options").click()
    form.get_by_label("Room name").fill("Half written")
    form.get_by_label("Teams: up to four share a rack").check()
    page.evaluate(MARK)
    become_member(page, person.name)  # which ends the session of the page's socket
    page.wait_for_function(NEW)
    expect(form.get_by_label("Room name")).to_have_value("Half written")
    expect(form.get_by_label("Teams: up to four share a rack")).to_be_checked()
    form.get_by_role("button", name="Create room").click()
    expect(page).to_have_title(re.compile("Half written"))


@pytest.mark.sampled("account")
@pytest.mark.parametrize("site_part", ["games", "account"])
def test_every_form_survives_a_reload(visit: Visit, site_part: str) -> None:
    page = visit("Typing").page
    names = [f"games:{name}" for name in PAGES_WITH_FORMS.split()]
    for name in names if site_part == "games" else ["account_login", "account_signup"]:
        page.goto(reverse(name))
        typed = change_all_fields(page)
        assert typed, name
        load_again(page)
        assert read_all_fields(page) == typed, name


@pytest.mark.full
def test_a_spectator_can_use_the_room_after_logging_in_elsewhere(
    visit: Visit, complaints: Complaints
) -> None:
    complaints.allow("status of 4")
    host = visit("Hosting")
    room = host.make_room("Logged in elsewhere", seats="3")
    spectator = visit("", viewport=WIDE)
    page = spectator.page
    page.goto(room.link)
    talk = ChatPanel(page)
    talk.open()
    talk.field.fill("Just a mo")
    page.evaluate(MARK)
    change_token(page)
    page.evaluate(VIEWED)
    page.wait_for_function(NEW)
    expect(talk.field).to_have_value("Just a mo")
    page.get_by_role("button", name="Sit down").first.click()
    expect(page.get_by_role("button", name="Leave seat")).to_be_visible()


def test_a_page_outside_a_room_learns_that_its_session_has_ended(visit: Visit) -> None:
    """Its own socket is closed; it need not come into view."""
    person = visit("Ending", viewport=WIDE)
    page = person.page
    page.goto("/")
    expect(page.get_by_role("textbox", name="Playing as")).to_have_value(person.name)
    page.evaluate(MARK)
    become_member(page, person.name)
    page.wait_for_function(NEW)
    expect(page.get_by_role("textbox", name="Playing as")).to_have_count(0)


def make_outdated(page: Page) -> None:
    """Load the page as one of an earlier release, but only this once."""
    page.add_init_script(EARLIER_ONCE)
    page.reload()


def test_a_page_of_an_earlier_release_loads_again(visit: Visit, complaints: Complaints) -> None:
    complaints.allow("closed before the connection is established")  # it may load again before
    page = visit("Waiting", viewport=WIDE).page
    page.goto("/rooms/")
    make_outdated(page)
    form = page.get_by_role("form", name="Create a room")
    form.get_by_text("More options").click()
    form.get_by_label("Room name").fill("Half written")
    page.wait_for_function(SEEN_UNTIL_NEW, polling=POLLING)
    expect(form.get_by_label("Room name")).to_have_value("Half written")
    expect(page.locator("html")).not_to_have_attribute("data-release", "earlier")


def test_an_outdated_page_waits_for_the_end_of_a_move(table: Table) -> None:
    room = table.mover
    page = room.page
    make_outdated(page)
    room.expect_rack(7)
    room.lay(table.plan.find_play())
    page.evaluate(ANSWERED)  # which names the release
    page.evaluate(SEEN_AGAIN)
    assert not page.evaluate("() => window.reloading"), "tiles lie on the board"
    room.button("Recall").click()
    room.expect_rack(7)
    page.wait_for_function(SEEN_UNTIL_NEW, polling=POLLING)
    room.expect_rack(7)
