"""Every screen: nothing broken, whole on a phone, and sound to axe. Weight: tests/browser."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page, expect

from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.front.samples import SAMPLES

pytestmark = [pytest.mark.browser, pytest.mark.urls("tests.front.site"), pytest.mark.django_db]

ROOMS = sorted(SAMPLES)
PAGES = [
    "/",
    "/?empty",
    "/games/x/",
    "/games/x/bag",
    "/show/404",
    "/show/403",
    "/show/405",
    "/show/500",
    "/show/refused",
]
PHONES = [(360, 740), (390, 844), (360, 640), (740, 360), (844, 390)]


def found_by_axe(page: Page) -> list[str]:
    page.wait_for_timeout(250)  # animations of the first paint change colours while they run
    violations = Axe().run(page).response["violations"]
    return [
        f"{item['id']}: {[node['html'][:160] for node in item['nodes'][:3]]}"
        for item in violations
        if item["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("name", ROOMS)
def test_axe_finds_nothing_serious_in_a_room(show, page, name):
    show(name)
    assert found_by_axe(page) == []


@pytest.mark.parametrize("name", ["mine", "qwibble", "ended", "waiting"])
def test_axe_finds_nothing_serious_in_the_dark(show, page, name):
    page.emulate_media(color_scheme="dark")
    show(name)
    assert found_by_axe(page) == []


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_page(page, live_server, path, scheme, errors):
    page.emulate_media(color_scheme=scheme)
    page.goto(live_server.url + path)
    assert found_by_axe(page) == []


@pytest.mark.parametrize("opener", ["Exchange", "Help", "Room menu", "Resign"])
def test_axe_finds_nothing_serious_in_a_dialog(show, page, opener):
    room = show("mine")
    room.button(opener).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert found_by_axe(page) == []


def test_2008_colours_are_as_readable(show, page):
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


@pytest.mark.parametrize(("width", "height"), PHONES)
@pytest.mark.parametrize("name", ["mine", "four", "qwibble", "super", "alone", "hinted"])
def test_board_rack_and_buttons_are_on_a_phones_screen(show, page, name, width, height):
    page.set_viewport_size({"width": width, "height": height})
    show(name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    boxes = {
        what: page.locator(what).bounding_box()
        for what in (
            ".board",
            ".rack[role=listbox]",
            "[data-verb=play]",
            "[data-verb=shuffle]",
            ".seat >> nth=0",
            ".handle",
        )
    }
    for what, box in boxes.items():
        assert box is not None, what
        assert box["x"] >= 0, what
        assert box["y"] >= 0, what
        assert box["x"] + box["width"] <= width + 0.5, what
        assert box["y"] + box["height"] <= height + 0.5, what
    # Nothing lies on anything else.
    upright = sorted(
        (boxes[what] for what in (".board", ".rack[role=listbox]", "[data-verb=play]")),
        key=lambda box: box["y"],
    )
    if height > width:
        for above, below in pairwise(upright):
            assert above["y"] + above["height"] <= below["y"]


@pytest.mark.parametrize(("width", "height"), [*PHONES, (820, 1180), (1366, 650), (1100, 900)])
@pytest.mark.parametrize("name", ["waiting", "ended", "verdict", "invited"])
def test_nothing_sticks_out_sideways(show, page, name, width, height):
    page.set_viewport_size({"width": width, "height": height})
    show(name)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    board = page.locator(".board").bounding_box()
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= width + 0.5


@pytest.mark.parametrize(("width", "height"), [(1360, 900), (1920, 1080), (3840, 2160)])
def test_the_board_takes_the_height_there_is(show, page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    show("mine")
    box = page.locator(".board").bounding_box()
    assert box["height"] > 0.8 * height
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


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
    expect(sheet).to_contain_text("tiles unseen")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize("variant", ["scrabble", "qwibble", "super"])
def test_help_shows_little_boards(variant):
    html = Client().get(f"/about/rules/{variant}/").content.decode()
    assert html.count('role="img"') >= 2
    assert 'class="tile' in html


def test_the_lobby_hides_what_a_game_does_not_offer(page, live_server, errors):
    words = Lexicon.objects.create(slug="few", name="Few words", language="en")
    publish_words(words, ["AB"], base=None, author=Author("tests"), note="made for tests")
    page.goto(live_server.url)
    seats = page.get_by_role("group", name="Seats")
    expect(seats).to_be_visible()
    page.get_by_role("radio", name="Qwibble").check()
    expect(seats).to_be_hidden()


def test_on_a_phone_games_that_wait_for_me_stand_first(page, live_server, errors):
    page.set_viewport_size({"width": 390, "height": 844})
    for path, first in (("/", "My games"), ("/?empty", "Play somebody")):
        page.goto(live_server.url + path)
        tops = {
            name: page.get_by_role("region", name=name).bounding_box()["y"]
            for name in ("Play somebody", "My games")
        }
        assert min(tops, key=tops.__getitem__) == first


def test_a_watcher_has_no_rack_and_no_acts(show, page):
    room = show("watcher")
    expect(page.get_by_role("listbox")).to_have_count(0)
    expect(room.button("Play")).to_have_count(0)
    expect(page.locator(".watcher")).to_contain_text("You are watching")


def test_the_screen_of_owned_tiles(show, page):
    room = show("qwibble")
    expect(page.get_by_role("group", name="Cobalt")).to_contain_text("17 safe")
    expect(page.get_by_role("img", name="S meter: 2 of 4 not yet played")).to_be_visible()
    expect(page.get_by_role("region", name="Last move")).to_contain_text("+11")
    expect(page.locator("#_bag")).to_contain_text("tiles left")
    expect(room.square("A3")).to_have_accessible_name("A3, padlock, empty")
    expect(room.square("C1")).to_have_accessible_name("C1, H, 3 points, Cobalt, safe")
    expect(room.button("Challenge")).to_have_count(0)
    for name in ("Swap", "Pass", "Shuffle", "Play", "Resign"):
        expect(room.button(name)).to_be_visible()


def test_owners_are_told_apart_without_colour(show, page):
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


SAID_EVERYWHERE = {"GCG", "JSON", "SHA", "UTC", "GET", "POST", "curl"}
CLASS_NAMES = re.compile(r"{% block (?:body|main)_class %}.*?{% endblock %}", re.DOTALL)


def test_every_template_is_translatable():
    """Words between tags stand in translation tags only."""
    templates = Path(__file__).resolve().parents[2] / "templates" / "games"
    for template in templates.rglob("*.html"):
        text = CLASS_NAMES.sub("", template.read_text())
        text = re.sub(r"{%\s*blocktrans.*?endblocktrans\w*\s*%}", "", text, flags=re.S)
        text = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "", text, flags=re.S)
        words = re.findall(r">[^<]*?([A-Za-z]{3,})[^<]*<", text)
        assert set(words) <= SAID_EVERYWHERE, (template.name, words)
