"""Budgets of the first pages: few controls, the main ones on the first screen, nothing that jumps.

The weight of the first page is tested in :mod:`tests.browser.test_first_page`.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Locator, Page, expect

from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words
from tests.front.conftest import Room, resize
from tests.live.access_table import ACCESS
from tests.live.api_access_table import PROGRAMS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

DESKTOP, PHONE, SMALL_PHONE = (1366, 768), (390, 844), (320, 568)
SIZES = (DESKTOP, PHONE, SMALL_PHONE)
MAX_CONTROLS = 16
MAX_SHEET_CONTROLS = 5
MAX_SHIFT = 0.05
"""Largest sum of layout shifts; browsers call up to 0.1 good."""

PARTS = 4
"""Tests among which the public pages are divided."""

CONTROLS = ":is(a[href], button, input, select, textarea, summary):visible"
GROUPED = ":is(fieldset, [role=group]) *"
LOBBIES = ("/?empty", "/?busy", "/?invited")
"""A visitor's first page, and the lobby with games or an invitation that wait."""
OPENED = ("/", "/?empty", "/watch/", "/learn/", "/community/", "/more/", "/search/?q=a", "/rooms/")

RECORD_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.shifts.push(entry.value);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

COVERED = """(element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3],
    [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]];
  return points.filter(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return !found || !(element.contains(found) || found.contains(element));
  });
}"""
"""Returns the points of an element that something else covers."""

CLIPPED = """(element) => {
  const { left, right } = element.getBoundingClientRect();
  const clips = (parent) => getComputedStyle(parent).overflowX !== "visible";
  const parents = [...document.querySelectorAll("*")].filter((one) => one.contains(element));
  return parents.filter(clips).map((one) => one.getBoundingClientRect())
    .filter((box) => left < box.left - 1 || right > box.right + 1);
}"""
"""Returns the boxes that cut an element off."""


@pytest.fixture
def two_languages() -> None:
    """Dictionaries of two languages, so that the lobby offers a choice."""
    for slug, language in (("en-a", "en"), ("de-a", "de")):
        made = Lexicon.objects.create(slug=slug, name=slug, language=language)
        publish_words(made, ["AB"], base=None, author=Author("tests"), note="made for tests")


@pytest.mark.parametrize("path", [*LOBBIES, "/"])
def test_the_lobby_has_few_controls(path, page, live_server, errors, two_languages) -> None:
    """Apart from navigation and before anything is opened; each listed room adds one."""
    resize(page, *DESKTOP)
    page.goto(live_server.url + path)
    controls = page.locator(f"main {CONTROLS}")
    listed = page.locator(f"main .entry {CONTROLS}").count()
    assert 10 < controls.count() - listed <= MAX_CONTROLS, controls.all_inner_texts()


@pytest.mark.sampled("de")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", LOBBIES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_main_actions_are_on_the_first_screen(
    language, path, size, page, live_server, errors, two_languages, settings
) -> None:
    """German has the longest words. Games and invitations that wait leave room for all actions."""
    page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}]
    )
    resize(page, *size)
    page.goto(live_server.url + path)
    assert page.locator("html").get_attribute("lang") == language
    bar = page.locator(".tab-bar").bounding_box()
    end = bar["y"] if bar else size[1]
    waiting = page.locator("#_mine[data-first]")
    assert waiting.count() == int(path != "/?empty")
    actions = [
        *waiting.locator(".entry").all()[:1],
        page.locator("[formaction='/rooms/friend/']"),
        page.locator("[data-open=computer]"),
        page.locator("#paces-title"),
        *page.locator("#_paces > *").all(),
    ]
    assert len(actions) > 8
    for action in actions:
        box = action.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= end, action.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.sampled(SMALL_PHONE)
@pytest.mark.parametrize("size", SIZES)
def test_a_waiting_game_shows_the_clock_that_runs(size, page, live_server, errors) -> None:
    resize(page, *size)
    page.goto(f"{live_server.url}/?busy")
    entry = page.get_by_role("region", name="My games").get_by_role("listitem").nth(1)
    clock = entry.get_by_role("group", name="Clocks").locator("time:visible")
    expect(clock).to_have_text(re.compile(r"^12:\d\d$"))
    entry.scroll_into_view_if_needed()
    assert clock.evaluate(CLIPPED) == [], "the clock is whole"


@pytest.mark.parametrize("opens", ["", "[data-open=computer]"])
def test_a_way_to_a_game_has_at_most_five_controls(
    opens, page, live_server, errors, two_languages
) -> None:
    """A group of choices is one control. A friend is invited with one press, without a sheet."""
    page.goto(f"{live_server.url}/?empty")
    assert page.locator("button[formaction='/rooms/friend/']").count() == 1
    if opens:
        page.locator(opens).click()
    shown = page.locator("dialog[open]" if opens else "#lobby-form")
    single = shown.locator(f"{CONTROLS}:not({GROUPED}, .big-choice, #guest-name, [data-close])")
    groups = shown.locator(":is(fieldset, [role=group]):visible")
    assert groups.count() == 1
    assert 1 < single.count() + groups.count() <= MAX_SHEET_CONTROLS


@pytest.mark.sampled(SMALL_PHONE)
@pytest.mark.parametrize("size", SIZES)
def test_a_custom_room_is_created_from_the_first_screen(
    size, page, live_server, errors, two_languages
) -> None:
    resize(page, *size)
    page.goto(f"{live_server.url}/rooms/")
    button = page.get_by_role("button", name="Create room")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    assert button.evaluate(COVERED) == []


@pytest.mark.sampled("four", "qwibble")
@pytest.mark.parametrize("name", ["mine", "four", "qwibble"])
def test_nothing_covers_rack_or_buttons(name: str, show: Callable[[str], Room], page: Page) -> None:
    show(name)
    for size in (PHONE, SMALL_PHONE, (360, 640), (844, 390)):
        resize(page, *size)
        shown: list[Locator] = [page.locator(".rack[role=listbox]")]
        shown += [page.locator(".rack-bar .sort")]
        shown += page.locator(".action-buttons button:visible").all()
        assert len(shown) > 4
        for one in shown:
            said = f"{size} {one.evaluate('one => one.outerHTML.slice(0, 120)')}"
            assert one.evaluate(COVERED) == [], said


@pytest.mark.parametrize("path", ["/", "/learn/"])
def test_the_logo_is_complete_on_a_small_phone(path, page, live_server, errors) -> None:
    resize(page, *SMALL_PHONE)
    page.goto(live_server.url + path)
    tiles = page.locator(".brand .tile")
    assert "".join(text[0] for text in tiles.all_inner_texts()) == "TILEROOM"
    for tile in tiles.all():
        box = tile.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL_PHONE[0]
        assert tile.evaluate(COVERED) == []


@pytest.mark.sampled(DESKTOP, "/r/kitchen7/")
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("path", [*OPENED, "/r/kitchen7/"])
def test_nothing_jumps_while_a_page_loads(
    path: str, size: tuple[int, int], page: Page, live_server: Any, stage: Any, two_languages: None
) -> None:
    resize(page, *size)
    page.add_init_script(RECORD_SHIFTS)
    assert measure_shift(page, live_server.url + path) < MAX_SHIFT


@pytest.mark.parametrize("part", range(PARTS))
def test_no_public_page_jumps_while_it_loads(
    part: int, page: Page, live_server: Any, stage: Any, two_languages: None
) -> None:
    """Every page that anyone may open at an address of its own, on a phone."""
    resize(page, *PHONE)
    page.add_init_script(RECORD_SHIFTS)
    addresses = [live_server.url + path for path in list_public_addresses()[part::PARTS]]
    pages = [address for address in addresses if is_page(page, address)]
    assert len(pages) > 4
    shifts = {address: measure_shift(page, address) for address in pages}
    assert not {address: shift for address, shift in shifts.items() if shift >= MAX_SHIFT}


def list_public_addresses() -> list[str]:
    """Return the addresses without parameters that anyone may open, except those of the API."""
    found = []
    for request in ACCESS.keys() - PROGRAMS.keys():
        verb, _, name = request.partition(" ")
        if verb == "GET" and ACCESS[request].startswith("200"):
            with suppress(NoReverseMatch):
                found.append(reverse(name))
    return sorted(found)


def is_page(page: Page, address: str) -> bool:
    answer = page.request.get(address)
    return answer.ok and "text/html" in answer.headers.get("content-type", "")


def measure_shift(page: Page, address: str) -> float:
    """Open a page and return the sum of its layout shifts."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.evaluate(TWO_FRAMES)
    shift: float = page.evaluate("window.shifts.reduce((sum, one) => sum + one, 0)")
    return shift
