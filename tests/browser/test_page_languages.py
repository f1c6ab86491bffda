"""One game on pages in several languages, and pages that fit in every language."""

import pytest
from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.http_actions import SeatClient, seat_players
from tests.browser.planned_games import Plan
from tests.browser.test_difficult_names import check_fits

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
