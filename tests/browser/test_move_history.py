"""Stepping back through a game while it continues."""

import re

from playwright.sync_api import Locator, expect

from games.rules.flow.game import GameState
from tests.browser.conftest import PHONE, Seating, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, board_names
from tests.browser.scripted_games import choose_longest_play, play_challenged_phony
from tests.browser.window_checks import check_public, expect_tentative


def banner(page: RoomPage) -> Locator:
    return page.page.get_by_role("group", name="Earlier position")


def scores_of(state: GameState) -> list[int]:
    return [seat.score for seat in state.seats]


def test_a_spectator_steps_back_while_moves_arrive(seat_all: Seating, visit: Visit) -> None:
    table = seat_all(Plan("Earlier position"))
    plan = table.plan
    boards, scores = [board_names(plan)], [scores_of(plan.state)]

    def go_on_with(act: object) -> None:
        table.do(act)  # type: ignore[arg-type]
        boards.append(board_names(plan))
        scores.append(scores_of(plan.state))

    go_on_with(choose_longest_play(plan)[1])
    for page in table.pages:
        page.expect_moves(len(plan.log))
    for seat, act in play_challenged_phony(plan):
        table.pages[seat].do(act)
        plan.do(act, seat)
        boards.append(board_names(plan))
        scores.append(scores_of(plan.state))
        for page in table.pages:
            page.expect_moves(len(plan.log))
    spectator = visit("Fern").open(table.link)

    def expect_at(page: RoomPage, move: int) -> None:
        said = f"Move {move} of {len(plan.log)}" if move else "Start"
        expect(banner(page)).to_contain_text(said)
        assert page.read_board() == boards[move]
        assert list(page.read_scores().values()) == scores[move]

    table.mover.page.keyboard.press("ArrowLeft")
    expect(banner(table.mover)).to_be_hidden()  # for the player to move the key moves the cursor
    spectator.page.keyboard.press("ArrowLeft")
    expect_at(spectator, 2)
    spectator.page.keyboard.press("Escape")
    expect(banner(spectator)).to_be_hidden()
    spectator.page.keyboard.press("Shift+PageUp")
    expect_at(spectator, 2)
    expect(spectator.page.locator("#announcer")).to_contain_text("Move 2 of 3")
    assert spectator.page.locator("#history-tiles .l").count() > 0, "the phony, as it lay"
    spectator.page.keyboard.press("ArrowLeft")
    expect_at(spectator, 1)
    mover = table.mover
    play = plan.plays()[0]
    mover.lay(play)
    mover.page.keyboard.press("Shift+Home")
    expect_at(mover, 0)
    expect(mover.button("Play")).to_be_hidden()
    mover.page.keyboard.type("ABC")
    mover.page.keyboard.press("Escape")
    expect(banner(mover)).to_be_hidden()
    expect_tentative(mover, play)
    mover.button("Play").click()
    plan.do(play)
    boards.append(board_names(plan))
    scores.append(scores_of(plan.state))
    mover.expect_moves(4)
    expect_at(spectator, 1)
    expect(banner(spectator)).to_contain_text("1 new move")
    expect(spectator.page).to_have_url(re.compile(r"\?game=1&move=1$"))
    spectator.moves.nth(0).get_by_role("button").first.click()
    expect_at(spectator, 4)
    spectator.page.get_by_role("group", name="Step through the game").get_by_role(
        "button", name="Previous move"
    ).click()
    expect_at(spectator, 3)
    spectator.page.reload()
    expect_at(spectator, 3)
    banner(spectator).get_by_role("button", name="Back to live").click()
    check_public(spectator, plan, table.names)
    expect(spectator.page).to_have_url(table.link)

    phone = visit("Jade", viewport=PHONE, has_touch=True).open(f"{table.link}?game=1&move=2")
    expect_at(phone, 2)
    swipe = """stage => {
        const at = x => ({clientX: x, clientY: 300, bubbles: true, isPrimary: true, pointerId: 7});
        stage.dispatchEvent(new PointerEvent("pointerdown", at(100)));
        stage.dispatchEvent(new PointerEvent("pointerup", at(220)));
    }"""
    phone.page.locator(".stage").evaluate(swipe)
    expect_at(phone, 1)
    scrolls = phone.page.locator("html").evaluate("r => r.scrollHeight > r.clientHeight")
    assert not scrolls
