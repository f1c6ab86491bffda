"""At every size the essentials stay visible: an open chat or a pause covers nothing."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import Seating, Table, Visit
from tests.browser.http_actions import CLOCK_25
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.browser.test_phone import expect_none, faults, find_elements, turn_screen
from tests.screenshots import save_screenshot

LYING = [(1280, 800), (1024, 768), (1366, 768), (844, 390), (740, 360)]
UPRIGHT = [(390, 844), (320, 568)]
LARGE = [(1440, 900), (1600, 900), (1920, 1080)]
DESK = {"width": 1280, "height": 800}

OVERLAPS = """([one, ...others]) => {
    const text = (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()];
    };
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return others.some((other) => text(one).some((a) => text(other).some((b) => meet(a, b))));
}"""

UNDER_CHAT = """([chat, ...parts]) => {
    const over = chat.getBoundingClientRect();
    const faultOf = (part) => {
        const box = part.getBoundingClientRect();
        const shown = box.width && box.height && getComputedStyle(part).visibility === "visible";
        if (!shown) return "hidden: ";
        const apart = box.right <= over.left + 1 || over.right <= box.left + 1
            || box.bottom <= over.top + 1 || over.bottom <= box.top + 1;
        return apart ? "" : "under the chat: ";
    };
    if (!over.width || !over.height) return ["the chat is not open"];
    return parts.filter(faultOf).map((part) => faultOf(part) + part.outerHTML.slice(0, 80));
}"""


def clocked(seat_all: Seating, visit: Visit, plan: Plan) -> Table:
    names = ("Amber", "Cobalt", "Jade", "Rust")[: plan.seats]
    people = [visit(name, viewport=DESK) for name in names]
    return seat_all(plan, people, fields=CLOCK_25)


def open_chat(page: RoomPage) -> Locator:
    icon = page.page.get_by_role("button", name=re.compile("^Chat"))
    if icon.is_visible() and icon.get_attribute("aria-expanded") == "false":
        icon.click()
    unfold = page.page.locator("[data-chat-unfold]")
    if unfold.is_visible():
        unfold.click()
    return page.page.get_by_role("region", name="Chat", exact=True)


def covered_by_chat(page: RoomPage) -> list[str]:
    """Return which parts of the table are hidden, or cannot be clicked, while the chat is open."""
    chat = open_chat(page)
    menu = page.button("Room menu")
    seats = page.page.get_by_role("region", name="Scores").get_by_role("group")
    clocks = page.page.get_by_role("region", name="Clocks").locator("time")
    found = faults(page, [page.board, menu, seats])
    seen = find_elements([chat, page.board, seats, clocks, menu])
    return found + page.page.evaluate(UNDER_CHAT, seen)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seats", [2, 4])
def test_an_open_chat_covers_nothing_of_the_table(
    seats: int, seat_all: Seating, visit: Visit, shots_dir: Path
) -> None:
    table = clocked(seat_all, visit, Plan(f"Talk for {seats}", seats=seats))
    page = table.pages[0]
    for size in LYING + UPRIGHT:
        turn_screen(page.page, size)
        open_chat(page)
        expect_none(lambda: covered_by_chat(page), size)
        if size[1] > 560 and size in LYING:
            assert not faults(page, [page.rack, page.button("Play")])
        save_screenshot(page.page, shots_dir / f"talk-{seats}-{size[0]}x{size[1]}.png")
        page.page.get_by_role("textbox", name="Message").press("Escape")


def test_a_pause_replaces_the_turn_in_the_status_line(
    seat_all: Seating, visit: Visit, shots_dir: Path
) -> None:
    table = clocked(seat_all, visit, Plan("A pause"))
    table.do(Pass())
    for page in table.pages:
        if page is table.pages[0]:
            page.button("Ask for a pause").click()
        else:
            page.button("Agree").click()
    mover, other = table.pages[table.plan.mover], table.pages[1 - table.plan.mover]
    for page in (mover, other):
        seats = page.page.get_by_role("region", name="Scores")
        turn = seats.locator(".turn")
        expect(turn).to_have_text("paused")
        expect(seats).not_to_contain_text("to move")
        for size in LARGE + LYING + UPRIGHT:
            turn_screen(page.page, size)
            words = page.page.locator("#clocks .clock").nth(table.plan.mover)
            parts = [one.element_handle() for one in (turn, words)]
            assert not page.page.evaluate(OVERLAPS, parts), f"paused over the clock at {size}"
            assert not faults(page, [page.button("Resume")]), f"no way on at {size}"
            save_screenshot(page.page, shots_dir / f"pause-{size[0]}x{size[1]}.png")


@pytest.mark.full
def test_reporting_and_pausing_are_within_reach(seat_all: Seating, visit: Visit) -> None:
    """The pause is next to the scores and the report in the menu, both without scrolling."""
    table = clocked(seat_all, visit, Plan("At hand"))
    page = table.pages[0]
    report = page.dialog("Room menu").get_by_role("link", name="Report a player")
    for size in LYING + UPRIGHT + LARGE:
        turn_screen(page.page, size)
        assert not faults(page, [page.button("Ask for a pause")]), size
        page.button("Room menu").click()
        assert not faults(page, [report]), size
        page.page.keyboard.press("Escape")


def test_lists_of_games_show_the_clock_that_runs(seat_all: Seating, visit: Visit) -> None:
    table = clocked(seat_all, visit, Plan("Clocks in lists"))
    mover = table.mover.page
    spectator = visit("Rook").page
    mover.goto("/")
    spectator.goto("/watch/")
    for page, name in ((mover, "My games"), (spectator, "Games to watch")):
        entry = page.get_by_role("region", name=name).get_by_role("listitem")
        clocks = entry.filter(has_text="Clocks in lists").get_by_role("group", name="Clocks")
        runs = clocks.locator(".running")
        expect(clocks.locator("time")).to_have_count(2)
        expect(runs).to_contain_text(table.names[table.plan.mover])
        before = runs.inner_text()
        expect(runs).not_to_have_text(before)
        expect(clocks.locator(".entry-clock:not(.running) time")).to_have_text("25:00")
