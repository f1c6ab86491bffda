"""Small screens, high zoom, long names, forced colours: everything is visible, nothing covered."""

from dataclasses import replace

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from games.play.live.fragments import render_message
from games.play.perspective.viewdata import DrawView, PersonView
from tests.front.conftest import resize
from tests.front.sample_rooms import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

ZOOMED = {"width": 320, "height": 256}  # 1280x1024 at four times the size
SMALL = [(320, 568), (360, 640)]
LONGEST = "W" * 24


def box_of(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def within(page: Page, box: FloatRect) -> bool:
    """Return whether a box is completely on the screen."""
    size = page.viewport_size
    assert size is not None
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"] + 0.5
        and box["y"] + box["height"] <= size["height"] + 0.5
    )


@pytest.mark.sampled("mine", "ended")
@pytest.mark.parametrize("name", ["mine", "qwibble", "waiting", "ended"])
def test_everything_can_be_reached_at_400_percent_zoom(show, page, name):
    page.set_viewport_size(ZOOMED)
    show(name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")
    wanted = [".head h1", ".board", "#_status_line"]
    if name != "waiting":
        wanted += [".seat >> nth=0", ".seat >> nth=1", "#_moves li >> nth=0", "#_unseen"]
    if name in ("mine", "qwibble"):
        wanted += [".rack[role=listbox]", *[f"[data-action={verb}]" for verb in ("play", "pass")]]
    for what in wanted:
        part = page.locator(what)
        part.scroll_into_view_if_needed()
        expect(part).to_be_in_viewport(ratio=0.5 if what == ".board" else 0.99)
        assert box_of(part)["x"] + box_of(part)["width"] <= ZOOMED["width"] + 0.5, what
    assert box_of(page.locator(".board"))["width"] > 290


def test_hint_and_board_are_side_by_side(show, page):
    room = show("hinted")
    for width, height in SMALL:
        resize(page, width, height)
        hint, board = box_of(room.button("Hint")), box_of(page.locator(".board"))
        assert not overlap(hint, board)
        assert within(page, hint)
        assert board["width"] > 0.7 * width, "the board is what the screen is for"


@pytest.mark.sampled("four")
@pytest.mark.parametrize("name", ["mine", "four", "qwibble"])
def test_a_long_name_hides_no_score(show, page, name):
    room = show(name)
    named = {"names": (LONGEST,), "people": (PersonView(LONGEST, ""),)}
    seats = tuple(replace(seat, **named) for seat in room.stage.view.seats)
    room.line.push(room.change(seats=seats))
    expect(page.locator(".seat .name").first).to_have_text(LONGEST)
    for size in [*SMALL, (740, 360), (1280, 800), (1920, 1080)]:
        resize(page, *size)
        check_scores(page, len(seats))


def check_scores(page: Page, count: int) -> None:
    """Check that each score is on the screen and on its card, and no name covers it."""
    scores = [box_of(score) for score in page.locator(".seat .score").all()]
    assert len(scores) == count
    for seat, score in zip(page.locator(".seat").all(), scores, strict=True):
        card = box_of(seat)
        assert within(page, score)
        assert card["x"] <= score["x"]
        assert score["x"] + score["width"] <= card["x"] + card["width"]
        name_box = box_of(seat.locator(".name"))
        assert not overlap(name_box, score)


def test_the_deciding_round_of_a_draw_fits_the_screen(show, page):
    room = show("mine")
    rounds = [(("Amber", mine), (LONGEST, theirs)) for mine, theirs in ("CC", "AT")]
    room.line.push(room.change(turn=0, draw=DrawView(tuple(rounds), "Amber")))
    for size in [*SMALL, (390, 844)]:
        resize(page, *size)
        expect(page.locator(".draw-row:visible .tile")).to_have_text(["A", "T"])
        for tile in page.locator(".draw-row:visible .tile").all():
            assert within(page, box_of(tile)), size


def test_the_own_seat_is_marked_with_four_players_on_a_phone(show, page):
    page.set_viewport_size({"width": 360, "height": 640})
    show("four")
    you = page.locator(".seat .you")
    expect(you).to_have_count(1)
    expect(you).to_be_visible()
    expect(page.locator(".seat.mine .you")).to_be_visible()


@pytest.mark.sampled(False)
@pytest.mark.parametrize("upheld", [True, False])
def test_a_verdict_covers_less_than_half_of_the_board(show, page, upheld):
    room = show("mine")
    verdict = sample("verdict").challenge
    assert verdict is not None
    words = verdict.words * 4
    room.line.push(room.change(challenge=replace(verdict, words=words, upheld=upheld)))
    card = page.get_by_role("region", name="Challenge", exact=True)
    expect(card).to_be_visible()
    for size in [*SMALL, (390, 844), (740, 360), (1280, 800)]:
        resize(page, *size)  # and wait until the card has slid in
        box, board = box_of(card), box_of(page.locator(".board"))
        hidden = max(0, min(box["y"] + box["height"], board["y"] + board["height"]) - box["y"])
        assert hidden < board["height"] / 2, size
        assert within(page, box), size


def test_the_waiting_room_shows_all_its_text(show, page):
    room = show("waiting")
    sizes = [(320, 568), (390, 844), (1280, 800), (1920, 1080)]
    for size in sizes:
        resize(page, *size)
        expect(page.locator("#_status_line")).to_be_visible()
    room.line.push(render_message("Somebody has that name already."))
    said = page.locator("#_message")
    for size in reversed(sizes):
        resize(page, *size)
        expect(said).to_be_visible()
        said.scroll_into_view_if_needed()
        expect(said).to_be_in_viewport(ratio=0.99)


STYLE = "(element, [pseudo, name]) => getComputedStyle(element, pseudo)[name]"


def style(found: Locator, name: str, pseudo: str | None = None) -> str:
    return str(found.evaluate(STYLE, [pseudo, name]))


def test_forced_colours_keep_owners_padlocks_and_cursor_visible(show, page):
    page.emulate_media(forced_colors="active")
    room = show("qwibble")
    first, second = page.locator("#_tiles > .o0:not(.s)"), page.locator("#_tiles > .o1:not(.s)")
    assert style(first.first, "borderTopStyle") == "solid"
    assert style(second.first, "borderTopStyle") == "dashed"
    safe = page.locator("#_tiles > .o1.s:not(.l)").first
    assert style(safe, "backgroundColor") != style(second.first, "backgroundColor")
    for seat, line in ((0, "solid"), (1, "dashed")):
        assert style(page.locator(".seat").nth(seat), "borderTopStyle") == line
    lock = room.square("A3")
    assert style(lock, "backgroundColor", "::before") != style(lock, "backgroundColor")
    room.square("D4").click()
    cursor = page.locator("#cursor")
    expect(cursor).to_be_visible()
    assert style(cursor, "borderTopColor") != style(room.square("D4"), "backgroundColor")
    stolen, placed = page.locator("#_tiles > .t").first, page.locator("#_tiles > .l:not(.t)").first
    assert style(stolen, "outlineStyle") != style(placed, "outlineStyle")


def test_the_rack_of_a_right_to_left_board_has_its_direction(show, page):
    show("hebrew")
    tiles = page.locator(".rack [role=option]")
    assert box_of(tiles.nth(0))["x"] > box_of(tiles.nth(1))["x"]
    tiles.nth(0).focus()
    page.keyboard.press("ArrowLeft")
    expect(tiles.nth(1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(tiles.nth(0)).to_be_focused()
