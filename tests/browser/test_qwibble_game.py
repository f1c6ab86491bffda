"""Qwibble on the page: a whole game, a declined invitation, a game lost on time."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.rules.plays.events import Played
from tests.browser.conftest import PHONE, Person, Table, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, rack_names
from tests.browser.scripted_games import THEFT, qwibble_game
from tests.browser.window_checks import check_public, check_result, check_s_meter, check_safe_points
from tests.screenshots import save_screenshot
from tests.site_processes import Site

FORFEIT = """
from datetime import timedelta
from django.utils import timezone
from games.play.models import Game
long_ago = timezone.now() - timedelta(days={days})
Game.objects.filter(room__title={title!r}).update(moved_at=long_ago, due_at=timezone.now())
"""


def open_game(plan: Plan, host: Person, guest: Person) -> Table:
    """Create a room and let the host play first, alone; then the guest opens the link."""
    page = host.lobby.make_room(plan.title, variant="Qwibble")
    page.expect_rack(7)
    table = Table(plan, [host.name, guest.name], [page], page.link)
    table.do(next(qwibble_game(plan))[1])
    page.expect_moves(1)
    expect(page.last_move).to_contain_text("Waiting for an opponent to join.")
    table.pages.append(guest.open(page.link))
    return table


@pytest.mark.slow
def test_two_players_finish_a_game(visit: Visit, shots_dir: Path) -> None:
    plan = Plan(THEFT, "qwibble")
    table = open_game(plan, visit("Amber"), visit("Cobalt"))
    table.pages[1].sit()
    table.pages[1].expect_rack(7)
    steps = qwibble_game(plan, first=1)
    for seat, act in steps:
        table.pages[seat].do(act)
        done = plan.do(act, seat)
        for page in table.pages:
            page.expect_moves(len(plan.log))
            check_public(page, plan, table.names)
            check_safe_points(page, plan, table.names)
            check_s_meter(page, plan)
            check_last_move(table, done.events[0])
        if len(plan.log) == 8:
            save_screenshot(table.pages[0].page, shots_dir / "qwibble.png")
    played = [event for event in plan.events if isinstance(event, Played)]
    assert any(event.score.stolen for event in played), "the script lacks a theft"
    assert any(event.score.safe_squares for event in played), "and a padlock word"
    for page in table.pages:
        check_result(page, plan, table.names)
    save_screenshot(table.pages[0].page, shots_dir / "qwibble-end.png")


def check_last_move(table: Table, event: object) -> None:
    if not isinstance(event, Played):
        return
    for page in table.pages:
        for change in filter(None, event.deltas):
            expect(page.last_move).to_contain_text(f"{'+' if change > 0 else '−'}{abs(change)}")


def test_preview_shows_thefts(visit: Visit, shots_dir: Path) -> None:
    """The page says how many points a play would steal."""
    plan = Plan(THEFT, "qwibble")
    amber, fern = visit("Amber"), visit("Fern", viewport=PHONE)
    table = open_game(plan, amber, fern)
    page = table.pages[1]
    page.sit()
    page.expect_rack(7)
    thief = max(plan.plays(), key=lambda play: plan.score(play).stolen)
    page.lay(thief)
    score = plan.score(thief)
    expect(page.last_move).to_contain_text(f"steals {score.stolen}")
    expect(page.button("Play")).to_contain_text(str(score.total))
    save_screenshot(page.page, shots_dir / "qwibble-phone.png")


@pytest.mark.full
def test_an_invitation_can_be_declined(visit: Visit) -> None:
    """The invited player follows the invitation, sees the board and declines: no player wins."""
    plan = Plan("No, thank you", "qwibble")
    amber, cobalt = visit("Amber"), visit("Cobalt")
    page = amber.lobby.make_room(plan.title, variant="Qwibble", opponent=cobalt.name)
    page.do(plan.plays()[0])
    plan.do(plan.plays()[0])
    page.expect_moves(1)
    link = page.link
    lobby = cobalt.lobby
    lobby.section("My games").get_by_role("link", name=re.compile(plan.title)).click()
    cobalt.page.wait_for_url(link)
    guest = RoomPage(cobalt.page)
    check_public(guest, plan, [amber.name, "Open seat"])
    home = amber.lobby.page  # a player who has the room open needs no notification
    guest.button("Decline").click()
    expect(guest.result.get_by_role("heading")).to_have_text("No result")
    home.get_by_role("button", name=re.compile(r"Notifications: \d+ new")).click()
    notice = home.get_by_text(f"{cobalt.name} declined your invitation.")
    expect(notice).to_contain_text(f"The game in {plan.title} is cancelled.")
    expect(amber.open(link).result.get_by_role("heading")).to_have_text("No result")


@pytest.mark.full
def test_a_player_without_a_turn_for_seven_days_loses(visit: Visit, site: Site) -> None:
    """A player who takes no turn for seven days has lost; both windows show it as it happens."""
    plan = Plan("Gone fishing", "qwibble")
    table = open_game(plan, visit("Amber"), visit("Cobalt"))
    table.pages[1].sit()
    table.pages[1].expect_rack(7)
    assert sorted(table.pages[1].read_rack()) == rack_names(plan, 1)
    site.run(FORFEIT.format(days=8, title=plan.title))
    for page, result in zip(table.pages, ("won", "lost"), strict=True):
        heading = page.result.get_by_role("heading")
        expect(heading).to_have_text(re.compile(rf"^You {result} \S+ on time$"))
