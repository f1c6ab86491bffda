"""One game on pages in several languages, and pages that fit in every language."""

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.http_actions import PLAIN_ROOM, SeatClient, post, seat_players
from tests.browser.label_checks import check_labels
from tests.browser.planned_games import Plan
from tests.browser.test_difficult_names import check_fits
from tests.browser.test_phone import turn_screen
from tests.browser.test_puzzle import BINGO, open_puzzle
from tests.site_processes import Site

SIZES = ((360, 740), (390, 844), (1366, 768))
PATHS = (
    *("/", "/rooms/", "/watch/", "/puzzles/", "/learn/", "/community/", "/more/", "/settings/"),
    *(
        "/settings/notifications/",
        "/my-games/",
        "/games/past/",
        "/ratings/",
        "/uploads/",
        "/study/",
    ),
    *("/about/rules/scrabble/", "/accounts/login/", "/accounts/signup/", "/analyse/"),
)
TRANSLATED = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def word_in(language: str, text: str) -> str:
    with override(language):
        return gettext(text)


def test_everyone_reads_the_same_move_in_their_own_language(visit: Visit) -> None:
    plan = Plan("one game on pages in three languages")
    codes = ("de", "ru", "en")
    people = [visit(name, locale=code) for name, code in zip(("Jade", "Rook"), codes, strict=False)]
    pages = [person.page for person in (*people, visit("", locale="en"))]
    path = seat_players(pages[:2], [person.name for person in people], plan.title)
    for page, code in zip(pages, codes, strict=True):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", code)
    seat = SeatClient(pages[plan.mover], pages[0].url)
    play, mover = plan.plays()[0], plan.mover
    position, tiles = play.write(plan.state.tile_set)
    game = str(seat.read_state()["game"])
    seat.post("play", game=game, turn="0", position=position, tiles=tiles)
    plan.do(play)
    word = "".join(letter.face for _square, letter in play.placed())
    for page in pages:
        expect(page.locator("#_status_line")).to_contain_text(word)
    turn = word_in(codes[plan.mover], "Your turn.")
    expect(pages[plan.mover].locator("#_status_line")).to_contain_text(turn)
    expect(pages[mover].locator("#_status_line")).not_to_contain_text("played")
    expect(pages[2].locator("#_status_line")).to_contain_text("played")


@pytest.mark.parametrize("code", TRANSLATED)
def test_pages_fit_in_every_language(code: str, visit: Visit) -> None:
    """A page as wide as its screen, on two phones and a laptop."""
    people = [visit("Heron", locale=code), visit("Stork", locale=code)]
    pages, names = [one.page for one in people], [one.name for one in people]
    for path in PATHS:
        pages[0].goto(path)
        check_fits(pages[0], *SIZES)
    pages[0].goto(seat_players(pages, names, f"fits in {code}"))
    check_fits(pages[0], *SIZES)


@pytest.mark.parametrize("code", [settings.LANGUAGE_CODE, *TRANSLATED])
def test_no_label_is_cut_off(code: str, visit: Visit, site: Site) -> None:
    """The first pages, a puzzle, a room that waits, is played in and has ended, a review."""
    people = [visit("Heron", locale=code), visit("Stork", locale=code)]
    pages, names = [one.page for one in people], [one.name for one in people]
    page = pages[0]

    def look(path: str = "", press: str = "") -> None:
        if path:
            page.goto(path)
        if press:
            page.locator(press).first.click()
        check_fits(page, *SIZES)
        check_labels(page, *SIZES)

    look("/")
    look(press="[data-open=computer]")
    for path in ("/rooms/", "/settings/", "/settings/notifications/", "/study/"):
        look(path)
    english, _puzzle = open_puzzle(site, visit("Rook").page, BINGO)
    look(english.link)
    wanted = PLAIN_ROOM | {"title": f"waits in {code}", "seats": "2", "name": names[0]}
    look(post(page, "/rooms/", htmx=False, **wanted).headers["location"])
    room = seat_players(pages, names, f"labels in {code}", clock="25+0/5")
    look(room)
    look(press="[data-open=room-menu]")
    seat = SeatClient(pages[1], room)
    state = seat.read_state()
    seat.post("resign", game=str(state["game"]), turn=str(state["turn"]))
    look(room)
    look(page.locator("#_result a[href^='/games/']").first.get_attribute("href") or "")


@pytest.mark.parametrize("code", ["de", "ar"])
def test_long_words_leave_the_board_its_size(code: str, visit: Visit) -> None:
    """The board loses at most the height of one of its rows."""
    heights = []
    for language in (settings.LANGUAGE_CODE, code):
        people = [visit("Heron", locale=language), visit("Stork", locale=language)]
        pages, names = [one.page for one in people], [one.name for one in people]
        title = f"a board in {language} beside {code}"
        pages[0].goto(seat_players(pages, names, title, clock="25+0/5"))
        board = pages[0].locator("#board")
        sizes = []
        for size in (*SIZES, (844, 390)):
            turn_screen(pages[0], size)
            sizes.append(board.evaluate("(board) => board.getBoundingClientRect().height"))
        heights.append(sizes)
    assert all(foreign >= english * 14 / 15 for english, foreign in zip(*heights, strict=True))
