"""Chat in a room as people see it: two players and a spectator, a phone, and a moderator."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Complaints, Seating, Visit, fresh
from tests.browser.lost_connections import NETWORK
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.processes import wait_until
from tests.screenshots import save_screenshot
from tests.site_processes import Site

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PASSWORD = "for moderators only"


class ChatPanel:
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

    def open(self) -> None:
        """Open the panel of a wide screen, which is collapsed until the first message."""
        unfold = self.panel.get_by_role("button", name="Write a message")
        if unfold.is_visible():
            unfold.click()

    def say(self, text: str) -> None:
        self.open()
        self.field.fill(text)
        self.field.press("Enter")
        expect(self.field).to_have_value("")

    def expect_lines(self, *texts: str) -> None:
        expect(self.lines.locator("p")).to_have_text(list(texts))


def test_two_players_and_a_spectator_chat(
    seat_all: Seating, visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow(f"{NETWORK}|status of 429|Status Error Code 429")
    plan = Plan("Talk of two and one")
    people = [
        visit("Amber", viewport=WIDE),
        visit("Fern", viewport=PHONE, is_mobile=True, has_touch=True),
    ]
    table = seat_all(plan, people)
    amber, fern = (ChatPanel(page.page) for page in table.pages)
    spectator = ChatPanel(visit("Rook", viewport=WIDE).open(table.link).page)
    amber.open()
    amber.field.fill("Hello")
    amber.field.press("Shift+Enter")
    amber.field.press_sequentially("<b>Fern</b> https://tiles.example")
    amber.field.press("Enter")
    said = "Hello\n<b>Fern</b> https://tiles.example"
    amber.expect_lines(said)
    spectator.say("a bingo at H8")
    spectator.expect_lines("a bingo at H8")

    expect(fern.icon).to_have_accessible_name("Chat, 1 unread")
    check_free(table.pages[1])
    fern.icon.tap()
    expect(fern.field).to_be_focused()
    fern.expect_lines(said)
    check_no_overlap(table.pages[1].board, fern.panel)
    expect(fern.log.get_by_role("link")).to_have_count(0)
    expect(fern.icon).to_have_accessible_name("Chat")
    fern.panel.get_by_role("button", name="Good luck").tap()
    save_screenshot(fern.page, shots_dir / "chat-phone.png")
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
    spectator.expect_lines("a bingo at H8")
    say_too_soon(amber)
    amber.expect_lines(said, "Good luck", "one", "two", "Are you still there?", "well played")
    save_screenshot(amber.page, shots_dir / "chat-desk.png")


@pytest.mark.full
def test_a_message_written_before_the_chat_has_loaded_is_sent(visit: Visit) -> None:
    amber = visit("Amber", viewport=WIDE)
    sockets: list[WebSocketRoute] = []
    amber.page.route_web_socket("**/ws/chat/**", lambda socket: sockets.append(socket))
    talk = ChatPanel(amber.make_room("Written early").page)
    talk.open()
    talk.field.fill("Hello")
    talk.field.press("Enter")
    expect(talk.panel.get_by_role("alert")).to_contain_text("Not sent yet")
    expect(talk.field).to_have_value("Hello")
    sockets[-1].connect_to_server()
    talk.expect_lines("Hello")
    expect(talk.field).to_have_value("")
    expect(talk.panel.get_by_role("alert")).to_be_hidden()


def say_too_soon(talk: ChatPanel) -> None:
    """Check that a message sent too soon stays in the field, and is sent when allowed."""
    sent: list[Route] = []

    def refuse_once(route: Route) -> None:
        sent.append(route)
        if len(sent) == 1:
            route.fulfill(status=429, headers={"Retry-After": "1"})

    talk.page.route("**/chat/send", refuse_once)
    talk.field.fill("well played")
    talk.field.press("Enter")
    expect(talk.panel.get_by_role("alert")).to_contain_text("Sending automatically in a moment")
    expect(talk.field).to_have_value("well played")
    wait_until(lambda: bool(talk.page.title()) and len(sent) == 2, "the message to be sent again")
    expect(talk.field).to_have_value("well played")
    sent[1].continue_()
    expect(talk.field).to_have_value("")
    expect(talk.panel.get_by_role("alert")).to_be_hidden()


def check_free(page: RoomPage) -> None:
    """Check that nothing covers board, rack and buttons."""
    script = """element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return element.contains(found) || !!found?.closest(".board-area, .rack");
    }"""
    for part in (page.board, page.rack, page.button("Pass"), page.button("Exchange")):
        assert part.evaluate(script)


def check_no_overlap(board: Locator, panel: Locator) -> None:
    """Wait until the open chat is below the board."""

    def is_below() -> bool:
        edge = "(one, side) => one.getBoundingClientRect()[side]"
        return bool(board.evaluate(edge, "bottom") <= panel.evaluate(edge, "top"))

    wait_until(is_below, "the board to stand clear of the chat")


@pytest.mark.full
def test_players_mute_block_and_report_and_a_moderator_acts(
    seat_all: Seating, visit: Visit, site: Site, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow(r"status of 40[34]|Status Error Code 403")  # the admin has no favicon
    plan = Plan("Somebody is rude")
    people = [visit("Amber", viewport=WIDE), visit("Cobalt", viewport=WIDE)]
    table = seat_all(plan, people)
    amber, cobalt = (ChatPanel(page.page) for page in table.pages)
    name = table.names[1]
    cobalt.say("you fool")
    amber.log.get_by_role("button", name=name).click()
    asked = amber.page.get_by_role("dialog")
    asked.get_by_role("button", name="Report").click()
    asked.get_by_role("radio", name="Insults or threats").check()
    save_screenshot(amber.page, shots_dir / "chat-report.png")
    asked.get_by_role("button", name="Report").click()
    expect(asked).to_contain_text("Thank you. A moderator will look at it.")
    asked.get_by_role("button", name="Close").last.click()

    amber.log.get_by_role("button", name=name).click()
    asked.get_by_role("button", name="Mute").click()
    expect(asked).to_contain_text("You no longer see their messages.")
    amber.page.keyboard.press("Escape")
    amber.expect_lines()
    cobalt.say("hello?")
    cobalt.expect_lines("you fool", "hello?")

    desk = moderate(visit, site)
    desk.get_by_role("link", name=name).click()
    desk.get_by_label("Message to the player").fill("Stay friendly.")
    save_screenshot(desk, shots_dir / "moderation.png", full_page=True)
    desk.get_by_role("button", name="Mute").click()
    expect(desk.get_by_text(f"{name}: Insults or threats. Settled.")).to_be_visible()

    cobalt.field.fill("and now?")
    cobalt.field.press("Enter")
    expect(cobalt.panel.get_by_role("alert")).to_contain_text("You can't send messages until")
    expect(cobalt.panel.get_by_role("alert")).to_contain_text("Stay friendly.")
    expect(cobalt.field).to_have_value("and now?")
    amber.expect_lines()


def moderate(visit: Visit, site: Site) -> Page:
    """Log in as a moderator and open the queue of reports. Returns its page."""
    name = fresh("moderator").replace(" ", "")
    site.run(
        "from django.contrib.auth.models import Group, User;"
        f"user = User.objects.create_user({name!r}, password={PASSWORD!r}, is_staff=True);"
        "user.groups.add(Group.objects.get(name='Moderator'))",
    )
    page = visit("", viewport=WIDE).page
    page.goto("/admin/login/?next=/admin/games/moderationreport/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="report")).to_be_visible()
    return page
