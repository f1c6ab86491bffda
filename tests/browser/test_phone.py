"""On every screen, phones first, a whole turn is visible without scrolling."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import ElementHandle, Locator, Page, expect

from tests.browser.conftest import PHONE, Complaints, Seating, Table, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.live.access_table import ACCESS
from tests.processes import PATIENCE, wait_until
from tests.screenshots import save_screenshot

PHONES = [(360, 740), (390, 844), (740, 360), (844, 390), (320, 568), (360, 640), (820, 1180)]
DESKS = [(1024, 768), (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1920, 1080)]
BUTTONS = ("Shuffle", "Exchange", "Pass", "Challenge", "Play")


def after_first_play(seat_all: Seating, visit: Visit, title: str, **options: bool) -> Table:
    """Return a game after its first play; the player to move has the phone."""
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


FAULTS = """elements => {
    const found = [];
    for (const element of elements) {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        const shown = width && height && getComputedStyle(element).visibility === "visible";
        const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const free = element.contains(hit) || hit?.closest(".board-area, .rack");
        const said = !shown ? "is hidden: " : out ? "sticks out: " : free ? "" : "is covered: ";
        if (said) found.push(said + element.outerHTML.slice(0, 80));
    }
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight) {
        found.push("the page scrolls");
    }
    return found;
}"""


def find_elements(parts: list[Locator]) -> list[ElementHandle]:
    """Return all elements of the parts; wait for a part that is not there yet."""
    return [one for part in parts for one in part.element_handles() or [part.element_handle()]]


def faults(page: RoomPage, parts: list[Locator]) -> list[str]:
    """Return which parts are hidden, covered or off the screen, and whether the page scrolls."""
    found: list[str] = page.page.evaluate(FAULTS, find_elements(parts))
    return found


def expect_none(find: Callable[[], list[str]], where: object) -> None:
    """Wait until ``find`` returns no faults."""
    found: list[str] = []

    def look() -> bool:
        found[:] = find()
        return not found

    with suppress(AssertionError):
        wait_until(look, "no faults", PATIENCE)
    assert not found, f"{where}: {found}"


def expect_fit(page: Page, width: int, where: str = "") -> None:
    """Wait until nothing on the page is wider than this."""

    def find() -> list[str]:
        wide: int = page.locator("html").evaluate("root => root.scrollWidth")
        return [f"it is {wide} pixels wide"] if wide > width else []

    expect_none(find, f"{where} at {width}")


def check_screen(page: RoomPage, size: tuple[int, int], **buttons: str) -> None:
    turn_screen(page.page, size)
    parts = [page.board, page.rack, page.last_move]
    parts += [page.button(buttons.get(name, name)) for name in BUTTONS]
    parts.append(page.page.get_by_role("region", name="Scores").get_by_role("group"))
    expect_none(lambda: faults(page, parts), size)


@pytest.mark.sampled("phone")
@pytest.mark.parametrize("kind", ["phone", "desk"])
def test_everything_is_on_screen(
    kind: str, seat_all: Seating, visit: Visit, shots_dir: Path
) -> None:
    """Board, rack, scores, last move and buttons, before and after tiles are placed."""
    handheld = kind == "phone"
    table = after_first_play(
        seat_all, visit, f"On a {kind}", is_mobile=handheld, has_touch=handheld
    )
    page, play = table.mover, table.plan.plays()[0]
    for size in PHONES if handheld else DESKS:
        check_screen(page, size)
        save_screenshot(page.page, shots_dir / f"{size[0]}x{size[1]}.png")
    page.lay(play)
    points = str(table.plan.score(play).total)
    expect(page.button("Play")).to_contain_text(points)
    for size in PHONES if handheld else DESKS:
        check_screen(page, size, Shuffle="Recall")
        save_screenshot(page.page, shots_dir / f"{size[0]}x{size[1]}-laid.png")


def test_the_sheet_of_moves_opens_and_closes(
    seat_all: Seating, visit: Visit, shots_dir: Path
) -> None:
    """On a phone the sheet with moves and unseen tiles opens over the board, and closes again."""
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
        expect(unseen).to_contain_text(re.compile(r"\d+ unseen \(\d+ in the bag\)"))
        save_screenshot(page.page, shots_dir / f"sheet-{size[0]}x{size[1]}.png")
        page.page.keyboard.press("Escape")
        expect(handle).to_have_attribute("aria-expanded", "false")


def test_the_lobby_fits_the_screen(visit: Visit, shots_dir: Path) -> None:
    """Nothing is wider than the screen, not even a name without a space."""
    visit("M" * 20).lobby.make_room("Antidisestablishmentarianism" * 2)
    page = visit("", viewport=PHONE, is_mobile=True, has_touch=True).lobby.page
    expect(page.get_by_text("Antidisestablishmentarianism").first).to_be_visible()
    save_screenshot(page, shots_dir / "phone-lobby.png", full_page=True)
    for width in (PHONE["width"], 320):
        turn_screen(page, (width, 700))
        expect_fit(page, width)


@pytest.mark.full
def test_no_page_is_wider_than_any_window(visit: Visit) -> None:
    page = visit("").lobby.page
    for path in ("/?language=hu", "/dictionaries/", "/ratings/", "/settings/", "/accounts/login/"):
        page.goto(path)
        for width in (320, 480, 640, 860, 900, 1000, 1120, 1280, 1440):
            turn_screen(page, (width, 800))
            expect_fit(page, width, path)


NOT_PAGES = ("manifest", "worker", "offline", "games:followed_online")
"""Files, a part of a page, and the offline page, which redirects as soon as the site answers."""

MORE_PAGES = (
    "/about/rules/scrabble/",
    "/about/rules/qwibble/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/continue/no-token/",
    "/players/Nobody/",
    "/no-such-page/",
)


def list_pages() -> Iterator[str]:
    """Yield the addresses without parameters that answer a guest with a page."""
    for row, statuses in ACCESS.items():
        method, name = row.split()
        is_page = name not in NOT_PAGES and not name.startswith("games:api:")
        if method == "GET" and statuses.startswith("200") and is_page:
            with suppress(NoReverseMatch):
                yield reverse(name)


def test_every_page_fits_the_narrowest_screen(visit: Visit, complaints: Complaints) -> None:
    complaints.allow("status of 404")  # some of the pages say that something does not exist
    page = visit("").lobby.page
    turn_screen(page, (320, 568))
    paths = [*list_pages(), *MORE_PAGES]
    assert len(paths) > 30
    for path in paths:
        page.goto(path)
        expect_fit(page, 320, path)
