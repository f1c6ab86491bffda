"""“Custom” in the lobby leads to a form that begins with the game that the lobby shows.

``test_own_language.py`` tests the language.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit


@pytest.mark.full
def test_the_custom_form_starts_with_the_filters_game(visit: Visit) -> None:
    for game in ("Scrabble", "Qwibble"):  # the filter offers the games of listed rooms
        visit("Rook").lobby.make_room(f"Listed for {game}", variant=game)
    page = visit("", locale="en-GB").lobby.page
    custom = page.get_by_role("link", name="Custom")
    expect(custom).not_to_have_attribute("href", re.compile("game="))

    page.goto("/?game=qwibble")
    choice = page.get_by_role("group", name="Filter rooms").get_by_label("Game")
    expect(custom).to_have_attribute("href", re.compile("game=qwibble"))
    choice.select_option(label="any")
    expect(custom).not_to_have_attribute("href", re.compile("game="))
    choice.select_option(label="Qwibble")
    custom.click()
    page.wait_for_url(re.compile(r"/rooms/\?.*game=qwibble"))
    expect(page.get_by_role("radio", name="Qwibble", exact=True)).to_be_checked()
