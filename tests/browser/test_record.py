"""The record of a game that has just ended, stepped through in every possible way."""

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.rules.plays.acts import Resign
from games.rules.positions.state import GameState
from tests.browser.conftest import PHONE, Seating, Visit
from tests.browser.planned_games import Plan
from tests.browser.scripted_games import play_challenged_phony
from tests.browser.test_page_weight import TransferMeter, check_access
from tests.browser.test_phone import expect_none
from tests.screenshots import save_screenshot


class RecordPage:
    """The page of an ended game."""

    def __init__(self, page: Page, states: Sequence[GameState]) -> None:
        self.page = page
        self.states = states

    def expect_at(self, step: int) -> None:
        """Check that board, racks, scores and address are those of this position."""
        last = len(self.states) - 1
        expect(self.page.locator("#place")).to_have_text(f"{step}/{last}")
        expect(self.page.locator("main")).to_have_attribute("data-step", str(step))
        expect(self.page.get_by_role("slider", name="Move")).to_have_value(str(step))
        expect(self.page.locator(".moves [aria-current]")).to_have_count(int(step > 0))
        expect_none(partial(self._compare, self.states[step]), f"after {step} moves")

    def _compare(self, state: GameState) -> list[str]:
        """Return the parts of the page that show something else than this position."""
        tiles = self.page.locator("#_tiles > b").all_text_contents()
        said = self.page.get_by_role("img", name="Board").get_attribute("aria-label") or ""
        position = self.page.get_by_role("region", name="Position")
        seats = position.get_by_role("list").first.get_by_role("listitem")
        scores = seats.locator("> b").all_text_contents()
        sizes = [rack.locator(".tile").count() for rack in position.locator(".word").all()]
        board = {square.name: tile.face for square, tile in state.board.items()}
        pairs = {
            "tiles": (sorted(re.sub(r"\d+", "", tile) for tile in tiles), sorted(board.values())),
            "description": (dict(re.findall(r"\b([A-O]\d+) ([A-Z])", said)), board),
            "scores": ([int(score) for score in scores], [seat.score for seat in state.seats]),
            "racks": (sizes, [len(seat.rack) for seat in state.seats]),
        }
        return [f"{part}: {shown}" for part, (shown, known) in pairs.items() if shown != known]

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()


SCREENS = {
    (1366, 768): (".record-board .board", ".stepper", ".scroll-list", ".moves [aria-current]"),
    (390, 844): (".record-board .board", ".stepper", ".move-sentence"),
    (844, 390): (".record-board .board", ".stepper", ".move-sentence"),
    (320, 568): (".record-board .board", ".stepper", ".move-sentence"),
}
"""What the first screen of a review shows, by the size of the window."""


def check_first_screen(page: Page) -> None:
    """Check that nothing of the first screen needs scrolling or is under the bar at the bottom."""
    for (width, height), parts in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        bar = page.locator(".tab-bar").bounding_box() if width < 800 else None
        end = bar["y"] if bar else height
        for part in parts:
            box = page.locator(part).first.bounding_box()
            assert box, part
            assert box["x"] >= 0, (width, part)
            assert box["x"] + box["width"] <= width, (width, part)
            assert box["y"] >= 0, (width, part)
            assert box["y"] + box["height"] <= end, (width, part)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.fixture
def game(seat_all: Seating) -> tuple[str, str, list[GameState]]:
    """Play a game with plays, a challenge and a resignation.

    Returns the addresses of its room and its record, and every state of the game.
    """
    table = seat_all(Plan("For the record"))
    plan = table.plan
    states = [plan.state]
    for _ in range(2):
        table.hurry(1)
        states.append(plan.state)
    for seat, act in play_challenged_phony(plan):
        table.pages[seat].do(act)
        plan.do(act, seat)
        states.append(plan.state)
        for page in table.pages:
            page.expect_moves(len(plan.log))
    table.do(Resign())
    states.append(plan.state)
    page = table.pages[0]
    link = page.result.get_by_role("link", name="Review game").get_attribute("href")
    return table.link, str(link), states


def test_a_record_is_stepped_through(
    game: tuple[str, str, list[GameState]], visit: Visit, shots_dir: Path
) -> None:
    room, link, states = game
    page = visit("").page
    scales = TransferMeter(page)
    page.goto(link, wait_until="networkidle")
    scales.check()
    seen, last = RecordPage(page, states), len(states) - 1
    size = page.viewport_size
    check_first_screen(page)
    assert size
    page.set_viewport_size(size)
    seen.expect_at(last)
    check_access(page)

    seen.click("Previous move")
    seen.expect_at(last - 1)
    verdict = page.get_by_role("region", name="Challenge")
    expect(verdict).to_contain_text("is not valid")
    check_access(page)
    seen.click("To the start")
    seen.expect_at(0)
    seen.click("Next move")
    seen.press("ArrowRight")
    seen.expect_at(2)
    seen.press("Home")
    seen.expect_at(0)
    seen.press("End")
    seen.expect_at(last)
    seen.press("ArrowLeft")
    seen.expect_at(last - 1)
    page.get_by_role("region", name="Moves").get_by_role("link").nth(1).click()
    seen.expect_at(2)
    slider = page.get_by_role("slider", name="Move")
    slider.fill("3")
    seen.expect_at(3)
    assert slider.get_attribute("aria-valuetext") == f"Move 3 of {last}"
    expect(page).to_have_url(re.compile("#3$"))

    for step in (2, last - 1, last):
        page.go_back()
        seen.expect_at(step)
    page.go_forward()
    seen.expect_at(last - 1)
    page.evaluate("location.hash = '1'")
    seen.expect_at(1)
    page.reload()
    seen.expect_at(1)
    seen.press("ArrowRight")
    expect(page.locator("#announcer")).to_contain_text(f"Move 2 of {last}")

    shared = page.get_by_role("textbox", name="Link to this position").input_value()
    assert shared.endswith(f"{link}?move=2")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seen.click("Copy")
    expect(page.get_by_text("Link copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == shared
    png = page.get_by_role("link", name="Image (PNG)").get_attribute("href") or ""
    assert png.endswith(f"{link}2.png")
    graph = page.get_by_role("img", name=re.compile("^Scores over"))
    box = graph.bounding_box()
    assert box
    graph.click(position={"x": box["width"] * 0.1, "y": box["height"] / 2})
    seen.expect_at(0)
    page.get_by_text("Scores as a table").first.click()
    page.get_by_role("table").get_by_role("link", name="3", exact=True).click()
    seen.expect_at(3)
    page.goto(f"{link}?move=1")
    seen.expect_at(1)

    phone = visit("", viewport=PHONE, has_touch=True).page
    phone.goto(f"{link}#2")
    small = RecordPage(phone, states)
    small.expect_at(2)
    phone.get_by_role("button", name="Previous move").tap()
    small.expect_at(1)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    save_screenshot(phone, shots_dir / "record-phone.png", full_page=True)

    phone.get_by_role("link", name="Games in this room").click()
    assert phone.url == f"{room}past/"
    phone.get_by_role("main").get_by_label("Player").fill("nobody at all")
    phone.get_by_role("button", name="Search").tap()
    expect(phone.get_by_text("No finished games found.")).to_be_visible()
    check_access(phone)
    phone.get_by_role("main").get_by_label("Player").fill("Amber")
    phone.get_by_role("button", name="Search").tap()
    expect(phone.get_by_role("region", name="Games").get_by_role("link").first).to_have_attribute(
        "href", link
    )
