"""The lobby's forms fit the language that was chosen, and the game."""

import pytest
from playwright.sync_api import Page, expect

from lexicon.models import Lexicon
from lexicon.services.revisions import Author, publish_words

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

LEXICONS = (("en-a", "en"), ("en-b", "en"), ("de-a", "de"), ("ca-a", "ca"), ("he-a", "he"))


@pytest.fixture
def lobby(page: Page, live_server, errors) -> Page:
    for slug, language in LEXICONS:
        made = Lexicon.objects.create(slug=slug, name=slug, language=language)
        publish_words(made, ["AB"], base=None, author=Author("tests"), note="made for tests")
    page.goto(live_server.url)
    return page


def choices(page: Page, section: str, name: str) -> list[str]:
    """What can be chosen in a list now; nothing where it is not shown."""
    lists = page.get_by_role("region", name=section).get_by_role("combobox", name=name)
    script = "list => [...list.options].filter(o => !o.hidden && !o.disabled).map(o => o.text)"
    found: list[str] = lists.evaluate(script) if lists.count() else []
    return found


def test_a_language_shows_its_dictionaries_tiles_and_games(lobby: Page) -> None:
    language = lobby.get_by_role("combobox", name="Language")
    assert language.inner_text().split("\n") == ["Català", "Deutsch", "English", "עברית"]
    room = lobby.get_by_role("region", name="Make a room")
    lobby.get_by_text("More options").click()
    assert choices(lobby, "Make a room", "Dictionary") == ["en-a", "en-b"]
    assert choices(lobby, "Play the computer", "Dictionary") == ["Usual dictionary", "en-a", "en-b"]
    room.get_by_role("radio", name="Qwibble").check()

    language.select_option("de")
    expect(room.get_by_role("radio", name="Qwibble")).to_be_disabled()
    expect(room.get_by_role("radio", name="Scrabble", exact=True)).to_be_checked()
    assert choices(lobby, "Make a room", "Dictionary") == []
    assert choices(lobby, "Make a room", "Tile set") == [
        "The usual one",
        "German",
        "German (set used before 1990)",
    ]
    assert "Qwibble" not in choices(lobby, "Play the computer", "Game")
    expect(lobby.locator("select[name=lexicon]")).to_have_value("de-a")

    language.select_option("he")
    expect(lobby.locator("select[name=lexicon]")).to_have_value("he-a")
    assert "Hebrew (2008 edition)" in choices(lobby, "Make a room", "Tile set")
    assert not any("German" in name for name in choices(lobby, "Make a room", "Tile set"))
