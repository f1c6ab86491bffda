"""The daily game on two days in a row, on a site whose clock is moved: streak, hash, archive."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import Complaints, Person, Visit
from tests.browser.lost_connections import NETWORK
from tests.browser.page_driver import RoomPage
from tests.chaos.faults import FAKETIME
from tests.screenshots import save_screenshot
from tests.site_processes import Site

DAYS = ("2026-05-01", "2026-05-02", "2026-05-03")
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

STORE = """
import json
from datetime import date
from django.utils import timezone
from games.daily.models import DailyGame
from games.daily.services.daily_games import list_missing_games, save_daily_game
from tests.daily.handmade_games import SECRET, TURNS
for wanted in list_missing_games([date.fromisoformat(day) for day in DAYS]):
    save_daily_game(wanted, SECRET, TURNS, timezone.now())
print(json.dumps(DailyGame.objects.values_list("seed_hash", flat=True)[0]))
"""


def set_day(site: Site, day: str) -> None:
    """Restart the site at noon of a day, from where its clock goes on."""
    moved = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME": f"@{day} 12:00:00",
        "TZ": "UTC",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    site.stop()
    for process in site.processes:
        process.env = {**process.env, **moved}
    site.start()


def play_every_turn(page: Page, day: str) -> None:
    """Play the game of a day without sending anything."""
    room = RoomPage(page, f"/daily/{day}/en/")
    room.button("Start the clock").click()
    room.expect_rack(7)
    room.button("End turn").click()
    expect(page.get_by_role("region", name="Turn 1")).to_contain_text("You sent no play")
    room.button("Next turn").click()
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()
    room.button("End turn").click()
    expect(page.get_by_role("region", name="Game over")).to_be_visible()


@pytest.mark.full
@pytest.mark.skipif(FAKETIME is None, reason="no libfaketime: install Debian's package faketime")
def test_two_days_make_a_streak_and_an_archive(
    make_site: Callable[..., Site], visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    """Someone plays on a phone on both days; on the third the first one's secret is public."""
    complaints.allow(NETWORK)
    site = make_site("embedded", started=False)
    seed_hash = json.loads(site.run(STORE.replace("DAYS", str(DAYS))).splitlines()[-1])
    set_day(site, DAYS[0])
    amber: Person = visit("Amber", at=site)
    page = amber.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/daily/")
    page.get_by_text("Fair draws: tomorrow").click()
    expect(page.get_by_text(seed_hash)).to_be_visible()
    play_every_turn(page, DAYS[0])
    expect(page.get_by_role("region", name="Game over")).to_contain_text("Streak: 1 day")
    assert page.goto(f"/daily/{DAYS[1]}/en/").status == 404
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    set_day(site, DAYS[1])
    page.goto("/daily/")
    expect(page.get_by_role("region", name="Streak")).to_contain_text("1")
    play_every_turn(page, DAYS[1])
    over = page.get_by_role("region", name="Game over")
    expect(over).to_contain_text("Streak: 2 days")
    save_screenshot(page, shots_dir / "daily-second-day.png", full_page=True)
    assert find_violations(page) == []
    page.goto("/daily/")
    expect(page.get_by_role("region", name="Streak")).to_contain_text("Done for today")
    save_screenshot(page, shots_dir / "daily-streak.png", full_page=True)

    # On the third day the first one is over for everyone, so its draws can be repeated.
    set_day(site, DAYS[2])
    page.goto("/daily/days/")
    page.get_by_role("main").get_by_role("link", name=re.compile("1 May 2026")).first.click()
    expect(page).to_have_url(re.compile(DAYS[0]))
    page.get_by_role("button", name="Unseen tiles").click()  # the sheet has the rest of the page
    page.get_by_role("link", name="Verify the draws").click()
    expect(page.locator(".verdict")).to_be_visible()

    # Someone else plays the first day's game for practice, which is not ranked.
    guest = visit("", at=site, **PHONE).page
    guest.goto(f"/daily/{DAYS[0]}/en/")
    expect(guest.locator("#_turn")).to_contain_text("You can play for practice")
    play_every_turn(guest, DAYS[0])
    expect(guest.get_by_role("region", name="Game over")).to_contain_text("Practice")
    assert find_violations(guest) == []
