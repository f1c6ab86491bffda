"""One game on pages in several languages, and pages that fit in every language."""

import re

import pytest
from django.conf import settings
from django.utils.translation import gettext, override, pgettext
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.http_actions import PLAIN_ROOM, SeatClient, post, seat_players
from tests.browser.label_checks import CUT
from tests.browser.planned_games import Plan
from tests.browser.test_difficult_names import OVERFLOWS, check_fits
from tests.browser.test_phone import turn_screen
from tests.browser.test_puzzle import BINGO, add_puzzle
from tests.catalogues import LOCALE, read_catalogue
from tests.site_processes import Site

SIZES = ((360, 740), (390, 844), (1366, 768))
READ_CLOSELY = ("/rooms/", "/settings/", "/settings/notifications/", "/study/")
"""Pages with many labels. The first page is another, before and after a press."""
PATHS = (
    *("/watch/", "/puzzles/", "/learn/", "/community/", "/more/", "/my-games/", "/games/past/"),
    *("/ratings/", "/uploads/", "/analyse/", "/about/rules/scrabble/"),
    *("/accounts/login/", "/accounts/signup/"),
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


@pytest.mark.sampled("de", "ar")
@pytest.mark.parametrize("code", TRANSLATED)
def test_pages_fit_in_every_language(code: str, visit: Visit) -> None:
    """A page as wide as its screen, on two phones and a laptop."""
    page = visit("Heron", locale=code).page
    for path in PATHS:
        page.goto(path)
        check_fits(page, *SIZES)


@pytest.mark.sampled("de", "ar")  # long words, and from right to left
@pytest.mark.parametrize("code", [settings.LANGUAGE_CODE, *TRANSLATED])
def test_no_label_is_cut_off(code: str, visit: Visit, site: Site) -> None:
    """The first pages, a puzzle, rooms that wait, are played in and have ended, a review.

    They fit as well; one change of the window's size is enough for both. A game of four that has
    just begun is the fullest: it also shows the draw.
    """
    four = [visit(name, locale=code) for name in ("Heron", "Stork", "Egret", "Crane")]
    pages, names = [one.page for one in four[:2]], [one.name for one in four[:2]]
    page = pages[0]

    def look(path: str = "", press: str = "") -> None:
        if path:
            page.goto(path)
        if press:
            page.locator(press).first.click()
        for size in SIZES:
            turn_screen(page, size)
            found = page.evaluate(OVERFLOWS) + page.evaluate(CUT)
            assert not found, f"{page.url} at {size}: {found}"

    look("/")
    look(press="[data-open=computer]")
    for path in READ_CLOSELY:
        look(path)
    look(add_puzzle(site, BINGO)[0])
    wanted = PLAIN_ROOM | {"title": f"waits in {code}", "seats": "2", "name": names[0]}
    look(post(page, "/rooms/", htmx=False, **wanted).headers["location"])
    full = [one.page for one in four], [one.name for one in four]
    look(seat_players(*full, f"four in {code}", clock="25+0/5"))
    expect(page.locator("#_start_draw .card")).to_have_count(1)
    room = seat_players(pages, names, f"labels in {code}", clock="25+0/5")
    look(room)
    look(press="[data-open=room-menu]")
    seat = SeatClient(pages[1], room)
    state = seat.read_state()
    seat.post("resign", game=str(state["game"]), turn=str(state["turn"]))
    look(room)
    look(page.locator("#_result a[href^='/games/']").first.get_attribute("href") or "")


@pytest.mark.sampled("de")
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


READ_TEXTS = """() => {
  const silent = "script, style, code, kbd, svg, bdi, body [lang], [translate=no]";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest(silent)) texts.push(walker.currentNode.data);
  }
  for (const name of ["title", "aria-label", "placeholder"]) {
    for (const one of document.body.querySelectorAll(`[${name}]`)) {
      if (!one.closest(silent)) texts.push(one.getAttribute(name));
    }
  }
  return texts.map((text) => text.trim().replace(/\\s+/g, " "));
}"""
"""Returns the texts and labels of a page, without names, words and other languages' own names."""

ARABIC_LETTER = re.compile(r"[\u0621-\u064a]")
ISOLATED = re.compile("\u2068[^\u2069]*\u2069")
"""Names in sentences on a page from right to left."""


def list_texts(language: str) -> set[str]:
    """Return every text of the site in one language, as far as it has no placeholders."""
    catalogue = read_catalogue(LOCALE / "de" / "LC_MESSAGES" / "django.po")
    sources = {(entry.msgctxt, entry.msgid) for entry in catalogue}
    with override(language):
        texts = {pgettext(context, text) if context else gettext(text) for context, text in sources}
    return {text for text in texts if len(text) > 3 and "%(" not in text and "{" not in text}


def check_languages(pages: dict[str, Page]) -> None:
    """Require that each page shows texts in its own language only."""
    texts = {code: list_texts(code) for code in pages}
    for code, page in pages.items():
        foreign = set().union(*(texts[other] for other in pages if other != code)) - texts[code]
        shown = {ISOLATED.sub("", text) for text in page.evaluate(READ_TEXTS)}
        assert not shown & foreign, code
        assert any(map(ARABIC_LETTER.search, shown)) == (code == "ar"), code


def test_no_page_of_a_game_mixes_languages(visit: Visit) -> None:
    """A German against a guest who reads Arabic, with an English spectator, to the end."""
    plan = Plan("one game on pages in three languages")
    german, arab, english = (
        visit("Jade", locale="de"),
        visit("", locale="ar"),
        visit("", locale="en"),
    )
    pages = {"de": german.page, "ar": arab.page, "en": english.page}
    seats = [german.page, arab.page]
    path = seat_players(seats, [german.name, ""], plan.title)
    for page in pages.values():
        page.goto(path)
    number = re.search(r"\d{6}", pages["ar"].locator("#_seats").inner_text())
    assert number
    for code, page in pages.items():
        with override(code):
            guest = gettext("Guest %(number)s") % {"number": number[0]}
        expect(page.locator("bdi", has_text=guest).first).to_be_visible()
    check_languages(pages)

    seat = SeatClient(seats[plan.mover], pages["de"].url)
    play = plan.plays()[0]
    position, tiles = play.write(plan.state.tile_set)
    game = str(seat.read_state()["game"])
    seat.post("play", game=game, turn="0", position=position, tiles=tiles)
    word = "".join(letter.face for _square, letter in play.placed())
    post(german.page, f"{path}chat/send", phrase="luck", channel="players", key="good luck to you")
    for code, page in pages.items():
        expect(page.locator("#_status_line")).to_contain_text(word)
        if code != "en":
            phrase = word_in(code, "Good luck")
            expect(page.locator("[role=log]", has_text=phrase)).to_have_count(1)
    check_languages(pages)

    SeatClient(german.page, pages["de"].url).post("resign", game=game, turn="1")
    for code, page in pages.items():
        expect(page.locator("#_result")).to_contain_text(word_in(code, "Leftover tiles"))
    check_languages(pages)


def test_an_arabic_page_runs_from_right_to_left_around_an_english_game(visit: Visit) -> None:
    """Words made of tiles, the board and its coordinates keep the direction of their language."""
    arab, english = visit("Heron", locale="ar"), visit("Stork", locale="en")
    for page in (arab.page, english.page):
        page.goto("/")
        boxes = [one.bounding_box() for one in page.locator(".brand").first.locator(".tile").all()]
        places = [(round(box["y"]), box["x"]) for box in boxes if box]
        assert len(places) == len("TILEROOM")
        assert places == sorted(places)
    path = seat_players([arab.page, english.page], [arab.name, english.name], "from both sides")
    for page, right_to_left in ((arab.page, True), (english.page, False)):
        page.goto(path)
        expect(page.locator("html")).to_have_css("direction", "rtl" if right_to_left else "ltr")
        squares = page.get_by_role("gridcell")
        first, second = squares.nth(0).bounding_box(), squares.nth(1).bounding_box()
        assert first and second
        assert first["x"] < second["x"], "an English board begins on the left"
        expect(page.locator(".icon.turns").first).to_have_css(
            "scale", "-1 1" if right_to_left else "none"
        )
        for name in (arab.name, english.name):
            expect(page.locator("#_seats bdi", has_text=name)).to_have_count(1)
