"""Names that strain a page, written from right to left or without a space.

They reorder no sentence, and fit every page on the narrowest screen.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, email_of
from tests.browser.page_driver import RoomPage
from tests.browser.test_accounts import sign_up
from tests.browser.test_chat import ChatPanel
from tests.browser.test_phone import turn_screen

NARROW, PHONE, DESK = (320, 568), (390, 844), (1280, 800)
FIRST, LAST = "\u2068", "\u2069"

OVERFLOWS = """() => {
    const width = document.documentElement.clientWidth;
    const found = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) found.push(`the page is ${scrollWidth} wide`);
    for (const element of document.querySelectorAll("body *")) {
        const { left, right, width: wide } = element.getBoundingClientRect();
        if (!wide || (right <= width + 1 && left >= -1)) continue;
        let hidden = false;
        for (let one = element; one && one !== document.body; one = one.parentElement) {
            const style = getComputedStyle(one);
            hidden ||= style.visibility === "hidden" || style.clipPath !== "none"
                || (one !== element && style.overflowX !== "visible");
        }
        if (!hidden) found.push(`${element.tagName} ${left} to ${right}: ${element.textContent}`);
    }
    for (const dialog of document.querySelectorAll("dialog[open]")) {
        if (dialog.scrollWidth > dialog.clientWidth) found.push(`${dialog.id} scrolls sideways`);
    }
    return found.slice(0, 5);
}"""

ENDS_BEFORE = """(element, [name, rest]) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const rects = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const words of [name, rest]) {
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + words.length);
            rects.push(range.getBoundingClientRect());
        }
    }
    return rects.length === 2 && rects[0].right <= rects[1].left + 1;
}"""


def check_fits(page: Page, *sizes: tuple[int, int]) -> None:
    for size in sizes or (NARROW, PHONE):
        turn_screen(page, size)
        found = page.evaluate(OVERFLOWS)
        assert not found, f"{page.url} at {size}: {found}"


def test_hostile_names_fit_and_reverse_no_text(visit: Visit) -> None:
    hebrew, wide = visit("", locale="en-GB"), visit("", locale="en-GB")
    number = re.sub(r"\D", "", visit("Rook").name)
    dana, unbroken = f"דנה {number}", ("W" * 24 + number)[-24:]
    hebrew.lobby.take_name(dana)
    wide.lobby.take_name(unbroken)
    host = hebrew.lobby.make_room("", clock="25")
    link = host.link

    # The title is a sentence around a name: "'s table" must follow the name wherever it is shown.
    title = f"{FIRST}{dana}{LAST}'s table"
    ends = [dana, "'s table"]
    assert host.page.locator("#_title").evaluate(ENDS_BEFORE, ends)
    expect(host.page).to_have_title(f"{FIRST}{title}{LAST} – Tileroom")
    check_fits(host.page)
    guest = wide.open(link)
    guest.sit()
    check_fits(host.page)
    wide.page.goto("/")
    shown = wide.lobby.section("My games").get_by_role("link", name=title)
    assert shown.evaluate(ENDS_BEFORE, ends)
    check_fits(wide.page)

    host.start()
    guest = wide.open(link)
    pages = (host.page, guest.page)
    for room in (host, guest):
        room.expect_rack(7)
        check_fits(room.page, NARROW, PHONE, DESK)
        said = room.page.locator("#_status_line")
        expect(said).to_contain_text(f"{FIRST}{dana}{LAST}")
        turn_screen(room.page, NARROW)
        room.button("Room menu").click()
        check_fits(room.page, NARROW)
        room.page.keyboard.press("Escape")
    menu = f"Make host: {unbroken}"
    expect(host.page.get_by_role("button", name=menu, include_hidden=True)).to_have_count(1)
    turn_screen(guest.page, NARROW)
    talk = ChatPanel(guest.page)
    talk.icon.click()
    talk.say("x" * 40 + " " + "ש" * 40)
    expect(talk.lines).to_have_count(1)
    check_fits(guest.page)
    guest.page.keyboard.press("Escape")

    # The player with the long name signs up from the room's menu and returns to the table.
    turn_screen(guest.page, DESK)
    guest.button("Room menu").click()
    guest.dialog("Room menu").get_by_role("link", name="Sign up").click()
    check_fits(guest.page)
    sign_up(guest.page, email_of(unbroken))
    guest.expect_rack(7)
    assert guest.link == link

    # The name in sentences: on the other player's page, at the end, and in the record.
    turn_screen(guest.page, DESK)
    guest.button("Resign").click()
    check_fits(guest.page, NARROW)
    guest.dialog("Resign this game?").get_by_role("button", name="Resign game").click()
    expect(host.result).to_contain_text("You won 0–0 by resignation")
    record = host.result.get_by_role("link", name="Review game").get_attribute("href")
    for page in pages:
        check_fits(page)
    visited = [record, "/", "/my-games/", "/games/past/", "/settings/", "/settings/notifications/"]
    visited += ["/continue/", "/settings/delete/", "/accounts/login/", "/ratings/", "/uploads/"]
    visited += [f"/players/{unbroken}/", f"/games/past/{unbroken}/", "/following/"]
    for page in pages:
        for path in visited:
            page.goto(str(path))
            check_fits(page)
    host.page.goto(str(record))
    expect(host.page).to_have_title(f"{FIRST}{title}{LAST}, review – Tileroom")
    assert host.page.get_by_role("heading", level=1).evaluate(ENDS_BEFORE, ends)
    RoomPage(host.page, link)


@pytest.mark.full
def test_hostile_titles_fit_and_reverse_no_text(visit: Visit) -> None:
    """Titles as the host typed them: in the lobby, at the table, in the bell and in the record."""
    host, guest = visit("Titled", locale="en-GB"), visit("Seated", locale="en-GB")
    number = re.sub(r"\D", "", host.name)
    for title in (f"השולחן של דנה {number} (Anna)", ("W" * 60 + number)[-60:]):
        room = host.make_room(title)
        guest.page.goto("/")
        shown = guest.lobby.section("Open rooms").get_by_role("link", name=title)
        expect(shown).to_be_visible()
        assert shown.locator("bdi").get_attribute("dir") == ("rtl" if "דנה" in title else "ltr")
        check_fits(guest.page)
        table = guest.open(room.link)
        table.sit()
        for page in (host.page, guest.page):
            check_fits(page)

        # The host frees the seat again: on the page and in the bell the sentence continues after
        # the title.
        remove = host.page.locator('[data-post$="/host/unseat"][data-seat="1"]')
        who = remove.get_attribute("data-who") or ""
        assert room.post("host/unseat", {"seat": "1", "who": who}).ok
        notice = guest.page.locator("#seat-notices li").filter(has_text=title)
        expect(notice).to_be_visible()
        check_fits(guest.page)
        expect(notice).to_contain_text(f"{FIRST}{title}{LAST}" if "דנה" in title else title)
        table.sit()
        turn_screen(host.page, DESK)
        room.start()
        for page in (host.page, guest.page):
            check_fits(page)
        turn_screen(host.page, DESK)
        room.button("Resign").click()
        room.dialog("Resign this game?").get_by_role("button", name="Resign game").click()
        record = room.result.get_by_role("link", name="Review game").get_attribute("href")
        for path in ("/", "/my-games/", "/games/past/", str(record)):
            guest.page.goto(path)
            check_fits(guest.page)
