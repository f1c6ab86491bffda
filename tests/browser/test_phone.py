"""On every screen, and first on phones, a whole turn is to be seen without scrolling."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Seating, Table, Visit
from tests.browser.driver import RoomPage
from tests.browser.script import Plan
from tests.processes import wait_until

PHONES = [(360, 740), (390, 844), (740, 360), (844, 390), (320, 568), (360, 640), (820, 1180)]
DESKS = [(1024, 768), (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1920, 1080)]
BUTTONS = ("Shuffle", "Exchange", "Pass", "Challenge", "Play")


def after_first_play(seat_all: Seating, visit: Visit, title: str, **options: bool) -> Table:
    """A game in which it is the turn of a player at a screen of their own."""
    plan = Plan(title)
    people = [visit("Amber"), visit("Fern", viewport=PHONE, **options)]
    table = seat_all(plan, people if plan.mover == 0 else people[::-1])
    table.do(plan.plays()[0])
    for page in table.pages:
        page.expect_moves(1)
    return table


def turn_screen(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=list(size))


def faults(page: RoomPage, parts: list[Locator]) -> list[str]:
    """Which parts stick out of the screen or lie under something, and whether the page scrolls."""
    script = """element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const free = element.contains(found) || found?.closest(".field, .rack");
        const said = out ? "sticks out: " : free ? "" : "is covered: ";
        return said && said + element.outerHTML.slice(0, 80);
    }"""
    said = [part.evaluate(script) for part in parts]
    scrolls = "r => r.scrollWidth > r.clientWidth || r.scrollHeight > r.clientHeight"
    if page.page.locator("html").evaluate(scrolls):
        said.append("the page scrolls")
    return [one for one in said if one]


def check_screen(page: RoomPage, size: tuple[int, int], **buttons: str) -> None:
    turn_screen(page.page, size)
    parts = [page.board, page.rack, page.last_move]
    parts += [page.button(buttons.get(name, name)) for name in BUTTONS]
    parts += page.page.get_by_role("region", name="Scores").get_by_role("group").all()
    for part in parts:
        expect(part).to_be_visible()
    wait_until(lambda: not faults(page, parts), f"{size}: {faults(page, parts)}", limit=3)


@pytest.mark.parametrize("kind", ["phone", "desk"])
def test_all_is_on_screen(kind: str, seat_all: Seating, visit: Visit, shots_dir: Path) -> None:
    """Board, rack, scores, last move and buttons; before and after tiles are laid."""
    handheld = kind == "phone"
    table = after_first_play(
        seat_all, visit, f"On a {kind}", is_mobile=handheld, has_touch=handheld
    )
    page, play = table.mover, table.plan.plays()[0]
    for size in PHONES if handheld else DESKS:
        check_screen(page, size)
        page.page.screenshot(path=shots_dir / f"{size[0]}x{size[1]}.png")
    page.lay(play)
    points = str(table.plan.score(play).total)
    expect(page.button("Play")).to_contain_text(points)
    for size in PHONES if handheld else DESKS:
        check_screen(page, size, Shuffle="Recall")
        page.page.screenshot(path=shots_dir / f"{size[0]}x{size[1]}-laid.png")


def test_sheet_of_moves(seat_all: Seating, visit: Visit, shots_dir: Path) -> None:
    """On a phone moves and unseen tiles come up over the board, and go down again."""
    table = after_first_play(seat_all, visit, "Sheet of moves", is_mobile=True, has_touch=True)
    page = table.mover
    line = page.page.get_by_role("region", name="Moves", exact=True).get_by_role("listitem")
    handle = page.button("Moves")
    for size in ((360, 740), (740, 360)):
        turn_screen(page.page, size)
        handle.tap()
        expect(handle).to_have_attribute("aria-expanded", "true")
        expect(line).to_contain_text(table.names[1 - table.plan.mover])
        unseen = page.page.get_by_role("region", name="Unseen tiles")
        expect(unseen).to_contain_text(re.compile(r"\d+ tiles unseen, \d+ of them in the bag"))
        page.page.screenshot(path=shots_dir / f"sheet-{size[0]}x{size[1]}.png")
        page.page.keyboard.press("Escape")
        expect(handle).to_have_attribute("aria-expanded", "false")


def test_lobby_fits(visit: Visit, shots_dir: Path) -> None:
    """Nothing is wider than the screen, not even a name without a space in it."""
    visit("M" * 21).lobby.make_room("Antidisestablishmentarianism" * 2)
    page = visit("", viewport=PHONE, is_mobile=True, has_touch=True).lobby.page
    expect(page.get_by_text("Antidisestablishmentarianism").first).to_be_visible()
    page.screenshot(path=shots_dir / "phone-lobby.png", full_page=True)
    for width in (PHONE["width"], 320):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.locator("html").evaluate("root => root.scrollWidth") <= width


def test_no_page_is_wider_than_any_window(visit: Visit) -> None:
    page = visit("").lobby.page
    for path in ("/?language=hu", "/dictionaries/", "/ratings/", "/settings/", "/accounts/login/"):
        page.goto(path)
        for width in (320, 480, 640, 860, 900, 1000, 1120, 1280, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.locator("html").evaluate("root => root.scrollWidth")
            assert wide <= width, f"{path} at {width}"
