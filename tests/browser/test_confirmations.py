"""Irreversible actions such as resigning ask first, by keyboard and by pointer."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Seating, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.browser.test_chat import ChatPanel
from tests.test_code_rules import ROOT, tracked_files

DESK = {"width": 1440, "height": 900}
GRAVE = (
    *(f'{{% url "games:{name}" ' for name in ("leave", "hand_over_hosting", "remove", "block")),
    '{{ author.page }}block"',
)
"""Beginnings of the addresses of irreversible actions."""
BUTTON = re.compile(r"<button\b(?:[^<>]|{%.*?%})*>", re.S)


def check_question(page: RoomPage, question: str, button: Locator) -> Locator:
    """Check that the question has a name and a description, and can be cancelled.

    The button that cancels has the focus, and Escape does the same.
    """
    for leave in ("Escape", "Enter"):
        button.press("Enter")
        asked = page.dialog(question)
        expect(asked).to_be_visible()
        expect(asked).to_have_accessible_description(re.compile(r"\w+ .*\."))
        expect(asked.get_by_role("button", name="Cancel")).to_be_focused()
        page.page.keyboard.press(leave)
        expect(asked).to_be_hidden()
        expect(button).to_be_focused()
    button.click()
    return page.dialog(question)


def test_handing_on_the_host_role_and_blocking_ask_for_confirmation(
    seat_all: Seating, visit: Visit
) -> None:
    people = [visit("Amber", viewport=DESK), visit("Fern", viewport=DESK)]
    table = seat_all(Plan("Asked first"), people)
    amber, fern = table.pages
    name = table.names[1]

    amber.button("Room menu").click()
    button = amber.button(f"Make host: {name}")
    asked = check_question(amber, f"Make {name} the host?", button)
    fern.button("Room menu").click()
    menu = fern.dialog("Room menu")
    expect(menu.get_by_role("heading", name="Host tools")).to_have_count(0)
    asked.get_by_role("button", name="Make host").click()
    expect(menu.get_by_role("heading", name="Host tools")).to_be_visible()
    for page in table.pages:
        page.page.keyboard.press("Escape")

    ChatPanel(fern.page).say("Good evening")
    amber.page.get_by_role("log", name="Messages").get_by_role("button", name=name).click()
    about = amber.dialog("About this player")
    block = about.get_by_role("button", name="Block", exact=True)
    asked = check_question(amber, f"Block {name}?", block)
    expect(about.get_by_role("button", name="Unblock")).to_have_count(0)
    asked.get_by_role("button", name="Block").click()
    expect(about.get_by_role("button", name="Unblock")).to_be_visible()


@pytest.mark.parametrize("address", GRAVE)
def test_every_irreversible_button_asks_for_confirmation(address: str) -> None:
    found = []
    for path in tracked_files("templates/*.html"):
        text = path.read_text()
        for place in re.finditer(re.escape(address), text):
            start = max(
                text.rfind("<button", 0, place.start()), text.rfind("<form", 0, place.start())
            )
            button = BUTTON.search(text, text.index("<button", start))
            assert button is not None
            found.append(str(path.relative_to(ROOT)))
            assert "data-confirm=" in button[0], found[-1]
            assert "data-confirm-text=" in button[0], found[-1]
    assert found


def test_the_deciding_vote_on_an_absent_player_asks_for_confirmation() -> None:
    choices = (ROOT / "templates/games/play/pieces/absence.html").read_text()
    assert choices.count("data-confirm=") == choices.count("data-confirm-text=") == 2
