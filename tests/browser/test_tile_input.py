"""Every way to place tiles and to reorder a rack: mouse, finger, taps and keys."""

import re

import pytest
from playwright.sync_api import Locator, expect

from games.rules.equipment.squares import Direction
from games.rules.equipment.tiles import BLANK, LetterTile
from games.rules.plays.acts import Play
from tests.browser.conftest import PHONE, Seating, Table, Visit
from tests.browser.gestures import Finger, Mouse, Point, middle_of
from tests.browser.planned_games import Plan, rack_names
from tests.browser.window_checks import expect_played, expect_tentative, letters_of
from tests.processes import wait_until


def first_play(table: Table) -> Play:
    return table.plan.find_play()


def test_tiles_are_dragged_with_a_mouse(table: Table) -> None:
    """Tiles are dragged to the board, from square to square, and back to the rack."""
    play, page = first_play(table), table.mover
    for square, face in letters_of(play):
        page.drag(face, square)
    expect_tentative(page, play)
    square, face = letters_of(play)[0]
    mouse = Mouse(page.page)
    mouse.drag(middle_of(page.square(square)), middle_of(page.square("A1")))
    expect(page.square("A1")).to_have_accessible_name(re.compile(f"^A1, {face}, "))
    mouse.drag(middle_of(page.square("A1")), middle_of(page.rack))
    expect(page.square("A1")).to_have_accessible_name(re.compile("empty$"))
    page.expect_rack(7 - len(play.tiles()) + 1)
    page.drag(face, square)
    page.button("Play").click()
    expect_played(table, play)


def test_tiles_are_dragged_with_a_finger(seat_all: Seating, visit: Visit) -> None:
    """By touch the tile floats above the finger and falls on the nearest free square."""
    plan = Plan("By finger")
    people = [
        visit(name, viewport=PHONE, has_touch=True, is_mobile=True) for name in ("Amber", "Fern")
    ]
    table = seat_all(plan, people)
    play, page = plan.find_play(), table.mover
    finger, dragged_image = Finger(page.page), page.page.locator("#drag-image")
    for square, face in letters_of(play):
        target = middle_of(page.square(square))
        finger.lift(middle_of(page.option(face)))
        finger.move(target.moved(x=5, y=-5))
        wait_until(lambda: floats_above(dragged_image, finger.at), "the tile to be seen")
        finger.drop()
    expect_tentative(page, play)
    page.button("Play").tap()
    expect_played(table, play)


def floats_above(tile: Locator, finger: Point) -> bool:
    box = tile.bounding_box()
    return box is not None and box["y"] + box["height"] < finger.y


def test_a_tile_dropped_near_a_free_square_is_placed_on_it(seat_all: Seating, visit: Visit) -> None:
    """A tile dropped on the edge of a played tile lands on the free square next to it."""
    plan = Plan("Near miss")
    people = [visit(name, viewport=PHONE, has_touch=True) for name in ("Amber", "Fern")]
    table = seat_all(plan, people)
    play = plan.find_play()
    table.mover.do(play)
    expect_played(table, play)
    first, _ = letters_of(play)[0]
    below = (
        first.moved((1, 0)) if play.position.direction is Direction.ACROSS else first.moved((0, 1))
    )
    page = table.mover
    start, end = middle_of(page.square(first)), middle_of(page.square(below))
    edge = Point(start.x + (end.x - start.x) * 0.4, start.y + (end.y - start.y) * 0.4)
    finger = Finger(page.page)
    finger.drag(middle_of(page.rack.get_by_role("option").first), edge)
    expect(page.square(below)).to_have_accessible_name(re.compile("not played yet"))


def test_tiles_are_placed_by_tapping(table: Table) -> None:
    """Tap a tile, tap a square; a double tap takes it back; two taps swap places on the rack."""
    play, page = first_play(table), table.mover
    for square, face in letters_of(play):
        page.tap(face, square)
    expect_tentative(page, play)
    last = letters_of(play)[-1][0]
    at = middle_of(page.square(last))
    page.page.mouse.dblclick(at.x, at.y)
    expect(page.square(last)).to_have_accessible_name(re.compile("empty$"))
    page.tap(letters_of(play)[-1][1], last)
    page.button("Play").click()
    expect_played(table, play)


def test_a_turn_is_played_with_only_the_keyboard(table: Table) -> None:
    """A whole turn without a pointer, using every key that the board handles."""
    play, page = first_play(table), table.mover
    keys = page.page.keyboard
    page.square("H8").focus()
    keys.press("Space")
    assert page.board.get_attribute("data-direction") == "down"
    keys.press("Space")
    assert page.board.get_attribute("data-direction") == "across"
    for name, key in {
        "I8": "ArrowRight",
        "I9": "ArrowDown",
        "H9": "ArrowLeft",
        "H8": "ArrowUp",
    }.items():
        keys.press(key)
        expect(page.square(name)).to_be_focused()
    first = letters_of(play)[0][0]
    for _ in range(7 - first.col):
        keys.press("ArrowLeft")
    word = "".join(face for _, face in letters_of(play))
    keys.type(word)
    expect_tentative(page, play)
    keys.press("Backspace")
    page.expect_rack(7 - len(word) + 1)
    keys.type(word[-1])
    keys.press("Escape")
    page.expect_rack(7)
    assert page.read_board() == {}
    page.square(first).focus()
    keys.type(word.lower())
    expect_tentative(page, play)
    keys.press("Enter")
    expect_played(table, play)


def test_a_key_without_a_matching_tile_is_reported(table: Table) -> None:
    """A letter that is not on the rack is reported, and no tile is placed."""
    page = table.mover
    faces = {tile.face for tile in table.plan.rack() if isinstance(tile, LetterTile)}
    absent = next(face for face in "QZXJKVW" if face not in faces)
    page.square("H8").focus()
    page.page.keyboard.press(absent)
    expect(page.last_move).to_contain_text(f"You don't have {absent}.")
    page.expect_rack(7)


def test_the_rack_is_reordered_shuffled_and_sorted(table: Table) -> None:
    """The rack is ordered by drag and by keys, shuffled and sorted; the tiles stay the same."""
    page, plan = table.mover, table.plan
    before = page.read_rack()
    options = page.rack.get_by_role("option")
    Mouse(page.page).drag(middle_of(options.nth(0)), middle_of(options.nth(6)))
    moved = [*before[1:], before[0]]
    assert page.read_rack() == moved
    options.nth(6).focus()
    page.page.keyboard.press("Shift+ArrowLeft")
    moved[5], moved[6] = moved[6], moved[5]
    assert page.read_rack() == moved
    page.button("Sort").click()
    assert page.read_rack() == rack_names(plan, plan.mover)
    for _ in range(5):
        page.button("Shuffle").click()
        assert sorted(page.read_rack()) == rack_names(plan, plan.mover)
        if page.read_rack() != rack_names(plan, plan.mover):
            break
    else:
        pytest.fail("five shuffles left the rack sorted")


def test_shuffle_turns_into_recall(table: Table) -> None:
    page, play = table.mover, first_play(table)
    page.lay(play)
    expect(page.button("Shuffle")).to_have_count(0)
    page.button("Recall").click()
    page.expect_rack(7)
    assert page.read_board() == {}
    expect(page.button("Shuffle")).to_be_visible()


def test_a_move_arrives_during_a_drag(table: Table) -> None:
    """The opponent plays while a tile is being dragged: the tile can still be dropped."""
    plan = table.plan
    dragging, moving = table.pages[1 - plan.mover], table.mover
    play = plan.plays()[0]
    tile = dragging.rack.get_by_role("option").first
    name = (tile.get_attribute("aria-label") or "").split(",")[0]
    mouse = Mouse(dragging.page)
    mouse.lift(middle_of(tile))
    mouse.move(middle_of(dragging.square("A1")))
    moving.do(play)
    expect_played(table, play)
    expect(dragging.page.locator("#drag-image")).to_be_visible()
    mouse.move(middle_of(dragging.square("B2")))
    mouse.drop()
    if name == "blank":
        dragging.choose_blank("E")
    expect(dragging.square("B2")).to_have_accessible_name(re.compile("not played yet"))


def test_a_tile_whose_square_is_taken_returns_to_the_rack(table: Table) -> None:
    """Tentative tiles return to the rack when the opponent plays on their square."""
    plan = table.plan
    waiting, moving = table.pages[1 - plan.mover], table.mover
    play = plan.plays()[0]
    square = letters_of(play)[0][0]
    tile = next(tile for tile in plan.state.seats[1 - plan.mover].rack if tile != BLANK)
    waiting.tap(tile, square)
    expect(waiting.square(square)).to_have_accessible_name(re.compile("not played yet"))
    moving.do(play)
    expect_played(table, play)
    waiting.expect_rack(7)
    expect(waiting.last_move).to_contain_text("A tile went back to your rack")
