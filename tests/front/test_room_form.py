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


def check_summary(page: Page, line: str) -> None:
    expect(page.locator("#room-summary")).to_have_text(line)


def test_one_line_names_every_choice_that_matters(
    page: Page, live_server, errors, lexicons
) -> None:
    """It follows every change, and names a choice of the old game no longer in the new one."""
    page.goto(f"{live_server.url}/rooms/")
    end = "casual · listed in the lobby"
    rules = f"English · en-a · invalid words rejected · {end}"
    check_summary(page, f"Scrabble · 2 players · no clock · {rules}")
    page.get_by_text("More options").click()
    late = page.get_by_role("checkbox", name="Allow joining a team mid-game")
    late.check()  # without teams it says nothing
    page.get_by_role("radio", name="15 min").check()
    page.get_by_role("group", name="Seats").get_by_role("radio", name="3").check()
    check_summary(page, f"Scrabble · 3 players · 15 min (1 min overtime) · {rules}")

    page.get_by_role("combobox", name="Language").select_option("de")
    page.get_by_role("combobox", name="Challenges").select_option("five")
    page.get_by_role("checkbox", name="Teams").check()
    line = "Scrabble · 3 teams · 15 min (1 min overtime) · Deutsch · 5-point challenge"
    check_summary(page, f"{line} · teams take players mid-game · {end}")
    late.uncheck()
    page.get_by_role("combobox", name="Game also ends after").select_option("scoreless")
    page.get_by_role("combobox", name="What spectators see").select_option("open")
    page.get_by_role("checkbox", name="Computers take a moment").uncheck()
    rules = (
        "Deutsch · 5-point challenge · ends after scoreless turns · racks shown if everyone agrees"
    )
    end = "computers move at once · casual · listed in the lobby"
    check_summary(page, f"Scrabble · 3 teams · 15 min (1 min overtime) · {rules} · {end}")

    page.get_by_role("checkbox", name="List publicly").uncheck()
    page.get_by_role("textbox", name="Invite a player by name").fill("Amber")
    page.keyboard.press("Tab")
    end = "computers move at once · casual · only with the link · \u2068Amber\u2069 invited"
    check_summary(page, f"Scrabble · 3 teams · 15 min (1 min overtime) · {rules} · {end}")

    page.get_by_role("combobox", name="Language").select_option("en")
    page.get_by_role("radio", name="Qwibble").check()
    check_summary(
        page,
        "Qwibble · 2 players · 15 min (1 min overtime) · English · en-a · "
        f"racks shown if everyone agrees · {end}",
    )
    page.get_by_role("radio", name="No clock").check()
    expect(page.locator("#room-summary")).to_contain_text("Qwibble · 2 players · 7 days per turn ·")


@pytest.mark.sampled("7:30 min", "90 s per turn")
@pytest.mark.parametrize(
    ("pace", "fields", "said"),
    [
        ("per game", {"Minutes per player": "7:30"}, "7:30 min"),
        ("per game", {"Minutes per player": "7", "Increment": "5"}, "7 + 5"),
        ("per game", {"Overtime": "3"}, "10 min (3 min overtime)"),
        ("per turn", {"Seconds per turn": "90"}, "90 s per turn"),
        ("days per turn", {"Days per turn": "1"}, "1 day per turn"),
    ],
)
def test_the_line_names_a_custom_clock(
    pace: str, fields: dict[str, str], said: str, page: Page, live_server, errors, lexicons
) -> None:
    page.goto(f"{live_server.url}/rooms/")
    page.get_by_role("radio", name="Custom").check()
    page.get_by_role("combobox", name="Time limit").select_option(pace)
    for name, value in fields.items():
        page.get_by_label(name).fill(value)
    page.keyboard.press("Tab")
    check_summary(
        page,
        f"Scrabble · 2 players · {said} · English · en-a · invalid words rejected · "
        "casual · listed in the lobby",
    )


def test_the_line_is_read_out_once_for_each_change(
    page: Page, live_server, errors, lexicons
) -> None:
    page.goto(f"{live_server.url}/rooms/")
    summary = page.locator("#room-summary")
    expect(summary).to_have_attribute("aria-live", "polite")
    summary.evaluate(
        """(line) => {
            line.dataset.changes = 0;
            new MutationObserver(() => line.dataset.changes++).observe(line, { childList: true });
        }"""
    )
    page.get_by_role("textbox", name="Room name").fill("Kitchen table")  # not in the line
    page.get_by_role("radio", name="15 min").check()
    page.get_by_role("radio", name="15 min").check()
    expect(summary).to_contain_text("15 min")
    expect(summary).to_have_attribute("data-changes", "1")


def test_every_option_is_explained_to_everyone(page: Page, live_server, errors, lexicons) -> None:
    """In the page, and where a screen reader reads it: with the field."""
    page.goto(f"{live_server.url}/rooms/")
    for role, name, said in (
        ("group", "Seats", "One for each player or team."),
        ("group", "Clock", "How long each player has for the game or for each turn."),
        ("textbox", "Room name", "Shown in the lobby. Leave it empty to name the room after you."),
        ("textbox", "Invite", "They get an invitation, and a seat is reserved for them."),
        (
            "combobox",
            "Challenges",
            "What happens when a play has a word that isn't in the dictionary.",
        ),
        ("checkbox", "Teams", "Teammates see the same rack and each other's planned tiles."),
    ):
        field = page.get_by_role(role, name=name)  # type: ignore[arg-type]
        expect(field).to_have_accessible_description(said)
        expect(page.get_by_text(said)).to_be_visible()


def test_the_line_leaves_room_for_the_form_on_a_small_screen(
    page: Page, live_server, errors, lexicons
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{live_server.url}/rooms/")
    box = page.locator(".room-form-end").bounding_box()
    button = page.get_by_role("button", name="Create room").bounding_box()
    assert box
    assert button
    assert box["height"] <= 568 / 4
    assert button["x"] + button["width"] <= 320
