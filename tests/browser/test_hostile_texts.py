"""Everything that people write appears on pages as text, never as markup.

The tests put markup in every field that others see, and open the pages of players and of the admin
in a real browser, which would run scripts.
"""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visit
from tests.browser.test_chat import ChatPanel
from tests.screenshots import save_screenshot
from tests.site_processes import Site

HOSTILE = "</script><img id=pwned src=x onerror='pwned=1'>"
SHORT = "<img id=pwned>"

WRITE = f"""
from django.contrib.auth.models import User
from django.utils import timezone
from games.api.models import ApiToken
from games.moderation.models import ModerationReport
from games.play.models import Room, Seat
from games.play.services.locking import locked_room, bump_stamp
from games.play.services.naming import save_name
from games.players.models import Notification, Player, Sanction
from games.study.models import StudyList
from games.uploads.models import UploadedGame
from lexicon.models import Definition, Lexicon
from lexicon.services.disputes import open_dispute
from lexicon.services.revisions import Author, publish_words
HOSTILE, SHORT, now = {HOSTILE!r}, {SHORT!r}, timezone.now()
room = Room.objects.get(title=HOSTILE)
player = room.host
hers = User.objects.create_user("hers")
player.nickname, player.user = SHORT, hers
save_name(player)
Seat.objects.filter(game__room=room).update(team=SHORT)
with locked_room(room.code) as locked:
    bump_stamp(locked)
Notification.objects.create(player=player, room=room, kind="invitation", text=HOSTILE,
                            created_at=now)
ModerationReport.objects.create(kind="nickname", subject=str(player.pk), reason="name",
                                words=HOSTILE, about=player, about_name=SHORT, made_at=now)
english = Lexicon.objects.get(slug="en-common")
open_dispute(english.current_revision, "zax", HOSTILE, HOSTILE, "", SHORT)
known = dict(language="en", licence=HOSTILE, source=HOSTILE, description=HOSTILE)
odd = Lexicon.objects.create(slug="odd", name=HOSTILE, **known)
publish_words(odd, ["CAT"], base=None, author=Author(SHORT), note=HOSTILE)
Definition.objects.create(language="en", word="CAT", text=HOSTILE, source=HOSTILE)
words = StudyList.objects.create(player=player, lexicon=odd, name=HOSTILE, words=["CAT"],
                                 made_at=now)
bot = Player.objects.create(nickname="<img id=pwned> (bot)", operator=player)
ApiToken.objects.create(owner=player, bot=bot, name=SHORT, scopes=["play"], secret_hash="m",
                        created_at=now, epoch=player.epoch)
Sanction.objects.create(player=player, kind="warning", words=HOSTILE, made_at=now)
User.objects.create_superuser("hostile", password="correct horse")
UploadedGame.objects.filter(owner=player).update(title=HOSTILE, shared=True)
print(player.pk, words.pk)
"""

RECORD = f"""#player1 A {HOSTILE}
#player2 B {SHORT}
#title {HOSTILE}
#note {HOSTILE}
>A: ADEINRT 8D TRAINED +68 68
#note {HOSTILE}
>B: S 8D .......S +9 9
"""


@pytest.fixture
def site(lone_site: Site) -> Site:
    """A site that no other test sees afterwards."""
    return lone_site


def expect_text(page: Page, text: str) -> None:
    """Check that the text appears as it was written, and that no script ran."""
    expect(page.get_by_text(text).filter(visible=True).first).to_be_visible()
    assert page.locator("#pwned").count() == 0
    assert page.evaluate("typeof pwned") == "undefined"


DICTIONARY = ("/dictionaries/", "/dictionaries/odd/", "/dictionaries/odd/?word=cat")
OWN = ("/settings/", "/settings/tokens/", "/my-games/", "/games/past/")
DESK = (
    "lexicon/dispute/",
    "games/moderationreport/",
    "games/room/",
    "games/player/",
    "lexicon/lexicon/",
)


def upload_hostile_record(page: Page) -> str:
    """Upload, preview and save a record full of such texts. Returns its address."""
    page.goto("/uploads/new/")
    page.get_by_label("Or paste its text").fill(RECORD)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("button", name="Save game")).to_be_visible()
    expect_text(page, HOSTILE)
    page.get_by_label("Tile set").select_option("English")
    page.get_by_label("Dictionary").select_option("none")
    page.get_by_role("button", name="Save game").click()
    page.wait_for_url("**/games/*-*/")
    expect_text(page, HOSTILE)
    return page.url


def check_all_pages(page: Page, *paths: str) -> None:
    """Check that such texts appear on all these pages and no script runs."""
    for path in paths:
        answer = page.goto(path)
        assert answer is not None and answer.status == 200, path
        assert "pwned" in answer.text(), path
        assert page.locator("#pwned").count() == 0, path
        assert page.evaluate("typeof pwned") == "undefined", path


def test_text_from_users_is_never_markup(
    visit: Visit, site: Site, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 404")  # the admin has no favicon
    amber, other = visit("Amber", locale="en-GB"), visit("", locale="en-GB")
    room = amber.lobby.make_room(HOSTILE)
    talk = ChatPanel(room.page)
    talk.icon.click()
    talk.say(HOSTILE)
    talk.expect_lines(HOSTILE)
    link = room.link
    record = upload_hostile_record(room.page)
    player, words = site.run(WRITE).split()[-2:]

    page = other.open(link).page
    expect_text(page, HOSTILE)
    expect_text(page, SHORT)
    save_screenshot(page, shots_dir / "hostile-room.png")
    room.page.goto(link)
    for one in (page, room.page):
        expect_text(one, HOSTILE)
    room.page.goto("/")
    page.goto(f"/report/{player}/")
    for one in (room.page, page):
        assert one.locator("#pwned").count() == 0
        assert one.evaluate("typeof pwned") == "undefined"

    check_all_pages(page, record, f"{record}0.svg", f"/players/{quote(SHORT)}/", *DICTIONARY)
    check_all_pages(room.page, "/uploads/", "/study/", f"/study/words/{words}/", *OWN)

    page.goto("/admin/")
    page.get_by_label("Username").fill("hostile")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    for path in DESK:
        page.goto(f"/admin/{path}")
        assert page.locator("#pwned").count() == 0
        # The page's script rewrites the dates that Django writes in UTC.
        expect(page.locator("#result_list")).not_to_contain_text("UTC")
        page.locator("#result_list tbody a").first.click()
        assert page.locator("#pwned").count() == 0
        assert page.evaluate("typeof pwned") == "undefined"
