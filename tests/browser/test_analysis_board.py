"""The analysis board in use: set up a position, show its best plays, make one of them."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Visit
from tests.browser.test_page_weight import TransferMeter


def square(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}, "))


def rows(page: Page) -> Locator:
    return page.get_by_role("region", name="Best plays").get_by_role("row")


def board_of(page: Page) -> list[str]:
    return page.locator("[role=gridcell]").evaluate_all("cells => cells.map(c => c.ariaLabel)")


def test_a_position_is_typed_and_its_best_play_is_made(visit: Visit) -> None:
    page = visit("", viewport={"width": 1280, "height": 800}).page
    scales = TransferMeter(page)
    page.goto("/analyse/", wait_until="networkidle")
    scales.check()
    square(page, "H8").click()
    page.keyboard.type("cat")
    expect(square(page, "J8")).to_have_accessible_name("J8, T, 1 point")
    rack = page.get_by_role("textbox", name="Rack of the player to move")
    rack.fill("retains")
    rack.press("Enter")
    best = rows(page).nth(1)
    expect(best).to_contain_text("84")
    expect(page).to_have_url(re.compile("(?=.*board=).*rack=RETAINS"))
    set_, board = page.url, board_of(page)

    play = best.get_by_role("button")
    play.press("Enter")
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#history-tiles .tile")).to_have_count(7)
    make = page.get_by_role("button", name=re.compile("^Make move: K5 "))
    expect(make).to_be_enabled()
    assert Axe().run(page).violations_count == 0
    make.press("Enter")
    expect(page.get_by_role("combobox", name="To move")).to_have_value("2")
    expect(page.get_by_role("spinbutton", name="Score of player 1")).to_have_value("84")
    expect(rack).to_be_focused()
    expect(rack).to_have_value("")
    expect(rows(page)).to_have_count(0)
    made = board_of(page)
    assert made != board

    page.reload()
    assert board_of(page) == made, "the address holds the position"
    expect(page.get_by_role("combobox", name="To move")).to_have_value("2")
    page.goto(set_)
    assert board_of(page) == board
    square(page, "K8").press("Backspace")
    expect(square(page, "J8")).to_have_accessible_name("J8, empty")
    page.get_by_role("button", name="Undo").click()
    assert board_of(page) == board
    expect(page).to_have_url(set_)


def test_simulation_results_appear_while_the_page_is_open(visit: Visit) -> None:
    page = visit("", viewport={"width": 1280, "height": 800}).page
    page.goto("/analyse/?game=scrabble&rack=RETAINS")
    page.get_by_role("button", name="Best plays").click()
    rows(page).nth(1).get_by_role("button").click()
    page.get_by_role("button", name="Simulate for 60 seconds").click()
    expect(rows(page).nth(1)).to_contain_text("±")
    expect(page.locator("[data-play-tiles][aria-pressed=true]")).to_have_count(1)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Simulate for 5 seconds")).to_be_visible()
    best = page.get_by_role("region", name="Best plays")
    expect(best.get_by_role("status")).to_contain_text("Simulated")


def test_tiles_are_placed_and_assigned_by_touch(visit: Visit) -> None:
    page = visit("", viewport=PHONE, has_touch=True, is_mobile=True).page
    page.goto("/analyse/new?game=qwibble&book=en-open")
    square(page, "E5").tap()
    tiles = page.get_by_role("group", name="Tiles to place")
    for face in "CAT":
        tiles.get_by_role("button", name=re.compile(f"^{face}, ")).tap()
    expect(square(page, "G5")).to_have_accessible_name("G5, T, 1 point, player 1")
    page.get_by_role("radio", name="Player 2").tap()
    tiles.get_by_role("button", name=re.compile("^blank, ")).tap()
    page.get_by_role("dialog").get_by_role("button", name="E", exact=True).tap()
    expect(square(page, "H5")).to_have_accessible_name("H5, E, blank, player 2")
    expect(page.get_by_role("spinbutton", name="Score of player 1")).to_have_value("5")
    expect(page).to_have_url(re.compile("&owners=aaab$"))
    page.get_by_role("button", name="Remove").tap()
    expect(square(page, "H5")).to_have_accessible_name("H5, empty")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"], "nothing sticks out"
