"""The forms for a new game offer only what fits the chosen language and game."""

import pytest
from playwright.sync_api import Page, expect

from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

LEXICONS = (("en-a", "en"), ("en-b", "en"), ("de-a", "de"), ("ca-a", "ca"), ("he-a", "he"))
LANGUAGES = ["Català", "Deutsch", "English", "עברית"]


@pytest.fixture
def lexicons() -> None:
    for slug, language in LEXICONS:
        made = Lexicon.objects.create(slug=slug, name=slug, language=language)
        publish_words(made, ["AB"], base=None, author=Author("tests"), note="made for tests")


def choices(page: Page, name: str) -> list[str]:
    """Return the available options of a list; empty while it is hidden."""
    lists = page.get_by_role("combobox", name=name)
    script = "list => [...list.options].filter(o => !o.hidden && !o.disabled).map(o => o.text)"
    found: list[str] = lists.evaluate(script) if lists.count() else []
    return found


def test_a_language_shows_its_dictionaries_tiles_and_games(
    page: Page, live_server, errors, lexicons
) -> None:
    page.goto(f"{live_server.url}/rooms/")
    language = page.get_by_role("combobox", name="Language")
    assert language.inner_text().split("\n") == LANGUAGES
    page.get_by_text("More options").click()
    assert choices(page, "Dictionary") == ["en-a", "en-b"]
    page.get_by_role("radio", name="Qwibble").check()

    language.select_option("de")
    expect(page.get_by_role("radio", name="Qwibble")).to_be_disabled()
    expect(page.get_by_role("radio", name="Scrabble", exact=True)).to_be_checked()
    assert choices(page, "Dictionary") == []
    assert choices(page, "Tile set") == ["Default", "German", "German (set used before 1990)"]
    expect(page.locator("select[name=lexicon]")).to_have_value("de-a")

    language.select_option("he")
    expect(page.locator("select[name=lexicon]")).to_have_value("he-a")
    assert "Hebrew (2008 edition)" in choices(page, "Tile set")
    assert not any("German" in name for name in choices(page, "Tile set"))


def test_the_lobbys_language_limits_the_computers_games(
    page: Page, live_server, errors, lexicons
) -> None:
    page.goto(live_server.url)
    language = page.get_by_role("combobox", name="Language")
    assert language.inner_text().split("\n") == LANGUAGES
    computer = page.get_by_role("button", name="Play the computer")
    computer.click()
    assert choices(page, "Dictionary") == ["Default", "en-a", "en-b"]
    assert "Qwibble" in choices(page, "Game")
    page.keyboard.press("Escape")
    language.select_option("de")
    computer.click()
    assert choices(page, "Dictionary") == []
    assert "Qwibble" not in choices(page, "Game")


def test_one_line_summarises_the_room(page: Page, live_server, errors, lexicons) -> None:
    page.goto(f"{live_server.url}/rooms/")
    page.get_by_role("radio", name="15 min").check()
    summary = page.locator("#room-summary")
    expect(summary).to_contain_text("Scrabble · 2 players")
    expect(summary).to_contain_text("15 min")
    page.get_by_role("radio", name="Qwibble").check()
    expect(summary).to_contain_text("Qwibble")
