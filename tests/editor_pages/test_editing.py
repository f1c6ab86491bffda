"""An editor at work in a real browser on the real site, in both configurations."""

import gzip
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from lexicon.sources.derivation import DATA
from tests.site_processes import Site

pytestmark = [pytest.mark.browser, pytest.mark.servers, pytest.mark.slow]

MAKE_EDITOR = """
from django.contrib.auth.models import Group, User
editor, _made = User.objects.get_or_create(username="edda", is_staff=True)
editor.set_password("correct horse"); editor.save()
editor.groups.add(Group.objects.get(name="Dictionary editor"))
"""

MAKE_DISPUTE = """
from django.conf import settings
from django.utils import timezone
from games.play.models import Game
from games.players.models import Player
from games.rules.plays.acts import Resign
from games.rules.positions.variants import get_variant
from games.play.services import rooms, seats, turns
from games.play.services.rooms import RoomSettings
from lexicon.models import Lexicon
from lexicon.services.disputes import open_dispute
settings.TEST_SEED = "a dispute"  # pages add nothing, so the tiles are dealt at once
now = timezone.now()
english = Lexicon.objects.get(slug="en-common")
host, guest = (Player.objects.create(nickname=name) for name in ("Amber", "Cobalt"))
options = get_variant("scrabble").options()
room_settings = RoomSettings("scrabble", "en", english, 2, options, title="Doubtful words")
room = rooms.open_room(host, room_settings, now)
seats.take_seat(room.code, guest, 1, now)
rooms.start_game(room.code, host, now)
game = Game.objects.get(room=room)
turns.apply_player_act(room.code, host.pk, Resign(), turn=game.turn_number, key="", now=now)
address = f"/games/{game.pk}/"
open_dispute(english.current_revision, "zax", "Nobody says it.", "Doubtful words", address, "Amber")
"""


@pytest.fixture
def editor(page: Page, fresh_site: Site) -> Page:
    """A browser with an editor logged in, at the words of the dictionary "common"."""
    fresh_site.run(MAKE_EDITOR)
    page.goto(f"{fresh_site.url}/admin/")
    page.get_by_label("Username").fill("edda")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Dictionaries", exact=True).last.click()
    page.get_by_role("row", name="English (common)").get_by_role("link", name="Words").click()
    return page


def assert_accessible(page: Page) -> None:
    page.wait_for_load_state()
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    bad = [each for each in found if each["impact"] in {"serious", "critical"}]
    assert not bad, [(each["id"], [node["html"] for node in each["nodes"]]) for each in bad]


def test_an_editor_searches_changes_and_uploads_words(
    editor: Page, page: Page, fresh_site: Site, tmp_path: Path, shots_dir: Path
) -> None:
    site = fresh_site
    # Search while typing.
    editor.get_by_label("Word", exact=True).select_option("matches the pattern")
    editor.get_by_role("searchbox", name="Letters").fill("?uixoti?")
    expect(editor.get_by_role("rowheader", name="QUIXOTIC")).to_be_visible()
    assert_accessible(editor)
    editor.screenshot(path=shots_dir / f"editor-words-{site.kind}.png")

    # Add a word, and find it in the history.
    editor.get_by_label("Add", exact=True).fill("tileroom")
    editor.get_by_label("Reason").fill("Our own name.")
    editor.get_by_role("button", name="Save as a new revision").click()
    expect(editor.get_by_text("1 added, 0 removed")).to_be_visible()
    editor.get_by_role("link", name="History").last.click()
    expect(editor.get_by_role("row", name="Our own name.")).to_contain_text("edda")
    assert_accessible(editor)

    # Upload the open list over it: checked, confirmed, and built in a separate process.
    words = gzip.decompress((DATA / "en-open.txt.gz").read_bytes())
    (tmp_path / "big.txt").write_bytes(words + b"Paris\ndon't\n")
    editor.get_by_role("link", name="Upload").last.click()
    expect(editor.get_by_label("Word list", exact=True)).to_be_visible()
    assert_accessible(editor)
    editor.get_by_label("Word list", exact=True).set_input_files(tmp_path / "big.txt")
    editor.get_by_label("Reason").fill("A broader list.")
    editor.get_by_role("button", name="Check the list").click()
    confirm = editor.get_by_role("button", name="Save as the next revision")
    expect(confirm).to_be_visible(timeout=60_000)
    expect(editor.get_by_role("row", name="apostrophe")).to_contain_text("don't")
    assert_accessible(editor)
    confirm.click()
    done = editor.get_by_text("is now current, with 276,815 words")
    expect(done).to_be_visible(timeout=60_000)
    editor.screenshot(path=shots_dir / f"editor-upload-{site.kind}.png")

    # Another web process looks up words in the new revision.
    page.goto(f"{site.web(1).url}/dictionaries/en-common/")
    page.get_by_label("Is it a word?").fill("zax tileroom")
    expect(page.get_by_role("listitem").filter(has_text="ZAX")).to_contain_text("is valid")
    expect(page.get_by_role("listitem").filter(has_text="TILEROOM")).to_contain_text("is not in")
    assert_accessible(page)
    page.screenshot(path=shots_dir / f"dictionary-{site.kind}.png")
    assert not site.tracebacks()


def test_a_dispute_shows_its_game_next_to_it(editor: Page, fresh_site: Site) -> None:
    fresh_site.run(MAKE_DISPUTE)
    editor.goto(f"{fresh_site.url}/admin/lexicon/dispute/")
    editor.get_by_role("link", name="ZAX").click()
    expect(editor.get_by_text("Nobody says it.")).to_be_visible()
    game = editor.frame_locator("iframe.game")
    expect(game.get_by_role("heading", name="Doubtful words")).to_be_visible()
    expect(game.get_by_text("resigned").first).to_be_visible()
    assert_accessible(editor)


@pytest.mark.sampled("dark")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dictionary_pages_fit_a_phone(page: Page, embedded_site: Site, scheme: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for address in ("", "en-open/?words=quixotically+xyzzy", "en-open/dispute/?word=zax"):
        page.goto(f"{embedded_site.url}/dictionaries/{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert_accessible(page)
