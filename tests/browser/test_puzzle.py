"""A puzzle solved by keys, another tried on a phone and given up: by touch alone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.puzzles.cuttings import Cutting
from games.puzzles.models import Kind
from games.puzzles.services.shipped import read_shipped
from games.rules.moves import Play
from games.rules.tiles import Letter
from tests.browser.conftest import PHONE, Complaints, Visit
from tests.browser.driver import RoomPage
from tests.browser.test_weight import Scales
from tests.sites import Site

SOON = {"Retry-After": "1"}


@pytest.fixture(scope="module", autouse=True)
def _puzzles(known_site: Site) -> None:
    known_site.manage("cut_puzzles", "--shipped")


def practise(page: Page, kind: Kind) -> tuple[RoomPage, Cutting]:
    """The page of some puzzle of a kind, and which one it is."""
    room = RoomPage(page, f"/puzzles/practise/scrabble/en/{kind}/")
    room.expect_rack(len(room.read_state()["rack"]))
    shown = sorted(name.partition(",")[0].replace("blank", "?") for name in room.read_rack())
    for cutting in read_shipped():
        tiles = cutting.state.seats[cutting.seat].rack
        faces = sorted(tile.face if isinstance(tile, Letter) else "?" for tile in tiles)
        if cutting.kind == kind and faces == shown:
            return room, cutting
    raise AssertionError(f"none of the shipped puzzles has the rack {shown}")


def answer_of(cutting: Cutting) -> Play:
    return Play.read(*cutting.answers[0], cutting.state.tile_set)


def check_readable(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert not [(one["id"], one["nodes"][0]["html"]) for one in found]


def test_a_bingo_is_found_by_keys(visit: Visit, complaints: Complaints) -> None:
    """A hint that is asked for too soon comes by itself, the bingo is found; and it stays found."""
    complaints.allow("status of 429")
    page = visit("Amber").page
    scales = Scales(page)
    room, cutting = practise(page, Kind.BINGO)
    scales.check()
    check_readable(page)
    told = page.get_by_role("log")
    room.button("A hint").focus()
    page.route("**/hint", lambda route: route.fulfill(status=429, headers=SOON), times=1)
    page.keyboard.press("Enter")
    expect(page.get_by_text("It will be tried again by itself.").first).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="letters")).to_be_visible()
    expect(room.button("Another hint")).to_be_focused()
    expect(told).to_contain_text(f"scores {cutting.best[0].score} points")
    room.lay(answer_of(cutting))
    expect(room.button("Try")).to_contain_text(str(cutting.best[0].score))
    page.keyboard.press("Enter")
    result = page.get_by_role("region", name="You found it")
    expect(result).to_be_focused()
    expect(told).to_contain_text("Found!")
    expect(result.get_by_role("row").nth(1)).to_contain_text(cutting.best[0].words[0])
    check_readable(page)
    page.reload()
    expect(result).to_contain_text("In 1 try")
    page.goto("/puzzles/")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    check_readable(page)


def test_an_end_game_on_a_phone(visit: Visit) -> None:
    """Tiles are tapped to their squares, the computer answers on the board; then the answer is
    looked at."""
    page = visit("", viewport=PHONE, is_mobile=True, has_touch=True).page
    room, cutting = practise(page, Kind.ENDGAME)
    play = answer_of(cutting)
    for square, letter in play.placed():
        assert not letter.blank
        room.option(letter.face).tap()
        room.square(square).tap()
    before = len(room.read_board())
    room.button("Try").tap()
    expect(page.locator("#_message")).to_have_text(re.compile("answer lies on the board|Found"))
    expect(room.button("Lay it out anew")).to_be_visible()
    assert len(room.read_board()) >= before
    room.button("Lay it out anew").tap()
    expect(room.button("Lay it out anew")).to_be_hidden()
    room.expect_rack(len(cutting.state.seats[cutting.seat].rack))
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    room.button("Show the answer").tap()
    expect(page.get_by_role("region", name="The answer")).to_contain_text(play.position.name)
    check_readable(page)
