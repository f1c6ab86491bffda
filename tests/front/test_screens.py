"""Every screen: without errors, complete on a phone, and accepted by axe.

The size of pages is tested in :mod:`tests.browser.test_page_weight`.
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import FloatRect, Page, expect

from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.accessibility import COLOUR_RULES, find_violations
from tests.front.conftest import ANIMATED, resize
from tests.front.sample_rooms import SAMPLES

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

ROOMS = sorted(SAMPLES)
PAGES = [
    "/",
    "/?empty",
    "/watch/",
    "/learn/",
    "/community/",
    "/more/",
    "/search/",
    "/search/?q=amber",
    "/rooms/",
    "/games/x/",
    "/games/x/bag",
    "/show/404",
    "/show/403",
    "/show/405",
    "/show/500",
    "/show/refused",
]
PHONES = [(360, 740), (390, 844), (360, 640), (740, 360), (844, 390)]


def found_by_axe(page: Page, *rules: str) -> list[str]:
    page.evaluate(ANIMATED)  # colours change while animations run
    return find_violations(page, *rules)


@pytest.mark.sampled(
    *["waiting", "mine", "one_device", "four_begin", "spectator", "verdict"],
    *["final", "ended", "qwibble", "hebrew", "hinted", "invited"],
)
@pytest.mark.parametrize("name", ROOMS)
def test_axe_finds_nothing_serious_in_a_room(show, page, name):
    show(name)
    assert found_by_axe(page) == []
    if name in ("mine", "qwibble", "ended", "waiting"):
        page.emulate_media(color_scheme="dark")
        assert found_by_axe(page, *COLOUR_RULES) == [], "in the dark"


@pytest.mark.sampled(
    *["/", "/community/", "/rooms/", "/search/?q=amber"],
    *["/games/x/", "/games/x/bag", "/show/500", "/show/refused"],
)
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_on_a_page(page, live_server, path, errors):
    page.goto(live_server.url + path)
    assert found_by_axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert found_by_axe(page, *COLOUR_RULES) == [], "in the dark"


@pytest.mark.sampled("Exchange", "Room menu")
@pytest.mark.parametrize("opener", ["Exchange", "Help", "Room menu", "Resign"])
def test_axe_finds_nothing_serious_in_a_dialog(show, page, opener):
    room = show("mine")
    room.button(opener).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert found_by_axe(page) == []


def test_2008_colours_are_readable_too(show, page):
    page.add_init_script("localStorage.setItem('colours', '{\"scheme\": \"modern\"}')")
    show("empty")
    expect(page.locator("html")).to_have_attribute("data-scheme", "modern")
    assert found_by_axe(page) == []


def test_colours_are_chosen_and_kept(show, page):
    room = show("mine")
    before = room.square("A1").evaluate("cell => getComputedStyle(cell).backgroundColor")
    room.button("Room menu").click()
    room.button("Colours").click()
    page.get_by_label("2008").check()
    page.get_by_label("Dark").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    after = room.square("A1").evaluate("cell => getComputedStyle(cell).backgroundColor")
    assert before != after


@pytest.mark.sampled("four", "qwibble", "hinted")
@pytest.mark.parametrize("name", ["mine", "four", "qwibble", "super", "alone", "hinted"])
def test_board_rack_and_buttons_are_on_a_phones_screen(show, page, name):
    resize(page, *PHONES[0])
    show(name)
    for width, height in PHONES:
        resize(page, width, height)
        check_phone(page, width, height)


def check_phone(page: Page, width: int, height: int) -> None:
    """Check that everything is on the screen and nothing overlaps."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    boxes: dict[str, FloatRect] = {}
    for what in (
        ".board",
        ".rack[role=listbox]",
        "[data-action=play]",
        "[data-action=shuffle]",
        ".seat >> nth=0",
        ".sheet-handle",
    ):
        where = f"{what} at {width}x{height}"
        box = page.locator(what).bounding_box()
        assert box is not None, where
        assert box["x"] >= 0, where
        assert box["y"] >= 0, where
        assert box["x"] + box["width"] <= width + 0.5, where
        assert box["y"] + box["height"] <= height + 0.5, where
        boxes[what] = box
    upright = sorted(
        (boxes[what] for what in (".board", ".rack[role=listbox]", "[data-action=play]")),
        key=lambda box: box["y"],
    )
    if height > width:
        for above, below in pairwise(upright):
            assert above["y"] + above["height"] <= below["y"]


@pytest.mark.sampled("ended", "invited")
@pytest.mark.parametrize("name", ["waiting", "ended", "verdict", "invited"])
def test_nothing_overflows_sideways(show, page, name):
    resize(page, *PHONES[0])
    show(name)
    for width, height in [*PHONES, (820, 1180), (1366, 650), (1100, 900)]:
        resize(page, width, height)
        where = f"{width}x{height}"
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
        board = page.locator(".board").bounding_box()
        assert board["x"] >= 0, where
        assert board["x"] + board["width"] <= width + 0.5, where


def test_the_board_uses_the_available_height(show, page):
    show("mine")
    for width, height in [(1360, 900), (1920, 1080), (3840, 2160)]:
        resize(page, width, height)
        where = f"{width}x{height}"
        box = page.locator(".board").bounding_box()
        assert box["height"] > 0.8 * height, where
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), where


def test_targets_are_large_enough_on_a_phone(show, page):
    page.set_viewport_size({"width": 360, "height": 740})
    show("mine")
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box["height"] >= 44, button.inner_text()


def test_the_sheet_slides_up_and_down(show, page):
    page.set_viewport_size({"width": 390, "height": 844})
    room = show("mine")
    sheet = page.locator("#sheet-body")
    expect(sheet).to_be_hidden()
    room.button("Moves").click()
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("52 unseen (45 in the bag)")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize("variant", ["scrabble", "qwibble", "super"])
def test_help_shows_small_boards(variant):
    html = Client().get(f"/about/rules/{variant}/").content.decode()
    assert html.count('role="img"') >= 2
    assert 'class="tile' in html


def test_the_lobby_hides_what_a_game_does_not_offer(page, live_server, errors):
    words = Lexicon.objects.create(slug="few", name="Few words", language="en")
    publish_words(words, ["AB"], base=None, author=Author("tests"), note="made for tests")
    page.goto(f"{live_server.url}/rooms/")
    seats = page.get_by_role("group", name="Seats")
    expect(seats).to_be_visible()
    page.get_by_role("radio", name="Qwibble").check()
    expect(seats).to_be_hidden()


@pytest.mark.sampled((390, 844))
@pytest.mark.parametrize("path", ["/", "/?invited"])
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1366, 768)])
def test_waiting_games_and_invitations_come_first(page, live_server, errors, size, path):
    """Visually, with the keyboard and for a screen reader."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(live_server.url + path)
    mine = page.get_by_role("region", name="My games")
    friend = page.get_by_role("button", name="Play a friend")
    assert mine.bounding_box()["y"] < friend.bounding_box()["y"]
    mine.get_by_role("link").first.focus()
    assert friend.evaluate(
        "button => Boolean(document.activeElement.compareDocumentPosition(button)"
        " & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    page.goto(f"{live_server.url}/?empty")
    expect(page.get_by_role("region", name="My games")).to_have_count(0)


def test_a_spectator_has_no_rack_and_no_actions(show, page):
    room = show("spectator")
    expect(page.get_by_role("listbox")).to_have_count(0)
    expect(room.button("Play")).to_have_count(0)
    expect(page.locator(".spectator-note")).to_contain_text("You're watching")


def test_owned_tiles_are_shown(show, page):
    room = show("qwibble")
    expect(page.get_by_role("group", name="Cobalt")).to_contain_text("17 safe")
    expect(page.get_by_role("img", name="S meter: 2 of 4 still to come")).to_be_visible()
    expect(page.get_by_role("region", name="Last move")).to_contain_text("+11")
    expect(page.locator("#_bag")).to_contain_text("tiles left")
    expect(room.square("A3")).to_have_accessible_name("A3, padlock, empty")
    expect(room.square("C1")).to_have_accessible_name("C1, H, 3 points, Cobalt, safe")
    expect(room.button("Challenge")).to_have_count(0)
    for name in ("Swap", "Pass", "Shuffle", "Play", "Resign"):
        expect(room.button(name)).to_be_visible()


def test_owners_differ_by_more_than_colour(show, page):
    show("qwibble")
    first, second = (
        page.locator(f"#_tiles > .{owner}:not(.s)").first.evaluate(
            "tile => getComputedStyle(tile).backgroundImage"
        )
        for owner in ("o0", "o1")
    )
    assert first == "none"
    assert "gradient" in second


def test_right_to_left_boards_begin_on_the_right(show, page):
    room = show("hebrew")
    assert room.square("A1").bounding_box()["x"] > room.square("O1").bounding_box()["x"]
    tile = page.locator("#_tiles > .r7.c5").bounding_box()
    assert abs(tile["x"] - room.square("F8").bounding_box()["x"]) < 2


def test_squares_are_named(show, page):
    room = show("empty")
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    expect(room.square("H8")).to_have_accessible_name("H8, start, double word, empty")
    expect(room.square("A1")).to_have_accessible_name("A1, triple word, empty")
    expect(room.square("B1")).to_have_accessible_name("B1, empty")


SAID_EVERYWHERE = {
    "CSV",
    "GCG",
    "JSON",
    "SHA",
    "TOU",
    "UTC",
    "GET",
    "PATCH",
    "POST",
    "Tileroom",
    "curl",
    "tsh",
}
CLASS_NAMES = re.compile(r"{% block (?:body|main)_class %}.*?{% endblock %}", re.DOTALL)


def test_every_template_is_translatable():
    """Words between tags are always inside a translation tag."""
    templates = Path(__file__).resolve().parents[2] / "templates" / "games"
    for template in templates.rglob("*.html"):
        text = CLASS_NAMES.sub("", template.read_text())
        text = re.sub(r"{%\s*blocktrans.*?endblocktrans\w*\s*%}", "", text, flags=re.S)
        text = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "", text, flags=re.S)
        words = re.findall(r">[^<]*?([A-Za-z]{3,})[^<]*<", text)
        assert set(words) <= SAID_EVERYWHERE, (template.name, words)
