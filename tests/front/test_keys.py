"""The keyboard: every action without a pointer."""

import re

import pytest
from playwright.sync_api import expect

from tests.front.conftest import ANIMATED
from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


@pytest.fixture
def at(show):
    """Return a sample room with the cursor on a square."""

    def begin(name: str, square: str):
        room = show(name)
        room.square(square).focus()
        return room

    return begin


def test_arrows_move_the_cursor_and_stop_at_the_edge(at, page):
    room = at("mine", "B2")
    page.keyboard.press("ArrowRight")
    expect(room.square("C2")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(room.square("C3")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(room.square("C1")).to_be_focused()


@pytest.mark.sampled("Home", "Control+End", "PageUp")
@pytest.mark.parametrize(
    ("key", "square"),
    [
        ("Home", "A7"),
        ("End", "O7"),
        ("Control+Home", "A1"),
        ("Control+End", "O15"),
        ("PageUp", "D2"),
        ("PageDown", "D12"),
    ],
)
def test_home_end_and_page_keys_jump_across_the_board(at, page, key, square):
    room = at("mine", "D7")
    page.keyboard.press(key)
    expect(room.square(square)).to_be_focused()


def test_page_keys_stop_at_the_edge(at, page):
    room = at("mine", "D7")
    for _ in range(3):
        page.keyboard.press("PageDown")
    expect(room.square("D15")).to_be_focused()


def test_only_one_square_is_in_the_tab_order(at, page):
    room = at("mine", "B2")
    page.keyboard.press("ArrowRight")
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    expect(room.square("C2")).to_have_attribute("tabindex", "0")


def test_letters_place_tiles_and_skip_filled_squares(at, page):
    room = at("mine", "K12")  # across: K12 L12 M12, N12 is filled, O12
    page.keyboard.type("sent")
    for square in ("K12", "L12", "M12", "O12"):
        expect(room.square(square)).to_have_accessible_name(re.compile("not played yet"))
    expect(room.tentative_tiles()).to_have_text(["S1", "E1", "N1", "T1"])


def test_space_turns_and_backspace_takes_back(at, page):
    room = at("mine", "B2")
    page.keyboard.press("Space")
    page.keyboard.type("se")
    expect(room.square("B3")).to_have_accessible_name("B3, E, 1 point, not played yet")
    page.keyboard.press("Backspace")
    expect(room.tentative_tiles()).to_have_text(["S1"])
    expect(room.square("B3")).to_be_focused()
    page.keyboard.press("Backspace")
    expect(room.tentative_tiles()).to_have_count(0)


def test_a_missing_letter_uses_the_blank(at, page):
    room = at("mine", "B2")
    page.keyboard.type("q")
    expect(room.square("B2")).to_have_accessible_name("B2, Q, blank, not played yet")
    page.keyboard.type("z")
    expect(page.locator("#_message")).to_have_text("You don't have Z.")
    expect(room.tentative_tiles()).to_have_count(1)


def test_enter_plays_and_escape_recalls(at, page, stage):
    room = at("mine", "B2")
    page.keyboard.type("se")
    page.keyboard.press("Escape")
    expect(room.tentative_tiles()).to_have_count(0)
    room.square("B2").focus()
    page.keyboard.type("se")
    page.keyboard.press("Enter")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    (fields,) = stage.of("play")
    assert fields["position"] == "2B"
    assert fields["tiles"] == "SE"
    assert fields["turn"] == "14"
    assert len(fields["key"]) >= 32


def test_right_to_left_boards_mirror_the_arrows(at, page):
    room = at("hebrew", "C3")
    page.keyboard.press("ArrowLeft")
    expect(room.square("D3")).to_be_focused()
    press = """key => document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}))"""
    page.evaluate(press, "א")
    expect(room.square("D3")).to_have_accessible_name("D3, א, 2 points, not played yet")


def test_the_rack_has_the_boards_direction(show, page):
    room = show("hebrew")
    first, second = (page.get_by_role("option").nth(n) for n in (0, 1))
    assert first.bounding_box()["x"] > second.bounding_box()["x"]
    first.focus()
    page.keyboard.press("ArrowLeft")
    expect(second).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    assert room.rack()[2].startswith("ב")


def test_the_rack_is_navigated_and_reordered(show, page):
    room = show("mine")
    before = room.rack()
    page.locator("[role=option]").first.focus()
    page.keyboard.press("ArrowRight")
    expect(room.option("A, 1 point")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    assert room.rack()[:3] == [before[0], before[2], before[1]]
    expect(room.option("A, 1 point")).to_be_focused()
    expect(page.locator("#announcer")).to_have_text("A moved to position 3")


def test_a_tile_chosen_by_key_is_placed_by_key(show, page):
    room = show("mine")
    room.option("T, 1 point").focus()
    page.keyboard.press("Enter")
    expect(room.option("T, 1 point")).to_have_attribute("aria-selected", "true")
    room.square("B2").focus()
    page.keyboard.press("Enter")
    expect(room.tentative_tiles()).to_have_text(["T1"])


def test_a_spectator_explores_the_board_but_places_nothing(show, page):
    room = show("spectator")
    room.square("B2").focus()
    page.keyboard.type("se")
    expect(room.tentative_tiles()).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(room.square("C2")).to_be_focused()


def test_letters_typed_on_a_button_appear_on_the_board(at, page):
    room = at("mine", "B2")
    room.button("Shuffle").focus()
    page.keyboard.type("s")
    expect(room.square("C2")).to_be_focused()


def test_placed_tiles_are_announced(at, page):
    at("mine", "B2")
    page.keyboard.type("s")
    expect(page.locator("#announcer")).to_have_text("S on B2")


def test_the_tile_under_the_cursor_is_visible(show, page):
    room = show("mine")
    box = room.square("F8").bounding_box()
    inner = {
        "x": box["x"] + 8,
        "y": box["y"] + 8,
        "width": box["width"] * 0.5,
        "height": box["height"] * 0.5,
    }
    page.evaluate(ANIMATED)
    before = page.screenshot(clip=inner)
    room.square("F8").focus()
    expect(page.locator("#cursor")).to_be_visible()
    wait_until(lambda: page.screenshot(clip=inner) == before, "the tile to look as before")


def test_the_cursors_mark_follows_the_focus(show, page):
    room = show("hebrew")
    expect(page.locator("#cursor")).to_be_hidden()
    room.square("B2").focus()
    expect(page.locator("#cursor")).to_be_visible()
    page.keyboard.press("Space")
    room.option("א, 2 points").focus()
    expect(page.locator("#cursor")).to_be_hidden()


def test_the_cursors_mark_ends_at_the_edge(at, page):
    at("mine", "N2")
    page.keyboard.type("s")
    expect(page.locator("#cursor")).to_have_class(re.compile("across"))
    page.keyboard.type("e")
    expect(page.locator("#cursor")).not_to_have_class(re.compile("across|down"))
