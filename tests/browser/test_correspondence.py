"""A correspondence game: conditional moves that apply or not, My games, and days off."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.play.perspective.places import describe_placed_word
from games.rules.plays.acts import Pass, Play
from tests.browser.conftest import DESKTOP, Seating, Visit
from tests.browser.page_driver import Lobby, RoomPage
from tests.browser.planned_games import Plan
from tests.screenshots import save_screenshot


def store(page: RoomPage, guess: str, answer: str) -> None:
    page.button("Room menu").click()
    page.button("Conditional moves").click()
    dialog = page.dialog("Conditional moves")
    dialog.get_by_role("textbox", name="If they play").fill(guess)
    dialog.get_by_role("textbox", name="I play").fill(answer)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("button", name="Remove conditional move 1")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()


def written(plan: Plan, play: Play) -> str:
    return describe_placed_word(*play.write(plan.state.tile_set))


def test_a_correspondence_game_is_played(visit: Visit, seat_all: Seating, shots_dir: Path) -> None:
    # Guests: the days off of a regular would be on the pages of later tests.
    people = [visit(name, viewport=DESKTOP) for name in ("Amber", "Cobalt")]
    table = seat_all(Plan("By post"), people, fields={"clock": "3d"})
    first, plan = table.plan.mover, table.plan
    mover, other = table.pages[first], table.pages[1 - first]
    play = plan.find_play(most=4)

    # A conditional move that applies is made at once, and both pages say so.
    look_at_dialog(other, written(plan, play), shots_dir)
    store(other, written(plan, play), "-")
    expect(mover.page.get_by_text(written(plan, play))).to_have_count(0)
    table.do(play)
    plan.do(Pass())
    for page in table.pages:
        page.expect_moves(2)
        expect(page.moves.first).to_contain_text("conditional move")
        expect(page.last_move).to_contain_text("Conditional move.")

    # One that does not apply is discarded, and its owner has the turn.
    store(other, "-7", "-")
    table.do(Pass())
    other.expect_moves(3)
    expect(other.last_move).to_contain_text("Your turn")
    expect(other.page.locator("[data-action=reply]")).to_have_attribute("hidden", "")
    lobby = Lobby(other.page)

    # The game is listed with the time that is left.
    games = lobby.section("My games").get_by_role("listitem")
    mine = games.filter(has_text="By post")
    expect(mine).to_contain_text("Your turn")
    expect(mine).to_contain_text(re.compile("(3 days|2 days 23 hours) left"))
    expect(mine).to_contain_text(re.compile(r"move by \d+ \w+ 20\d\d, \d\d:\d\d"))
    look(other.page, shots_dir, "my-games")

    # Days off move the deadline, and the opponent sees them.
    take_days_off(other.page, shots_dir)
    expect(mover.page.locator(f"[data-presence='{1 - first}'] .off").first).to_contain_text("away")
    expect(mover.last_move).to_contain_text("Move due by")


def look_at_dialog(page: RoomPage, guess: str, shots: Path) -> None:
    """Check that a clicked square sets the place, and that impossible replies are refused."""
    page.button("Room menu").click()
    page.button("Conditional moves").click()
    dialog = page.dialog("Conditional moves")
    field = dialog.get_by_role("textbox", name="If they play")
    field.focus()
    dialog.locator(".reply-thumbnail").click()
    expect(field).to_have_value("H8 across ")
    dialog.locator(".reply-thumbnail").click()
    expect(field).to_have_value("H8 down ")
    field.fill("A1 across FAR")
    dialog.get_by_role("textbox", name="I play").fill("-")
    expect(dialog.get_by_role("status")).to_contain_text("first play must cover the centre square")
    field.fill(guess)
    expect(dialog.locator(".thumbnail .opponent-play")).to_have_count(1)
    look(page.page, shots, "replies")
    check_accessible(page.page)
    dialog.get_by_role("button", name="Close").click()


def take_days_off(page: Page, shots: Path) -> None:
    page.goto("/days-off/")
    first = datetime.now(UTC).date() + timedelta(days=1)
    if (first + timedelta(days=1)).year != first.year:  # days are counted by year
        first += timedelta(days=1)
    page.get_by_label("First day").fill(str(first))
    page.get_by_label("Last day").fill(str(first + timedelta(days=1)))
    page.get_by_role("button", name="Book days off").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("12 days left")
    look(page, shots, "days-off")
    check_accessible(page)


def look(page: Page, shots: Path, name: str) -> None:
    """Check on phone and desktop, light and dark, that nothing is wider than the window."""
    before = page.viewport_size
    for width, scheme in ((1280, "light"), (360, "dark"), (320, "light")):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function("w => document.documentElement.scrollWidth <= w", arg=width)
        save_screenshot(page, shots / f"{name}-{width}-{scheme}.png")
    page.emulate_media(color_scheme="light")
    if before:
        page.set_viewport_size(before)


def check_accessible(page: Page) -> None:
    found = Axe().run(page).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
