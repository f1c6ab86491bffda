"""What a drag leaves behind, what ends it, and what does not count as a drag."""

import pytest
from playwright.sync_api import Page, expect

from tests.front.test_tile_interaction import centre, drag

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

MARKS = "#drag-image, .dragged, .drop-target, .crosshair"


def lift(page: Page, start, over) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*over, steps=3)


def test_the_target_square_is_marked_only_during_a_drag(show, page):
    room = show("mine")
    lift(page, centre(room.option("S, 1 point")), centre(room.square("B4")))
    expect(page.locator("#drag-image")).to_have_text("S1")
    expect(page.locator(".rack .dragged")).to_have_count(1)
    expect(page.locator(".drop-target")).to_have_attribute("data-name", "B4")
    assert page.locator(".crosshair").count() == 29  # its row and its column
    page.mouse.up()
    expect(page.locator(MARKS)).to_have_count(0)
    expect(room.tentative_tiles()).to_have_count(1)


def test_a_page_that_loses_the_focus_puts_the_tile_back(show, page):
    room = show("mine")
    lift(page, centre(room.option("S, 1 point")), centre(room.square("B4")))
    expect(page.locator("#drag-image")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(page.locator(MARKS)).to_have_count(0)
    page.mouse.up()
    expect(room.tentative_tiles()).to_have_count(0)


def test_escape_during_a_drag_leaves_the_other_tiles_in_place(show, page):
    room = show("mine")
    drag(page, centre(room.option("S, 1 point")), centre(room.square("B4")))
    lift(page, centre(room.option("A, 1 point")), centre(room.square("B5")))
    page.keyboard.press("Escape")
    expect(page.locator(MARKS)).to_have_count(0)
    page.mouse.up()
    expect(room.tentative_tiles()).to_have_text(["S1"])


def test_only_the_main_button_drags_and_taps(show, page):
    room = show("mine")
    start, end = centre(room.option("S, 1 point")), centre(room.square("B4"))
    page.mouse.move(*start)
    page.mouse.down(button="right")
    page.mouse.move(*end, steps=3)
    expect(page.locator("#drag-image")).to_have_count(0)
    page.mouse.up(button="right")
    expect(room.tentative_tiles()).to_have_count(0)
    expect(page.locator(".chosen")).to_have_count(0)


def test_a_trembling_tap_is_a_tap(show, page):
    room = show("mine")
    x, y = centre(room.option("S, 1 point"))
    lift(page, (x, y), (x + 3, y + 2))
    expect(page.locator("#drag-image")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".rack .chosen")).to_have_count(1)
    assert room.rack()[0] == "S, 1 point"


def test_a_swipe_along_the_board_is_not_a_tap(show, page):
    room = show("mine")
    room.option("S, 1 point").click()
    lift(page, centre(room.square("B2")), centre(room.square("D2")))
    page.mouse.up()
    expect(room.tentative_tiles()).to_have_count(0)
    expect(page.locator(".rack .chosen")).to_have_count(1)


def test_a_tile_dropped_on_another_swaps_places_with_it(show, page):
    """A blank keeps its letter on the board, and loses it on the rack."""
    room = show("mine")
    drag(page, centre(room.option("blank")), centre(room.square("B4")))
    page.get_by_role("dialog").get_by_role("button", name="Q", exact=True).click()
    drag(page, centre(room.option("S, 1 point")), centre(room.square("B5")))
    drag(page, centre(room.tentative_tiles().filter(has_text="S")), centre(room.square("B4")))
    expect(room.square("B4")).to_have_accessible_name("B4, S, 1 point, not played yet")
    expect(room.square("B5")).to_have_accessible_name("B5, Q, blank, not played yet")
    drag(page, centre(room.option("A, 1 point")), centre(room.square("B5")))
    expect(room.square("B5")).to_have_accessible_name("B5, A, 1 point, not played yet")
    assert "blank" in room.rack()


POINTER = """([kind, fields]) => {
    const { x, y, ...more } = fields;
    const target = document.elementFromPoint(x, y);
    const init = { bubbles: true, cancelable: true, clientX: x, clientY: y, ...more };
    const made = kind === "contextmenu" ? new MouseEvent(kind, init) : new PointerEvent(kind, init);
    return target.dispatchEvent(made);
}"""


def test_a_second_finger_does_not_affect_a_drag(show, page: Page) -> None:
    room = show("mine")
    start, end = centre(room.option("S, 1 point")), centre(room.square("B4"))
    lift(page, start, end)
    expect(page.locator(".drop-target")).to_have_attribute("data-name", "B4")
    x, y = centre(room.square("F6"))
    finger = {"x": x, "y": y, "pointerId": 77, "pointerType": "touch", "isPrimary": False}
    for kind in ("pointerdown", "pointermove", "pointercancel", "pointerup"):
        page.evaluate(POINTER, [kind, finger])
        expect(page.locator("#drag-image")).to_be_visible()
        expect(page.locator(".drop-target")).to_have_attribute("data-name", "B4")
    page.mouse.up()
    expect(room.square("B4")).to_have_accessible_name("B4, S, 1 point, not played yet")


def test_a_long_press_on_a_tile_opens_no_browser_menu(show, page: Page) -> None:
    room = show("mine")
    x, y = centre(room.option("S, 1 point"))
    assert page.evaluate(POINTER, ["contextmenu", {"x": x, "y": y}]), "a mouse's is its own"
    x, y = centre(room.square("B4"))
    finger = {"x": x, "y": y, "pointerId": 5, "pointerType": "touch", "isPrimary": True}
    page.evaluate(POINTER, ["pointerdown", finger])
    assert not page.evaluate(POINTER, ["contextmenu", {"x": x, "y": y}])
    page.evaluate(POINTER, ["pointercancel", finger])
    assert page.evaluate(POINTER, ["contextmenu", {"x": x, "y": y}])


def test_assistive_technology_clicks_without_a_pointer(show, page: Page) -> None:
    room = show("mine")
    room.option("S, 1 point").evaluate("option => option.click()")
    expect(page.locator(".rack .chosen")).to_have_count(1)
    room.square("B4").evaluate("square => square.click()")
    expect(room.square("B4")).to_have_accessible_name("B4, S, 1 point, not played yet")


def test_a_tile_dropped_just_above_the_rack_returns_to_it(show, page: Page) -> None:
    room = show("mine")
    drag(page, centre(room.option("S, 1 point")), centre(room.square("B4")))
    expect(room.tentative_tiles()).to_have_count(1)
    box = page.locator(".rack[role=listbox]").bounding_box()
    assert box is not None
    last = page.locator(".rack[role=listbox] > *").last.bounding_box()
    assert last is not None
    drag(
        page,
        centre(room.tentative_tiles()),
        (last["x"] + last["width"] / 2, box["y"] + box["height"] + 15),
    )
    expect(room.tentative_tiles()).to_have_count(0)
    assert room.rack()[-1] == "S, 1 point"
