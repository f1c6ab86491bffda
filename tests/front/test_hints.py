"""A hint on the board: the suggested tiles, how they are placed, and when they disappear."""

import pytest
from django.http import HttpResponse
from playwright.sync_api import Page, expect

from games.computers.live.fragments import render_hint
from tests.front.conftest import Room
from tests.front.sample_rooms import sample
from tests.front.test_tight_screens import box_of, overlap, within

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

PLACED = [("B2", "S", 1, False), ("C2", "E", 1, False), ("D2", "A", 1, False), ("E2", "T", 0, True)]
PLAY = {"position": "2B", "tiles": "SEAt", "word": "SEAt", "score": 9, "laid": PLACED}
ABSENT = {**PLAY, "tiles": "QEAt", "laid": [("B2", "Q", 10, False), *PLACED[1:]]}


def hint_at(room: Room, play: dict[str, object] = PLAY) -> Room:
    """Ask for every step of a hint that suggests this play."""
    room.stage.answer = lambda fields: HttpResponse(
        render_hint(int(fields["turn"]), int(fields["step"]), [play])
    )
    room.button("Hint").press("Enter")
    room.button("Where?").press("Enter")
    expect(room.page.locator("#_hint")).to_contain_text("It starts at B2 across.")
    expect(room.page.locator("#suggested-tiles > *")).to_have_count(0)
    room.button("Show the play").press("Enter")
    expect(room.page.locator("#suggested-tiles > *")).to_have_count(len(PLACED))
    return room


def test_the_last_step_shows_the_tiles_and_places_them(show, page: Page) -> None:
    """With the keyboard, the focus moves from button to button and then to the board."""
    room = hint_at(show("hinted"))
    expect(page.locator("#_hint")).to_contain_text("Best play: B2 across SEAt for 9")
    expect(room.square("C2")).to_have_accessible_name("C2, empty, E, 1 point, suggested")
    expect(room.square("E2")).to_have_accessible_name("E2, empty, T, blank, suggested")
    assert box_of(page.locator("#suggested-tiles > *").nth(2))["x"] == pytest.approx(
        box_of(room.square("D2"))["x"], abs=3
    )
    expect(room.button("Place these tiles")).to_be_focused()
    page.keyboard.press("Enter")
    expect(room.tentative_tiles()).to_have_count(4)
    expect(page.locator("#suggested-tiles > *")).to_have_count(0)
    expect(room.square("C2")).to_have_accessible_name("C2, E, 1 point, not played yet")
    expect(room.square("E2")).to_have_accessible_name("E2, T, blank, not played yet")
    expect(room.square("B2")).to_be_focused()
    expect(room.button("Place these tiles")).to_have_count(0)
    expect(page.locator("#_hint")).to_contain_text("Best play: B2 across SEAt for 9")


def test_moving_a_tile_removes_the_suggestion(show, page: Page) -> None:
    room = hint_at(show("hinted"))
    room.option("G, 2 points").click()
    expect(page.locator("#suggested-tiles > *")).to_have_count(4)
    room.square("A1").click()
    expect(room.tentative_tiles()).to_have_count(1)
    expect(page.locator("#suggested-tiles > *")).to_have_count(0)
    expect(room.square("C2")).to_have_accessible_name("C2, empty")
    room.button("Place these tiles").click()
    expect(room.tentative_tiles()).to_have_count(4)


def test_the_suggestion_ends_with_the_turn_or_when_hidden(show, page: Page) -> None:
    room = hint_at(show("hinted"))
    room.line.push(room.change())
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    expect(page.locator("#suggested-tiles > *")).to_have_count(4)
    room.button("Hide hint").click()
    expect(page.locator("#suggested-tiles > *")).to_have_count(0)
    expect(page.locator("#_hint")).to_be_empty()
    hint_at(room)
    room.line.push(room.change(turn=15))
    expect(page.locator("#suggested-tiles > *")).to_have_count(0)
    expect(page.locator("#_hint")).to_be_empty()


def test_tiles_that_are_not_on_the_rack_cannot_be_placed(show, page: Page) -> None:
    room = hint_at(show("hinted"), ABSENT)
    expect(room.button("Place these tiles")).to_be_hidden()
    expect(room.button("Hide hint")).to_be_visible()


@pytest.mark.sampled("hebrew", 320)
@pytest.mark.parametrize("name", ["hinted", "hebrew", "qwibble"])
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844), (320, 568), (844, 390)])
def test_suggested_tiles_lie_on_their_squares(
    show, page: Page, name: str, width: int, height: int
) -> None:
    """On every screen and board; a dashed outline, not only a colour, distinguishes them from
    tentative tiles.
    """
    page.set_viewport_size({"width": width, "height": height})
    room = show(name)
    actions = sample(name).actions | {"hint"}
    room.line.push(room.change(actions=actions, preview_shows_words=True))
    hint_at(room, {**PLAY, "laid": PLACED})
    for suggested, square in zip(page.locator("#suggested-tiles > *").all(), PLACED, strict=True):
        box, cell = box_of(suggested), box_of(room.square(square[0]))
        assert abs(box["x"] - cell["x"]) < 3
        assert abs(box["y"] - cell["y"]) < 3
        expect(suggested).to_have_css("outline-style", "dashed")
        assert within(page, box)
    hide = room.button("Hide hint")
    hide.scroll_into_view_if_needed()
    assert within(page, box_of(hide))
    assert not overlap(box_of(hide), box_of(page.locator(".board")))
