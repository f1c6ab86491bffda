"""On a phone, upright and on its side, a whole turn is on the screen without scrolling."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Seating, Table, Visit
from tests.browser.driver import RoomPage
from tests.browser.script import Plan

SCREENS = {"small": (360, 740), "tall": (390, 844), "wide": (740, 360), "tablet": (820, 1180)}


@pytest.fixture(params=SCREENS)
def phone(request: pytest.FixtureRequest, seat_all: Seating, visit: Visit) -> Table:
    """A game after its first play, one player at a phone."""
    width, height = SCREENS[request.param]
    screen = {"width": width, "height": height}
    options = {"viewport": screen, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    plan = Plan(f"Phone {request.param}")
    people = [visit("Amber"), visit("Fern", **options)]
    people = people if plan.mover == 0 else people[::-1]
    table = seat_all(plan, people)
    play = plan.plays()[0]
    table.mover.do(play)
    plan.do(play)
    for page in table.pages:
        page.expect_moves(1)
    return table


def test_everything_is_on_screen(
    phone: Table, shots_dir: Path, request: pytest.FixtureRequest
) -> None:
    page = phone.mover
    parts = [page.board, page.rack, page.last_move]
    parts += [page.button(name) for name in ("Shuffle", "Exchange", "Pass", "Challenge", "Play")]
    parts += page.page.get_by_role("region", name="Scores").get_by_role("group").all()
    for part in parts:
        expect(part).to_be_visible()
        assert is_inside(part, page.page), part
    page.page.screenshot(path=shots_dir / f"{request.node.callspec.id}.png")
    assert not scrolls(page.page)
    assert covered(page, parts[:2] + parts[3:8]) == []
    play = phone.plan.plays()[0]
    page.lay(play)
    expect(page.page.get_by_role("button", name="Play")).to_contain_text(
        str(phone.plan.score(play).total)
    )
    assert is_inside(page.board, page.page)
    assert not scrolls(page.page)
    page.page.screenshot(path=shots_dir / f"{request.node.callspec.id}-laid.png")


def is_inside(element: Locator, page: Page) -> bool:
    box, screen = element.bounding_box(), page.viewport_size
    assert box is not None
    assert screen is not None
    across = box["x"] >= 0 and box["x"] + box["width"] <= screen["width"] + 0.5
    return across and box["y"] >= 0 and box["y"] + box["height"] <= screen["height"] + 0.5


def scrolls(page: Page) -> bool:
    script = "root => root.scrollWidth > root.clientWidth || root.scrollHeight > root.clientHeight"
    found: bool = page.locator("html").evaluate(script)
    return found


def covered(page: RoomPage, parts: list[Locator]) -> list[str]:
    """The names of those whose middle something else lies on."""
    script = """element => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        const free = element.contains(found) || found.closest(".field, .rack");
        const say = (one) => one.outerHTML.slice(0, 80);
        return free ? "" : `${say(element)} under ${say(found)}`;
    }"""
    return [said for part in parts if (said := part.evaluate(script))]


def test_sheet_of_moves(phone: Table, shots_dir: Path, request: pytest.FixtureRequest) -> None:
    """Moves and unseen tiles come up over the board where they have no room beside it."""
    page = phone.mover
    line = page.page.get_by_role("region", name="Moves", exact=True).get_by_role("listitem")
    handle = page.button("Moves")
    if handle.count() == 0:
        expect(line).to_be_visible()
        return
    handle.tap()
    expect(line).to_contain_text(phone.names[1 - phone.plan.mover])
    expect(page.page.get_by_role("region", name="Unseen tiles")).to_contain_text(
        re.compile(r"\d+ tiles unseen, 86|\d+ tiles unseen")
    )
    page.page.screenshot(path=shots_dir / f"{request.node.callspec.id}-sheet.png")
    page.page.keyboard.press("Escape")
    expect(handle).to_have_attribute("aria-expanded", "false")


def test_lobby_fits(visit: Visit, shots_dir: Path) -> None:
    """Nothing is wider than the screen, not even a name without a space in it."""
    visit("Amber").lobby.make_room("Antidisestablishmentarianism" * 2)
    page = visit("", viewport=PHONE, is_mobile=True, has_touch=True).lobby.page
    expect(page.get_by_text("Antidisestablishmentarianism").first).to_be_visible()
    page.screenshot(path=shots_dir / "phone-lobby.png", full_page=True)
    width = page.locator("html").evaluate("root => root.scrollWidth")
    assert width <= PHONE["width"]
