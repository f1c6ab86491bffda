"""Pages from right to left, in the made-up Hebrew of :mod:`tests.pseudo_language`.

The pages are those of :mod:`tests.worlds`, one for each address. The browser gets them from the
test's own client, so no site has to offer the language.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import resolve
from playwright.sync_api import Page, Route, expect

from games.play import store
from games.play.services import turns
from games.rules.equipment.tiles import LetterTile
from games.rules.plays.acts import Play
from tests.browser.label_checks import CUT
from tests.browser.test_difficult_names import OVERFLOWS
from tests.play.conftest import NOON, table_of
from tests.play.test_languages import open_foreign_table
from tests.prepared_sites import prepare_static
from tests.pseudo_language import RTL_CODE, pseudo_language
from tests.worlds import responses
from tests.worlds.test_two_worlds import lexicon, noon, world
from tests.worlds.world import MEMBERS, World, client_as

__all__ = ["lexicon", "noon", "world"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

HOST = "http://tiles.example"
SIZES = ((360, 740), (390, 844), (1366, 768))
Show = Callable[[str], bool]

FIND_REVERSED = """(names) => {
  const found = [];
  if (getComputedStyle(document.body).direction !== "rtl") found.push("the page runs to the right");
  for (const icon of document.querySelectorAll(".icon.turns")) {
    if (getComputedStyle(icon).scale !== "-1 1") found.push(`points back: ${icon.outerHTML}`);
  }
  const hebrew = /[\\u05d0-\\u05ea]/;
  for (const word of document.querySelectorAll(".word, .brand")) {
    const tiles = [...word.querySelectorAll(".tile")].filter((tile) => tile.offsetWidth);
    const letters = tiles.map((tile) => tile.textContent.trim()).join("");
    const boxes = tiles.map((tile) => tile.getBoundingClientRect());
    for (const [i, box] of boxes.entries()) {
      const next = boxes[i + 1];
      if (!next || Math.abs(next.top - box.top) > box.height / 2) continue;
      if ((next.left > box.left) === hebrew.test(letters)) found.push(`reads back: ${letters}`);
    }
  }
  const called = new RegExp(names);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("bdi, script, style, template, option, code, pre")) continue;
    const text = node.data.replace(/\\u2068[^\\u2069]*\\u2069/g, "");
    if (hebrew.test(text) && called.test(text)) found.push(`not isolated: ${node.data.trim()}`);
  }
  return [...new Set(found)];
}"""
"""Returns what runs in the wrong direction: the page, arrows, words made of tiles, and sentences
around names."""


@pytest.fixture
def language(settings: Any) -> Iterator[str]:
    with pseudo_language(settings, RTL_CODE) as code:
        yield code


@pytest.fixture
def open_as(page: Page, settings: Any, language: str) -> Callable[[Client, str], Show]:
    """Return a function that shows a path as a client gets it; false if it is no page."""
    folder = Path(prepare_static())
    settings.STATIC_ROOT = str(folder)
    bundled = "scrabble_site.static.script_bundles.BundledScriptsStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": bundled}}
    page.route_web_socket("**/ws/**", lambda _route: None)

    # The browser's requests are answered outside of the test's transaction, so no client may be
    # asked then.
    pages: dict[str, bytes] = {}

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if route.request.url in pages:
            route.fulfill(content_type="text/html; charset=utf-8", body=pages[route.request.url])
        elif path.startswith(settings.STATIC_URL):
            file = folder / path.removeprefix(settings.STATIC_URL)
            route.fulfill(path=file) if file.is_file() else route.fulfill(status=404)
        else:
            route.abort()

    page.route("**/*", answer)

    def begin(client: Client, code: str) -> Show:
        client.defaults.pop("HTTP_HX_REQUEST", None)
        client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = code

        def show(path: str) -> bool:
            found = client.get(path).getvalue()
            if b"<html" not in found[:200]:
                return False
            pages[HOST + path] = found
            page.goto(HOST + path)
            return True

        return show

    return begin


def list_pages(world: World) -> list[str]:
    """Return an address for each kind of page, that of a room once for each room."""
    paths: dict[str, str] = {}
    for path in responses._all_pages(world, world.read()):
        name = resolve(urlsplit(path).path).view_name
        if name.startswith("games:api:"):
            continue  # for programs, or another project's page
        paths.setdefault(path if name == "games:room" else name, path)
    return list(paths.values())


@pytest.mark.timeout(600)
def test_every_page_runs_from_right_to_left(
    world: World, page: Page, open_as: Callable[[Client, str], Show], language: str
) -> None:
    show = open_as(client_as(world, "Amber"), language)
    responses.clear_caches()
    found: dict[str, list[str]] = {}
    shown = 0
    for path in list_pages(world):
        if not show(path):
            continue
        shown += 1
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        problems = page.evaluate(FIND_REVERSED, "|".join(MEMBERS))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate(OVERFLOWS) + page.evaluate(CUT)
            problems += [f"at {width}: {one}" for one in wide]
        if problems:
            found[path] = problems
    assert not found, "\n".join(f"{path}: {one}" for path, each in found.items() for one in each)
    assert shown > 40


@pytest.mark.parametrize("code", [RTL_CODE, "en"])
def test_a_hebrew_game_runs_from_right_to_left_on_every_page(
    world: World, page: Page, open_as: Callable[[Client, str], Show], code: str
) -> None:
    room = open_foreign_table("he", "board", [world.people["Amber"], world.people["Jade"]])
    state = store.load_state(table_of(room))
    assert state.to_move is not None
    mover = world.people[("Amber", "Jade")[state.to_move]]
    rack = [tile for tile in state.seats[state.to_move].rack if isinstance(tile, LetterTile)]
    play = Play.read("8G", state.tile_set.write(tuple(rack[:2])), state.tile_set)
    turns.apply_player_act(room.code, mover.pk, play, turn=0, key="", now=NOON)
    responses.clear_caches()
    assert open_as(client_as(world, "Amber"), code)(f"/r/{room.code}/")
    squares = page.get_by_role("gridcell")
    first, second = squares.nth(0).bounding_box(), squares.nth(1).bounding_box()
    assert first and second
    assert first["x"] > second["x"], "a Hebrew board begins on the right"
    laid = page.locator("#_tiles > *")
    expect(laid).to_contain_text([tile.face for tile in rack[:2]])
    places = [box["x"] for one in laid.all() if (box := one.bounding_box())]
    assert places == sorted(places, reverse=True), "its words read from there"
    assert page.locator(".rack[role=listbox]").evaluate(
        "one => getComputedStyle(one).direction"
    ) == ("rtl")
