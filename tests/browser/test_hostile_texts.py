"""Whatever people write stands on pages as text: in every field that others see, in the pages of
players and of the admin, in a real browser that would run it."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visit
from tests.browser.test_chat import Talk
from tests.sites import Site

HOSTILE = "</script><img id=pwned src=x onerror='pwned=1'>"
SHORT = "<img id=pwned>"

WRITE = f"""
from django.contrib.auth.models import User
from django.utils import timezone
from games.moderation.models import Report
from games.play.models import Room, Seat
from games.play.services.locking import locked_room, touch
from games.players.models import Notice, Player
from lexicon.models import Lexicon
from lexicon.services.disputes import open_dispute
HOSTILE, SHORT, now = {HOSTILE!r}, {SHORT!r}, timezone.now()
room = Room.objects.get(title=HOSTILE)
player = room.host
Player.objects.filter(pk=player.pk).update(nickname=SHORT)
Seat.objects.filter(game__room=room).update(team=SHORT)
with locked_room(room.code) as locked:
    touch(locked)
Notice.objects.create(player=player, room=room, kind="invitation", text=HOSTILE, created_at=now)
Report.objects.create(kind="nickname", subject=str(player.pk), reason="name", words=HOSTILE,
                      about=player, about_name=SHORT, made_at=now)
english = Lexicon.objects.get(slug="en-common")
open_dispute(english.current_revision, "zax", HOSTILE, HOSTILE, "", SHORT)
User.objects.create_superuser("hostile", password="correct horse")
print(player.pk)
"""


def expect_text(page: Page, text: str) -> None:
    """It stands there as it was written, and nothing came of it."""
    expect(page.get_by_text(text).filter(visible=True).first).to_be_visible()
    assert page.locator("#pwned").count() == 0
    assert page.evaluate("typeof pwned") == "undefined"


def test_what_people_write_is_text(
    visit: Visit, site: Site, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 404")  # the admin has no icon of its own
    amber, other = visit("Amber", locale="en-GB"), visit("", locale="en-GB")
    room = amber.lobby.make_room(HOSTILE)
    talk = Talk(room.page)
    talk.icon.click()
    talk.say(HOSTILE)
    talk.expect_lines(HOSTILE)
    player = site.manage("shell", "-c", WRITE).split()[-1]

    page = other.open(room.link).page
    expect_text(page, HOSTILE)
    expect_text(page, SHORT)
    page.screenshot(path=shots_dir / "hostile-room.png")
    room.page.reload()
    for one in (page, room.page):
        expect_text(one, HOSTILE)
    room.page.goto("/")
    page.goto(f"/report/{player}/")
    for one in (room.page, page):
        assert one.locator("#pwned").count() == 0
        assert one.evaluate("typeof pwned") == "undefined"

    page.goto("/admin/")
    page.get_by_label("Username").fill("hostile")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    for path in ("lexicon/dispute/", "games/report/", "games/room/", "games/player/"):
        page.goto(f"/admin/{path}")
        assert page.locator("#pwned").count() == 0
        page.locator("#result_list tbody a").first.click()
        assert page.locator("#pwned").count() == 0
        assert page.evaluate("typeof pwned") == "undefined"
