"""A player leaves on their turn in a game without a clock.

The test changes times in the database instead of waiting ten minutes.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import PHONE, Seating, Table, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.browser.test_clocks import away_note, leave_long_ago
from tests.screenshots import save_screenshot
from tests.site_processes import Site


def leave(table: Table, site: Site) -> tuple[RoomPage, list[RoomPage]]:
    """Make the player to move leave ten minutes ago.

    Returns their page, and those of the others.
    """
    gone = leave_long_ago(site, table)
    return gone, [page for page in table.pages if page is not gone]


def seat_names(page: RoomPage) -> Locator:
    return page.page.get_by_role("region", name="Scores")


def choose(page: RoomPage, choice: str) -> None:
    away_note(page).get_by_role("button", name=choice).click()


def test_two_players_agree_and_the_third_returns_to_their_seat(
    seat_all: Seating, site: Site, visit: Visit, shots_dir: Path
) -> None:
    people = [visit("Asa"), visit("Bea"), visit("Cleo", viewport=PHONE)]
    table = seat_all(Plan("Three of us", seats=3), people)
    absent = table.plan.mover
    name = table.names[absent]
    gone, (one, two) = leave(table, site)
    for page in (one, two):
        expect(away_note(page)).to_contain_text(f"No sign of {name} for more than 10 minutes.")
        expect(away_note(page)).to_contain_text("Everyone here must agree.")
        expect(away_note(page).get_by_role("button")).to_have_count(2)
    first = table.names[table.pages.index(one)]
    second = table.names[table.pages.index(two)]

    # One vote decides nothing, and its page shows who has not voted; a vote can be withdrawn.
    choose(one, "Let a computer play")
    expect(away_note(one)).to_contain_text(f"Waiting for: {second}")
    pressed = away_note(two).get_by_role("button", name="Let a computer play")
    expect(pressed).to_contain_text(first)
    choose(two, "Wait 10 more minutes")
    expect(away_note(one).get_by_role("button", name="Wait")).to_contain_text(second)
    save_screenshot(one.page, shots_dir / "absence-1-votes.png")
    save_screenshot(two.page, shots_dir / "absence-2-votes.png", full_page=True)
    choose(two, "Wait 10 more minutes")
    expect(away_note(two).get_by_role("button", pressed=True)).to_have_count(0)
    expect(away_note(one)).to_be_visible()

    # The computer plays once both have chosen it.
    choose(two, "Let a computer play")
    for page in (one, two):
        expect(away_note(page)).to_have_count(0)
        page.expect_moves(1)
        expect(seat_names(page)).to_contain_text(f"for {name}")

    # The absent player reads about it in the bell and at the table, and has the seat back.
    gone.page.goto("/")
    gone.page.get_by_role("button", name="Notifications").click()
    notice = gone.page.locator("#_bell .notice")
    expect(notice).to_contain_text("the other players let a computer play for you")
    save_screenshot(gone.page, shots_dir / "absence-3-bell.png")
    notice.get_by_role("link", name="Open").click()
    back = RoomPage(gone.page)
    note = back.page.get_by_role("status", name="While you were away")
    expect(note).to_contain_text("You were away for more than 10 minutes")
    expect(note).to_contain_text("It took 1 turn. You have your seat back.")
    back.expect_rack(7)
    expect(back.page.get_by_text("You're watching")).to_have_count(0)
    save_screenshot(back.page, shots_dir / "absence-4-back.png")
    for page in (one, two):
        expect(seat_names(page)).not_to_contain_text(f"for {name}")
        expect(seat_names(page)).to_contain_text(name)

    # Their turn comes round as usual, after those of the others.
    for number in ((absent + 1) % 3, (absent + 2) % 3, absent):
        page = table.pages[number]
        expect(page.last_move).to_contain_text("Your turn")
        page.do(Pass())
    for page in table.pages:
        page.expect_moves(4)
    expect(note).to_have_count(0)


@pytest.mark.full
def test_a_player_who_returns_before_a_decision_keeps_playing(
    seat_all: Seating, site: Site
) -> None:
    table = seat_all(Plan("Back in time"))
    gone, (other,) = leave(table, site)
    expect(away_note(other)).to_contain_text("Choose what to do.")
    back = RoomPage(gone.page, table.link)
    expect(away_note(other)).to_have_count(0)
    expect(back.last_move).to_contain_text("Your turn")
    expect(back.page.get_by_role("status", name="While you were away")).to_have_count(0)
    table.do(Pass())
    for page in table.pages:
        page.expect_moves(1)
