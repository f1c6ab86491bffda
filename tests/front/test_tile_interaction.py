"""Mouse and finger: drags, taps, the rack's order, and bundles that arrive in between."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.equipment.tiles import load_tile_set
from tests.browser.gestures import Finger, Point, middle_of
from tests.front.conftest import ANIMATED
from tests.front.sample_parts import MID_GAME, lay, rack

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


def centre(locator: Locator) -> tuple[float, float]:
    """Return where the element is once nothing on the page moves."""
    locator.page.evaluate(ANIMATED)
    middle = middle_of(locator)
    return middle.x, middle.y


def drag(page: Page, start, end) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 10, start[1] - 10)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def test_a_tile_is_dragged_to_a_square_and_back(show, page):
    room = show("mine")
    drag(page, centre(room.option("S, 1 point")), centre(room.square("B4")))
    expect(room.tentative_tiles()).to_have_text(["S1"])
    expect(room.square("B4")).to_have_accessible_name("B4, S, 1 point, not played yet")
    assert room.rack()[0] == ""
    drag(
        page, centre(room.tentative_tiles()), centre(page.locator(".rack[role=listbox] > *").nth(3))
    )
    expect(room.tentative_tiles()).to_have_count(0)
    assert "S, 1 point" in room.rack()[3]


def test_drops_on_a_mirrored_board_are_mirrored(show, page):
    room = show("hebrew")
    drag(page, centre(room.option("א, 2 points")), centre(room.square("C4")))
    expect(room.square("C4")).to_have_accessible_name("C4, א, 2 points, not played yet")
    drag(
        page, centre(room.tentative_tiles()), centre(page.locator(".rack[role=listbox] > *").nth(5))
    )
    expect(room.tentative_tiles()).to_have_count(0)
    assert room.rack()[5].startswith("א")


def test_a_tile_dropped_near_a_free_square_is_placed_on_it(show, page):
    room = show("mine")
    x, y = centre(room.square("F8"))  # F8 is filled; its neighbours such as E8 and F5 are free
    drag(page, centre(room.option("A, 1 point")), (x - 20, y))
    expect(room.square("E8")).to_have_accessible_name("E8, A, 1 point, not played yet")


def test_a_tile_dropped_outside_returns_to_the_rack(show, page):
    room = show("mine")
    drag(page, centre(room.option("A, 1 point")), (5, 500))
    expect(room.tentative_tiles()).to_have_count(0)
    assert room.rack()[1] == "A, 1 point"


def test_the_rack_is_reordered_by_dragging(show, page):
    room = show("mine")
    before = room.rack()
    places = page.locator(".rack[role=listbox] > *")
    drag(page, centre(places.nth(0)), centre(places.nth(4)))
    assert room.rack() == [*before[1:5], before[0], *before[5:]]


def test_escape_ends_a_drag(show, page):
    room = show("mine")
    page.mouse.move(*centre(room.option("A, 1 point")))
    page.mouse.down()
    page.mouse.move(*centre(room.square("B4")), steps=3)
    expect(page.locator("#drag-image")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#drag-image")).to_have_count(0)
    page.mouse.up()
    expect(room.tentative_tiles()).to_have_count(0)


def test_an_update_during_a_drag_breaks_nothing(show, page):
    room = show("theirs")
    page.mouse.move(*centre(room.option("S, 1 point")))
    page.mouse.down()
    page.mouse.move(*centre(room.square("B4")), steps=3)
    english = load_tile_set("en")
    tiles = lay(english, (*MID_GAME, "B12 d AX"))
    room.line.push(room.change(tiles=tiles, turn=15, say="Cobalt played AX for 20."))
    expect(page.locator("#_status_line")).to_contain_text("AX for 20")
    expect(page.locator("#drag-image")).to_be_visible()
    page.mouse.up()
    expect(room.square("B4")).to_have_accessible_name("B4, S, 1 point, not played yet")


def test_an_update_that_fills_the_square_returns_the_tile(show, page):
    room = show("theirs")
    drag(page, centre(room.option("S, 1 point")), centre(room.square("B4")))
    expect(room.tentative_tiles()).to_have_count(1)
    tiles = lay(load_tile_set("en"), (*MID_GAME, "B3 d AX"))
    room.line.push(room.change(tiles=tiles, turn=15))
    expect(room.tentative_tiles()).to_have_count(0)
    assert room.rack()[0] == "S, 1 point"
    expect(page.locator("#_message")).to_contain_text("went back to your rack")


def test_a_tile_that_left_the_rack_leaves_the_board(show, page):
    room = show("mine")
    drag(page, centre(room.option("S, 1 point")), centre(room.square("B4")))
    room.line.push(room.change(rack=rack(load_tile_set("en"), "AETNGXX")))
    expect(room.tentative_tiles()).to_have_count(0)
    assert sorted(room.rack()) == sorted(
        [
            "A, 1 point",
            "E, 1 point",
            "T, 1 point",
            "N, 1 point",
            "G, 2 points",
            "X, 8 points",
            "X, 8 points",
        ]
    )


def test_tapping_places_a_tile_and_two_taps_recall_it(show, page):
    room = show("mine")
    room.option("T, 1 point").click()
    expect(room.option("T, 1 point")).to_have_attribute("aria-selected", "true")
    room.square("B4").click()
    expect(room.tentative_tiles()).to_have_text(["T1"])
    room.tentative_tiles().dblclick()
    expect(room.tentative_tiles()).to_have_count(0)


def test_a_placed_tile_is_tapped_to_another_square(show, page):
    room = show("mine")
    room.option("T, 1 point").click()
    room.square("B4").click()
    room.tentative_tiles().click()
    room.square("C6").click()
    expect(room.square("C6")).to_have_accessible_name("C6, T, 1 point, not played yet")
    expect(room.tentative_tiles()).to_have_count(1)


def test_a_blank_asks_for_its_letter(show, page):
    room = show("mine")
    drag(page, centre(room.option("blank")), centre(room.square("B4")))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Choose a letter for the blank")
    dialog.get_by_role("button", name="Q", exact=True).click()
    expect(room.square("B4")).to_have_accessible_name("B4, Q, blank, not played yet")


def test_the_blanks_letter_may_be_typed(show, page):
    room = show("mine")
    room.square("B2").focus()
    drag(page, centre(room.option("blank")), centre(room.square("B4")))
    page.keyboard.press("e")
    expect(room.tentative_tiles()).to_have_text(["E"])
    expect(room.square("B4")).to_have_accessible_name("B4, E, blank, not played yet")


def test_only_a_second_click_changes_the_direction(show, page):
    room = show("mine")
    way = page.get_by_role("grid")
    for name in ("B2", "C4"):
        room.square(name).click()
        expect(room.square(name)).to_be_focused()
        expect(way).to_have_attribute("data-direction", "across")
    room.square("C4").click()
    expect(way).to_have_attribute("data-direction", "down")


def test_a_blank_without_a_letter_returns_to_the_rack(show, page):
    room = show("mine")
    drag(page, centre(room.option("blank")), centre(room.square("B4")))
    page.keyboard.press("Escape")
    expect(room.tentative_tiles()).to_have_count(0)


def test_shuffle_becomes_recall_while_tiles_are_placed(show, page):
    room = show("mine")
    before = sorted(room.rack())
    room.button("Shuffle").click()
    assert sorted(room.rack()) == before
    room.option("T, 1 point").click()
    room.square("B4").click()
    expect(room.button("Shuffle")).to_have_count(0)
    room.button("Recall").click()
    expect(room.tentative_tiles()).to_have_count(0)
    expect(room.button("Shuffle")).to_be_visible()


def test_sorting_follows_the_alphabet(show, page):
    room = show("mine")
    room.button("Sort").click()
    assert [name[0] for name in room.rack()] == ["A", "E", "G", "N", "S", "T", "b"]


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], request: Any) -> dict[str, Any]:
    if "on_a_phone" in request.node.name:
        return browser_context_args | {
            "viewport": {"width": 360, "height": 740},
            "has_touch": True,
            "is_mobile": True,
        }
    return browser_context_args


def test_a_finger_drags_a_tile_on_a_phone(show, page):
    room = show("mine")
    finger = Finger(page)
    finger.drag(Point(*centre(room.option("S, 1 point"))), Point(*centre(room.square("B4"))))
    expect(room.square("B4")).to_have_accessible_name("B4, S, 1 point, not played yet")
    finger.drag(Point(*centre(room.tentative_tiles())), Point(*centre(room.square("C6"))))
    expect(room.square("C6")).to_have_accessible_name("C6, S, 1 point, not played yet")


def test_a_tile_under_the_cursor_is_dragged_on_a_phone(show, page):
    room = show("mine")
    room.option("S, 1 point").tap()
    room.square("B4").tap()
    room.square("B4").focus()
    expect(page.locator("#cursor")).to_be_visible()
    Finger(page).drag(Point(*centre(room.tentative_tiles())), Point(*centre(room.square("C6"))))
    expect(room.square("C6")).to_have_accessible_name("C6, S, 1 point, not played yet")


def test_challenge_is_far_from_play_on_a_phone(show, page):
    """An imprecise tap must not challenge."""
    room = show("mine")
    (play, challenge) = (room.button(name).bounding_box() for name in ("Play", "Challenge"))
    assert play["x"] - (challenge["x"] + challenge["width"]) > 100 or challenge["y"] != play["y"]


def test_the_tile_floats_above_the_finger_on_a_phone(show, page):
    room = show("mine")
    finger = Finger(page)
    target = Point(*centre(room.square("B4")))
    finger.lift(Point(*centre(room.option("S, 1 point"))))
    finger.move(target)
    page.wait_for_function(
        "y => document.querySelector('#drag-image').getBoundingClientRect().bottom < y",
        arg=target.y,
    )
    expect(room.square("B4")).to_have_class(re.compile("target"))
    finger.drop()


def test_taps_place_a_tile_on_a_phone(show, page):
    room = show("mine")
    room.option("S, 1 point").tap()
    room.square("B4").tap()
    expect(room.tentative_tiles()).to_have_text(["S1"])


def test_a_cancelled_touch_places_nothing_on_a_phone(show, page):
    room = show("mine")
    finger = Finger(page)
    finger.lift(Point(*centre(room.option("S, 1 point"))))
    finger.move(Point(*centre(room.square("B4"))))
    finger.cancel()
    expect(page.locator("#drag-image")).to_have_count(0)
    expect(room.tentative_tiles()).to_have_count(0)
