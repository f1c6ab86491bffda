"""Talk in a room as people see it: two windows and a watcher, a phone, and a moderator."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Complaints, Seating, Visit
from tests.browser.driver import RoomPage
from tests.browser.script import Plan
from tests.browser.test_resilience import NETWORK
from tests.processes import wait_until
from tests.sites import Site

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PASSWORD = "for moderators only"


class Talk:
    """The chat of a page, as a screen reader finds it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.panel = page.get_by_role("region", name="Chat", exact=True)
        self.log = self.panel.get_by_role("log", name="Messages")
        self.field = self.panel.get_by_role("textbox", name="Message")
        self.icon = page.get_by_role("button", name=re.compile(r"^Chat(, \d+ unread)?$"))

    @property
    def lines(self) -> Locator:
        return self.log.get_by_role("listitem")

    def say(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")
        expect(self.field).to_have_value("")

    def expect_lines(self, *texts: str) -> None:
        expect(self.lines.locator("p")).to_have_text(list(texts))


def test_two_players_and_a_watcher_talk(
    seat_all: Seating, visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow(f"{NETWORK}|status of 429|Status Error Code 429")
    plan = Plan("Talk of two and one")
    people = [
        visit("Amber", viewport=WIDE),
        visit("Fern", viewport=PHONE, is_mobile=True, has_touch=True),
    ]
    table = seat_all(plan, people)
    amber, fern = (Talk(page.page) for page in table.pages)
    watcher = Talk(visit("Rook", viewport=WIDE).open(table.link).page)
    amber.field.fill("Hello")
    amber.field.press("Shift+Enter")
    amber.field.press_sequentially("<b>Fern</b> https://tiles.example")
    amber.field.press("Enter")
    said = "Hello\n<b>Fern</b> https://tiles.example"
    amber.expect_lines(said)
    watcher.say("a bingo at H8")
    watcher.expect_lines("a bingo at H8")

    expect(fern.icon).to_have_accessible_name("Chat, 1 unread")
    check_free(table.pages[1])
    fern.icon.tap()
    expect(fern.field).to_be_focused()
    fern.expect_lines(said)
    check_apart(table.pages[1].board, fern.panel)
    expect(fern.log.get_by_role("link")).to_have_count(0)
    expect(fern.icon).to_have_accessible_name("Chat")
    fern.panel.get_by_role("button", name="Good luck").tap()
    fern.page.screenshot(path=shots_dir / "chat-phone.png")
    amber.expect_lines(said, "Good luck")
    expect(amber.lines.last).to_contain_text(table.names[1])

    fern.page.context.set_offline(True)
    fern.field.fill("Are you still there?")
    fern.field.press("Enter")
    expect(fern.panel.get_by_role("alert")).to_contain_text("Not sent yet")
    amber.say("one")
    amber.say("two")
    fern.page.context.set_offline(False)
    amber.expect_lines(said, "Good luck", "one", "two", "Are you still there?")
    fern.expect_lines(said, "Good luck", "one", "two", "Are you still there?")
    fern.page.keyboard.press("Escape")
    expect(fern.panel).to_be_hidden()
    check_free(table.pages[1])
    watcher.expect_lines("a bingo at H8")
    say_too_soon(amber)
    amber.expect_lines(said, "Good luck", "one", "two", "Are you still there?", "well played")
    amber.page.screenshot(path=shots_dir / "chat-desk.png")


def say_too_soon(talk: Talk) -> None:
    """What comes too soon stays in the box, and goes by itself when the server has said."""
    late = {"Retry-After": "2"}
    say = "**/chat/say"
    talk.page.route(say, lambda route: route.fulfill(status=429, headers=late), times=1)
    talk.field.fill("well played")
    talk.field.press("Enter")
    expect(talk.panel.get_by_role("alert")).to_contain_text("It is sent by itself in a moment")
    expect(talk.field).to_have_value("well played")
    expect(talk.field).to_have_value("")
    expect(talk.panel.get_by_role("alert")).to_be_hidden()


def check_free(page: RoomPage) -> None:
    """Board, rack and buttons can be reached: nothing lies over them."""
    script = """element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return element.contains(found) || !!found?.closest(".field, .rack");
    }"""
    for part in (page.board, page.rack, page.button("Pass"), page.button("Exchange")):
        assert part.evaluate(script)


def check_apart(board: Locator, panel: Locator) -> None:
    """The chat, once it is up, lies below the board."""

    def is_below() -> bool:
        edge = "(one, side) => one.getBoundingClientRect()[side]"
        return bool(board.evaluate(edge, "bottom") <= panel.evaluate(edge, "top"))

    wait_until(is_below, "the board to stand clear of the chat")


def test_mute_block_report_and_what_a_moderator_does(
    seat_all: Seating, visit: Visit, site: Site, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow(r"status of 40[34]|Status Error Code 403")  # the admin has no favicon
    plan = Plan("Somebody is rude")
    people = [visit("Amber", viewport=WIDE), visit("Cobalt", viewport=WIDE)]
    table = seat_all(plan, people)
    amber, cobalt = (Talk(page.page) for page in table.pages)
    name = table.names[1]
    cobalt.say("you fool")
    amber.log.get_by_role("button", name=name).click()
    asked = amber.page.get_by_role("dialog")
    asked.get_by_role("button", name="Report").click()
    asked.get_by_role("radio", name="Insults or threats").check()
    amber.page.screenshot(path=shots_dir / "chat-report.png")
    asked.get_by_role("button", name="Report").click()
    expect(asked).to_contain_text("Thank you. A moderator will look at it.")
    asked.get_by_role("button", name="Close").last.click()

    amber.log.get_by_role("button", name=name).click()
    asked.get_by_role("button", name="Mute").click()
    expect(asked).to_contain_text("You no longer see what they write.")
    amber.page.keyboard.press("Escape")
    amber.expect_lines()
    cobalt.say("hello?")
    cobalt.expect_lines("you fool", "hello?")

    desk = moderate(visit, site)
    desk.get_by_role("link", name=name).click()
    desk.get_by_label("What the person is told").fill("Stay friendly.")
    desk.screenshot(path=shots_dir / "moderation.png", full_page=True)
    desk.get_by_role("button", name="Mute").click()
    expect(desk.get_by_text(f"{name}: Insults or threats. Settled.")).to_be_visible()

    cobalt.field.fill("and now?")
    cobalt.field.press("Enter")
    expect(cobalt.panel.get_by_role("alert")).to_contain_text("You may not write until")
    expect(cobalt.panel.get_by_role("alert")).to_contain_text("Stay friendly.")
    expect(cobalt.field).to_have_value("and now?")
    amber.expect_lines()


def moderate(visit: Visit, site: Site) -> Page:
    """The queue, as a moderator sees it."""
    site.manage(
        "shell",
        "-c",
        "from django.contrib.auth.models import Group, User;"
        f"user = User.objects.create_user('moderator', password={PASSWORD!r}, is_staff=True);"
        "user.groups.add(Group.objects.get(name='Moderator'))",
    )
    page = visit("", viewport=WIDE).page
    page.goto("/admin/login/?next=/admin/games/report/")
    page.get_by_label("Username").fill("moderator")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="report")).to_be_visible()
    return page
