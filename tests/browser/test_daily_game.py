"""A daily game in the browser: a whole turn by keys and by touch, a reload, and the whole game."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from games.daily.terms.daily_turns import DailyTurn
from games.rules.equipment.tiles import load_tile_set
from games.rules.plays.acts import Play
from tests.accessibility import check_accessible
from tests.browser.conftest import DESKTOP, PHONE, Complaints, Visit
from tests.browser.page_driver import RoomPage
from tests.site_processes import Site

MAKE = """
import json
from datetime import timedelta
from django.utils import timezone
from games.daily.models import DailyGame
from games.daily.services.daily_games import list_missing_games, load_turns, save_daily_game
from games.daily.services.generation import generate_turns
from games.puzzles.services.daily_puzzles import get_puzzle_day
from games.rules.equipment.fair_shuffle import hash_secret
from games.rules.equipment.tiles import load_tile_set
from lexicon.store import open_lexicon
now = timezone.now()
day = get_puzzle_day(now) - timedelta(days=DAYS_AGO)
secret = bytes(32)
DailyGame.objects.filter(day=day).exclude(seed_hash=hash_secret(secret)).delete()
for wanted in list_missing_games([day]):
    words = open_lexicon(wanted.revision.pk, load_tile_set(wanted.tile_set).faces)
    turns = generate_turns(secret, wanted.tile_set, wanted.layout, words)
    save_daily_game(wanted, secret, turns, now)
game = DailyGame.objects.get(day=day, language="en")
print(json.dumps([game.get_absolute_url(), [turn.to_json() for turn in load_turns(game)]]))
"""
TILES = load_tile_set("en")


def find_game(site: Site, days_ago: int = 0) -> tuple[str, list[DailyTurn]]:
    """Return the path and the turns of an English game whose draws are known.

    It replaces the one that the worker has made.
    """
    script = MAKE.replace("DAYS_AGO", str(days_ago))
    path, turns = json.loads(site.run(script).splitlines()[-1])
    return path, [DailyTurn.from_json(turn) for turn in turns]


def read_play(turn: DailyTurn) -> Play:
    return turn.read_best_play(TILES)


def test_a_turn_is_played_by_keys_and_survives_a_reload(
    visit: Visit, site: Site, complaints: Complaints
) -> None:
    """Tentative tiles, the play sent and the clock are there again after a reload."""
    path, turns = find_game(site)
    page = visit("Amber", viewport=DESKTOP).page
    room = RoomPage(page, path)
    check_accessible(page)
    room.button("Start the clock").focus()
    page.keyboard.press("Enter")
    room.expect_rack(7)
    expect(page.get_by_role("gridcell").first).to_be_visible()
    assert page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"
    clock = page.get_by_role("timer")
    expect(clock).to_have_text(re.compile(r"1:5\d"))
    room.lay(read_play(turns[0]))
    expect(room.button("Send")).to_contain_text(str(turns[0].score))
    page.reload()
    room.expect_rack(7 - len(read_play(turns[0]).placed()))
    page.keyboard.press("Enter")
    expect(page.locator("#_message")).to_have_text("Sent.")
    expect(page.locator(".sent-play")).to_contain_text(str(turns[0].score))
    page.reload()
    expect(clock).to_have_text(re.compile(r"1:[2-5]\d"))
    expect(page.locator(".sent-play")).to_contain_text(str(turns[0].score))
    check_accessible(page)
    room.button("End turn").focus()
    page.keyboard.press("Enter")
    result = page.get_by_role("region", name="Turn 1")
    expect(result).to_be_focused()
    expect(result).to_contain_text("You found a best play")
    expect(page.get_by_role("log")).to_contain_text("You found a best play")
    check_accessible(page)
    page.keyboard.press("Tab")
    expect(room.button("Next turn")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Turn 2")).to_be_visible()
    room.expect_rack(len(turns[1].rack))


def test_a_turn_is_played_by_touch(visit: Visit, site: Site) -> None:
    """The play is sent twice, the second time as a poorer one, which then counts."""
    path, turns = find_game(site)
    page = visit("", viewport=PHONE, is_mobile=True, has_touch=True).page
    room = RoomPage(page, path)
    room.button("Start the clock").tap()
    room.expect_rack(7)
    tap_play(room, read_play(turns[0]))
    room.button("Send").tap()
    expect(page.locator(".sent-play")).to_contain_text(str(turns[0].score))
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    room.button("End turn").tap()
    result = page.get_by_role("region", name="Turn 1")
    expect(result).to_contain_text("You found a best play")
    room.button("Next turn").tap()
    room.expect_rack(len(turns[1].rack))
    room.button("End turn").tap()
    expect(page.get_by_role("region", name="Turn 2")).to_contain_text("You sent no play")
    check_accessible(page)


def tap_play(room: RoomPage, play: Play) -> None:
    for square, letter in play.placed():
        room.option("blank" if letter.blank else letter.face).tap()
        room.square(square).tap()
        if letter.blank:
            blanks = room.page.get_by_role("dialog")
            blanks.get_by_role("button", name=letter.face, exact=True).tap()


@pytest.mark.full
def test_a_whole_game_ends_with_a_result_to_share(visit: Visit, site: Site) -> None:
    """It is on the leaderboard, and the list of games shows the result and the streak."""
    path, turns = find_game(site)
    page = visit("Jade", viewport=DESKTOP).page
    room = RoomPage(page, path)
    room.button("Start the clock").click()
    for number in range(1, len(turns) + 1):
        expect(page.get_by_role("heading", name=f"Turn {number}")).to_be_visible()
        room.button("End turn").click()
        if number < len(turns):
            room.button("Next turn").click()
    result = page.get_by_role("region", name="Game over")
    expect(result).to_be_focused()
    expect(result).to_contain_text("Streak: 1 day")
    expect(result).to_contain_text(f"0 of {len(turns)} best plays")
    check_accessible(page)
    page.get_by_role("link", name="Leaderboard").click()
    expect(page.get_by_role("region", name="Everyone")).to_contain_text("Jade")
    check_accessible(page)
    page.goto("/daily/")
    expect(page.get_by_role("region", name="Streak")).to_contain_text("Done for today")
    check_accessible(page)


def test_the_end_of_the_time_shows_the_result(visit: Visit, site: Site) -> None:
    """The page asks for it by itself."""
    path, turns = find_game(site)
    page = visit("", viewport=DESKTOP).page
    page.clock.install()
    room = RoomPage(page, path)
    room.button("Start the clock").click()
    room.expect_rack(len(turns[0].rack))
    page.clock.fast_forward("01:35")
    expect(page.get_by_role("log")).to_contain_text("30 seconds left")
    page.clock.fast_forward("00:30")
    expect(page.get_by_role("region", name="Turn 1")).to_contain_text("You sent no play")


def test_the_end_that_waits_for_a_play_ends_no_turn_that_goes_on(visit: Visit, site: Site) -> None:
    """The page's clock ran out while a play was under way, but its answer gives more time."""
    path, turns = find_game(site)
    page = visit("", viewport=DESKTOP).page
    page.clock.install()
    held: list[Route] = []
    page.route("**/play", lambda route: held.append(route))
    room = RoomPage(page, path)
    room.button("Start the clock").click()
    room.expect_rack(7)
    room.lay(read_play(turns[0]))
    page.clock.fast_forward("01:58")
    with page.expect_request("**/play"):
        room.button("Send").click()
    page.clock.fast_forward("00:05")
    expect(page.get_by_role("timer")).to_have_text("0:00.0")
    held[0].continue_()
    expect(page.locator(".sent-play")).to_contain_text(str(turns[0].score))
    page.clock.fast_forward("00:02")
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"1:[0-5]\d"))
    page.wait_for_timeout(1000)  # in which a wrong end would be answered
    expect(room.button("End turn")).to_be_visible()


def test_the_browser_repeats_the_draws_of_an_earlier_day(visit: Visit, site: Site) -> None:
    path, turns = find_game(site, days_ago=3)
    page = visit("", viewport=DESKTOP).page
    page.goto(path)
    expect(page.locator("#_turn")).to_contain_text("You can play for practice")
    page.get_by_role("link", name="Verify the draws").click()
    expect(page.locator(".verdict")).to_have_text("Every draw matches.")
    expect(page.locator("tbody tr")).to_have_count(len(turns))
    check_accessible(page)
    page.goto("/daily/days/")
    expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
    check_accessible(page)
