"""Every way to lay tiles and to order a rack: mouse, finger, taps, keys; choosers and previews."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Locator, expect

from games.rules.moves import Exchange, Play
from games.rules.scoring import PlayScore
from games.rules.squares import Direction, Square
from games.rules.tiles import BLANK, Letter
from tests.browser.conftest import PHONE, Complaints, Seating, Table, Visit
from tests.browser.driver import RoomPage
from tests.browser.gestures import Finger, Mouse, Point, middle_of
from tests.browser.script import Plan, board_names, rack_names
from tests.processes import wait_until


@pytest.fixture
def table(seat_all: Seating, request: pytest.FixtureRequest) -> Table:
    """A game of two that has just begun, in a room named after the test."""
    return seat_all(Plan(request.node.originalname.replace("_", " ")))


def first_play(table: Table) -> Play:
    return table.plan.find_play()


def letters_of(play: Play) -> list[tuple[Square, str]]:
    return [(square, letter.face) for square, letter in play.placed()]


def expect_laid(page: RoomPage, play: Play) -> None:
    """All tiles of a play lie there tentatively."""
    for square, face in letters_of(play):
        expect(page.square(square)).to_have_accessible_name(
            re.compile(f"^{square.name}, {face}, .*not played yet$")
        )


def expect_played(table: Table, play: Play) -> None:
    """Everyone sees the play on the board."""
    table.plan.do(play)
    for page in table.pages:
        page.expect_moves(len(table.plan.log))
        assert page.read_board() == board_names(table.plan)


def test_mouse(table: Table) -> None:
    """Tiles are dragged to the board, from square to square, and back to the rack."""
    play, page = first_play(table), table.mover
    for square, face in letters_of(play):
        page.drag(face, square)
    expect_laid(page, play)
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


def test_finger(seat_all: Seating, visit: Visit) -> None:
    """By touch the tile floats above the finger and falls on the nearest free square."""
    plan = Plan("By finger")
    people = [
        visit(name, viewport=PHONE, has_touch=True, is_mobile=True) for name in ("Amber", "Fern")
    ]
    table = seat_all(plan, people)
    play, page = plan.find_play(), table.mover
    finger, ghost = Finger(page.page), page.page.locator("#ghost")
    for square, face in letters_of(play):
        target = middle_of(page.square(square))
        finger.lift(middle_of(page.option(face)))
        finger.move(target.moved(x=5, y=-5))
        wait_until(lambda: floats_above(ghost, finger.at), "the tile to be seen", limit=5)
        finger.drop()
    expect_laid(page, play)
    page.button("Play").tap()
    expect_played(table, play)


def floats_above(tile: Locator, finger: Point) -> bool:
    box = tile.bounding_box()
    assert box is not None
    return box["y"] + box["height"] < finger.y


def test_near_miss_lands_on_the_free_square(seat_all: Seating, visit: Visit) -> None:
    """A finger that comes down on a played tile's edge means the free square beside it."""
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


def test_taps(table: Table) -> None:
    """Tap a tile, tap a square; a double tap takes it back; two taps swap places on the rack."""
    play, page = first_play(table), table.mover
    for square, face in letters_of(play):
        page.tap(face, square)
    expect_laid(page, play)
    last = letters_of(play)[-1][0]
    at = middle_of(page.square(last))
    page.page.mouse.dblclick(at.x, at.y)
    expect(page.square(last)).to_have_accessible_name(re.compile("empty$"))
    page.tap(letters_of(play)[-1][1], last)
    page.button("Play").click()
    expect_played(table, play)


def test_keys_alone(table: Table) -> None:
    """A whole turn without a pointer, and every key of the board on the way."""
    play, page = first_play(table), table.mover
    keys = page.page.keyboard
    page.square("H8").focus()
    keys.press("Space")
    assert page.board.get_attribute("data-way") == "down"
    keys.press("Space")
    assert page.board.get_attribute("data-way") == "across"
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
    expect_laid(page, play)
    keys.press("Backspace")
    page.expect_rack(7 - len(word) + 1)
    keys.type(word[-1])
    keys.press("Escape")
    page.expect_rack(7)
    assert page.read_board() == {}
    page.square(first).focus()
    keys.type(word.lower())
    expect_laid(page, play)
    keys.press("Enter")
    expect_played(table, play)


def test_key_without_tile(table: Table) -> None:
    """A letter that is not on the rack is answered, and nothing is laid."""
    page = table.mover
    faces = {tile.face for tile in table.plan.rack() if isinstance(tile, Letter)}
    absent = next(face for face in "QZXJKVW" if face not in faces)
    page.square("H8").focus()
    page.page.keyboard.press(absent)
    expect(page.last_move).to_contain_text(f"No {absent} on your rack")
    page.expect_rack(7)


def test_rack_order(table: Table) -> None:
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


def with_blank(stem: str) -> Iterator[Plan]:
    return (plan for n in count() if BLANK in (plan := Plan(f"{stem} {n}")).rack())


def test_blank(seat_all: Seating) -> None:
    """A blank asks what it stands for; without an answer it goes back."""
    table = seat_all(next(with_blank("Blank")))
    page, play = table.mover, table.plan.find_play(blank=True)
    page.tap(BLANK, "A1")
    chooser = page.dialog("What does the blank stand for?")
    chooser.get_by_role("button", name="Close").click()
    expect(page.option(BLANK)).to_be_visible()
    for square, letter in play.placed():
        page.drag(letter.tile, square)
        if letter.blank:
            page.page.keyboard.press(letter.face)
            expect(chooser).to_be_hidden()
    expect(page.square(next(s for s, x in play.placed() if x.blank))).to_have_accessible_name(
        re.compile("blank")
    )
    page.button("Play").click()
    expect_played(table, play)


def test_exchange(table: Table) -> None:
    """The chooser gives back what was marked; who marks nothing cannot confirm."""
    page, plan = table.mover, table.plan
    tiles = plan.rack()[1:4]
    page.button("Exchange").click()
    chooser = page.dialog("Exchange")
    confirm = chooser.get_by_role("button", name=re.compile("^Exchange"))
    expect(confirm).to_be_disabled()
    chooser.get_by_role("button", name="Cancel").click()
    page.expect_moves(0)
    seat = plan.mover
    page.exchange(tiles)
    plan.do(Exchange(tiles))
    for one in table.pages:
        one.expect_moves(1)
        expect(one.last_move).to_contain_text("exchanged 3 tiles")
    assert sorted(page.read_rack()) == rack_names(plan, seat)


def expect_preview(page: RoomPage, score: PlayScore) -> None:
    """The words and points of a play are shown beside the board and on the button."""
    for word in score.words:
        expect(page.last_move).to_contain_text(re.compile(rf"{word.word}\s*{word.score}"))
    expect(page.page.get_by_role("button", name="Play")).to_contain_text(str(score.total))
    expect(page.button("Play")).to_have_accessible_description(re.compile(score.words[0].word))


def test_preview_does_not_tell_under_challenges(table: Table) -> None:
    """Bad words are scored like good ones: to tell them apart is the opponent's business."""
    page, plan = table.mover, table.plan
    for play in (plan.phony(), plan.plays()[0]):
        page.lay(play)
        expect_preview(page, plan.score(play))
        expect(page.last_move).not_to_contain_text("dictionary")
        page.button("Recall").click()


def test_preview_tells_under_void(seat_all: Seating, complaints: Complaints) -> None:
    """Bad words are named at once, the play is refused, and the tiles stay where they lie."""
    complaints.allow("status of 422")
    table = seat_all(Plan("Void", options={"challenge": "void"}), challenge="Void")
    page, plan = table.mover, table.plan
    expect(page.button("Challenge")).to_have_count(0)
    phony, good = plan.phony(), plan.plays()[0]
    page.lay(phony)
    expect(page.last_move).to_contain_text("not in the dictionary")
    page.button("Play").click()
    expect(page.last_move).to_contain_text("Not in the dictionary:")
    expect_laid(page, phony)
    page.button("Recall").click()
    page.lay(good)
    expect_preview(page, plan.score(good))
    page.button("Play").click()
    expect_played(table, good)


def test_unlawful_places_are_explained(table: Table) -> None:
    page, plan = table.mover, table.plan
    faces = [tile.face for tile in plan.rack() if isinstance(tile, Letter)]
    page.tap(faces[0], "A1")
    page.tap(faces[1], "B1")
    expect(page.last_move).to_contain_text("The first play covers the centre square")
    page.tap(faces[2], "D1")
    expect(page.last_move).to_contain_text("empty square between")
    page.tap(faces[3], "D2")
    expect(page.last_move).to_contain_text("one row or column")
    expect(page.button("Play")).to_be_disabled()


def test_move_arrives_in_mid_drag(table: Table) -> None:
    """The other one plays while a tile is in the air: it stays there and can be dropped."""
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
    expect(dragging.page.locator("#ghost")).to_be_visible()
    mouse.move(middle_of(dragging.square("B2")))
    mouse.drop()
    if name == "blank":
        dragging.choose_blank("E")
    expect(dragging.square("B2")).to_have_accessible_name(re.compile("not played yet"))


def test_tile_in_the_way_goes_back(table: Table) -> None:
    """Tiles laid in thought go back to the rack when the opponent plays on their square."""
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


def test_name_is_unique(visit: Visit, complaints: Complaints) -> None:
    """A name that is taken is refused in words."""
    complaints.allow("status of 422")
    amber, page = visit("Amber"), visit("", locale="en-GB").lobby.page
    page.get_by_role("textbox", name="You play as").fill(amber.name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text(f"Somebody is already called {amber.name}")).to_be_visible()
