"""Whole games of Scrabble on the page; after each turn every window must match the rules."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.play.perspective.places import describe_place
from games.rules.flow.game import Phase
from games.rules.plays.acts import Play
from games.rules.plays.events import Challenged, Played
from tests.browser.conftest import Seating, Table, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, rack_names
from tests.browser.scripted_games import FAIR, FOUR, Steps, four_seats, scrabble_game
from tests.browser.traffic import TrafficLog
from tests.browser.window_checks import check_public, check_result, check_verdict
from tests.screenshots import save_screenshot

pytestmark = pytest.mark.slow


def test_two_players_finish_a_game(seat_all: Seating, visit: Visit, shots_dir: Path) -> None:
    table = seat_all(Plan(FAIR, options={"challenge": "ten"}), challenge="10 points")
    plan, wren = table.plan, visit("Wren")
    traffic = TrafficLog(wren.page)
    spectator = wren.open(table.link)
    expect(spectator.rack).to_have_count(0)
    expect(spectator.page.get_by_text("You're watching.")).to_be_visible()
    play_through(table, scrabble_game(plan), spectator, traffic)

    played = [event for event in plan.events if isinstance(event, Played)]
    assert any(event.score.bingo for event in played), "the script lacks a bingo"
    assert any(mark.islower() for event in played for mark in event.tiles), "and a blank"
    assert played[-1].went_out
    accepter, _ = plan.log[-1]
    expect(table.pages[accepter].page.locator("#_result :focus")).to_be_visible()
    everyone = [*table.pages, spectator]
    for page in everyone:
        check_result(page, plan, table.names)
    save_screenshot(table.pages[0].page, shots_dir / "scrabble-end.png")
    check_breakdown(spectator, plan)
    check_bag(table, plan)
    play_again(table, spectator)


@pytest.mark.full
def test_four_players_finish_a_game(seat_all: Seating, visit: Visit, shots_dir: Path) -> None:
    plan = Plan(FOUR, seats=4, options={"challenge": "double"})
    table = seat_all(plan, challenge="Double")
    wren = visit("Wren")
    traffic = TrafficLog(wren.page)
    spectator = wren.open(table.link)
    play_through(table, four_seats(plan), spectator, traffic)
    save_screenshot(table.pages[2].page, shots_dir / "scrabble-four-end.png")
    for page in [*table.pages, spectator]:
        check_result(page, plan, table.names)


def play_through(table: Table, steps: Steps, spectator: RoomPage, traffic: TrafficLog) -> None:
    """Make every step in its player's window and then check all windows."""
    plan, searched = table.plan, 0
    for seat, act in steps:
        table.pages[seat].do(act)
        done = plan.do(act, seat)
        for page in [*table.pages, spectator]:
            page.expect_moves(len(plan.log))
            check_public(page, plan, table.names)
            for event in done.events:
                if isinstance(event, Challenged):
                    check_verdict(page, event)
        if plan.state.phase is not Phase.OVER:
            searched += traffic.expect_no_secrets(plan, range(plan.seats))
            for number, page in enumerate(table.pages):
                assert sorted(page.read_rack()) == rack_names(plan, number)
    assert searched >= len(plan.log), "the spectator received too little to judge"


def check_breakdown(page: RoomPage, plan: Plan) -> None:
    """Check that the list of moves explains the score of the bingo."""
    bingo = next(e for e in plan.events if isinstance(e, Played) and e.score.bingo)
    line = page.moves.filter(has_text=describe_place(bingo.position)).first
    line.get_by_role("button", name=re.compile("show the scoring")).click()
    dialog = page.dialog("Score of this move")
    expect(dialog.get_by_role("heading")).to_contain_text(f"{bingo.score.total} points")
    expect(dialog.get_by_role("row", name=re.compile("Bingo"))).to_contain_text("50")
    for word in bingo.score.words:
        row = dialog.get_by_role("row").filter(has_text=re.compile(rf"{word.score}$"))
        expect(row.first).to_be_visible()
    dialog.get_by_role("button", name="Close").click()


def check_bag(table: Table, plan: Plan) -> None:
    """Check that anyone can verify the bag once the game is over."""
    page = table.pages[1].page
    table.pages[1].result.get_by_text("Fair-draw proof").click()
    table.pages[1].result.get_by_role("link", name="Verify the bag").click()
    expect(page.get_by_text("Every draw matches.")).to_be_visible()
    expect(page.get_by_text(plan.seed.hex())).to_be_visible()
    page.goto(table.link)


def play_again(table: Table, spectator: RoomPage) -> None:
    """Ask for a rematch on both pages: another seat begins, and everyone stays in the room."""
    table.pages[0].offer_rematch(table.pages[1])
    table.pages[1].button("Rematch").click()
    plan = Plan(table.plan.title, number=2, options=table.plan.options)
    next_to_begin = (table.plan.first + 1) % table.plan.seats
    pages = [*table.pages[next_to_begin:], *table.pages[:next_to_begin]]
    names = [*table.names[next_to_begin:], *table.names[:next_to_begin]]
    for number, page in enumerate(pages):
        page.expect_moves(0)
        expect(page.square("H8")).to_have_attribute("tabindex", "0")
        assert sorted(page.read_rack()) == rack_names(plan, number)
    seat, play = plan.mover, plan.plays()[0]
    assert isinstance(play, Play)
    pages[seat].do(play)
    plan.do(play)
    for page in [*pages, spectator]:
        page.expect_moves(1)
        check_public(page, plan, names)
