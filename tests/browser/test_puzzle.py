"""A puzzle solved by keyboard; another tried on a phone and given up, by touch alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.play.perspective.places import describe_place
from games.puzzles.services.shipped_puzzles import read_shipped_puzzles
from games.puzzles.terms.candidates import PuzzleCandidate
from games.rules.plays.acts import Play
from tests.accessibility import check_accessible
from tests.browser.conftest import DESKTOP, PHONE, Complaints, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.test_page_weight import TransferMeter
from tests.jitter_proxy import hold_line
from tests.shown_texts import ShownTexts
from tests.site_processes import Site

SOON = {"Retry-After": "1"}


SAVE = """
from games.puzzles.models import Puzzle
from games.puzzles.services.puzzle_sources import save_puzzles
from games.puzzles.services.shipped_puzzles import SHIPPED_DICTIONARY, read_shipped_puzzles
from lexicon.models import Lexicon
candidate = read_shipped_puzzles()[NUMBER]
revision = Lexicon.objects.get(slug=SHIPPED_DICTIONARY).current_revision
known = Puzzle.objects.values_list("pk", flat=True)
before = set(known)
save_puzzles([candidate], revision)
found = Puzzle.objects.filter(state=candidate.state.to_json()).exclude(pk__in=before)
print(found.get(kind=candidate.kind).get_absolute_url())
"""
BINGO, ENDGAME = "REBUILT", "INCISAL"
"""The words to be found in the puzzles of these tests."""


def open_puzzle(site: Site, page: Page, word: str) -> tuple[RoomPage, PuzzleCandidate]:
    """Open the shipped puzzle in which this word is to be found."""
    path, candidate = add_puzzle(site, word)
    room = RoomPage(page, path)
    room.expect_rack(len(candidate.state.seats[candidate.seat].rack))
    return room, candidate


def add_puzzle(site: Site, word: str) -> tuple[str, PuzzleCandidate]:
    """Give the site the shipped puzzle in which this word is to be found, and return its path.

    The site has other puzzles as well: it extracts them from the games of other tests.
    """
    shipped = read_shipped_puzzles()
    number = next(n for n, one in enumerate(shipped) if one.best[0].words[0] == word)
    return site.run(SAVE.replace("NUMBER", str(number))).split()[-1], shipped[number]


def answer_of(candidate: PuzzleCandidate) -> Play:
    return Play.read(*candidate.answers[0], candidate.state.tile_set)


def test_a_bingo_is_found_by_keys(visit: Visit, site: Site, complaints: Complaints) -> None:
    """A hint requested too soon arrives later without another click. The solution is kept."""
    complaints.allow("status of 429")
    page = visit("Amber", viewport=DESKTOP).page
    scales = TransferMeter(page)
    room, candidate = open_puzzle(site, page, BINGO)
    scales.check()
    check_accessible(page)
    log = page.get_by_role("log")
    room.button("Hint").focus()
    page.route("**/hint", lambda route: route.fulfill(status=429, headers=SOON), times=1)
    message = ShownTexts(page, "#_message")
    with hold_line:  # a puzzle sends once what the connection loses
        page.keyboard.press("Enter")
        message.expect("retrying automatically")
        expect(page.get_by_role("listitem").filter(has_text="letters")).to_be_visible()
    expect(room.button("Another hint")).to_be_focused()
    expect(log).to_contain_text(f"scores {candidate.best[0].score} points")
    room.lay(answer_of(candidate))
    expect(room.button("Try")).to_contain_text(str(candidate.best[0].score))
    page.keyboard.press("Enter")
    result = page.get_by_role("region", name="You found it")
    expect(result).to_be_focused()
    expect(log).to_contain_text("Found!")
    expect(result.get_by_role("row").nth(1)).to_contain_text(candidate.best[0].words[0])
    check_accessible(page)
    page.reload()
    expect(result).to_contain_text("In 1 try")
    page.goto("/puzzles/")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    check_accessible(page)


def test_a_result_is_shared_once_and_the_button_gets_its_label_back(
    visit: Visit, site: Site
) -> None:
    """With a mouse it is copied, also if pressed twice; the device's share menu stays closed."""
    page = visit("Amber", viewport=DESKTOP).page
    page.add_init_script(
        "window.offered = []; navigator.share = async (data) => { window.offered.push(data); };"
    )
    room, candidate = open_puzzle(site, page, BINGO)
    room.lay(answer_of(candidate))
    room.button("Try").click()
    share = page.get_by_role("region", name="You found it").locator("[data-share-result]")
    share.dblclick()
    expect(share).to_have_text("Copied")
    expect(share).to_have_text("Share")
    assert page.evaluate("window.offered") == []


@pytest.mark.full
def test_an_end_game_is_solved_on_a_phone(visit: Visit, site: Site) -> None:
    """Tiles are tapped to their squares and the computer answers; then the solution is shown."""
    page = visit("", viewport=PHONE, is_mobile=True, has_touch=True).page
    room, candidate = open_puzzle(site, page, ENDGAME)
    play = answer_of(candidate)
    for square, letter in play.placed():
        assert not letter.blank
        room.option(letter.face).tap()
        room.square(square).tap()
    before = len(room.read_board())
    room.button("Try").tap()
    expect(page.locator("#_message")).to_have_text(re.compile("reply is on the board|Found"))
    expect(room.button("Reset")).to_be_visible()
    assert len(room.read_board()) >= before
    room.button("Reset").tap()
    expect(room.button("Reset")).to_be_hidden()
    room.expect_rack(len(candidate.state.seats[candidate.seat].rack))
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    room.button("Show answer").tap()
    expect(page.get_by_role("region", name="The answer")).to_contain_text(
        describe_place(play.position.name)
    )
    check_accessible(page)
