"""Conditional moves are placed on the board like any play; typing notation is optional."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from games.play.perspective.places import describe_placed_word
from games.rules.plays.acts import Play
from tests.browser.conftest import DESKTOP, Seating, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan, board_names, rack_names
from tests.browser.test_correspondence import check_accessible, look, written
from tests.browser.test_qwibble_game import open_game
from tests.browser.window_checks import check_public


def begin_conditional_move(page: RoomPage, name: str) -> Locator:
    """Begin to place one part of a conditional move, and return the bar with its buttons."""
    dialog = page.dialog("Conditional moves")
    field = dialog.get_by_role("textbox", name=name)
    field.locator("xpath=..").get_by_role("button", name="Place on board").click()
    expect(dialog).to_be_hidden()
    return page.page.get_by_role("group", name="Conditional move")


def test_a_conditional_move_is_placed_on_the_board(seat_all: Seating, shots_dir: Path) -> None:
    table = seat_all(Plan("Laid on the board"), fields={"clock": "3d"})
    plan, first = table.plan, table.plan.mover
    mover, other = table.pages[first], table.pages[1 - first]
    play = next(one for one in plan.plays() if not any(x.blank for _square, x in one.placed()))
    ahead = Plan(plan.title)
    ahead.do(play)
    answer = next(one for one in ahead.plays() if not any(x.blank for _square, x in one.placed()))
    own = rack_names(plan, 1 - first)

    other.button("Room menu").click()

    other.button("Conditional moves").click()
    dialog = other.dialog("Conditional moves")
    expect(dialog.locator(".own .tile")).to_have_count(7)
    look(other.page, shots_dir, "conditional-dialog")
    check_accessible(other.page)

    bar = begin_conditional_move(other, "If they play")
    expect(bar).to_contain_text("Place the play you expect")
    other.lay(play)
    expect(mover.page.get_by_text("not played yet")).to_have_count(0)
    look(other.page, shots_dir, "conditional-guess")
    bar.get_by_role("button", name="Done").click()
    expect(dialog.get_by_role("textbox", name="If they play")).to_have_value(written(plan, play))
    assert sorted(other.read_rack()) == own

    bar = begin_conditional_move(other, "I play")
    assert other.read_board() == board_names(ahead)
    assert sorted(other.read_rack()) == own
    other.lay(answer)
    look(other.page, shots_dir, "conditional-answer")
    bar.get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("textbox", name="I play")).to_have_value("")
    assert other.read_board() == {}

    bar = begin_conditional_move(other, "I play")
    other.lay(answer)
    other.page.keyboard.press("Enter")
    expect(bar).to_be_hidden()
    field = dialog.get_by_role("textbox", name="I play")
    expect(field).to_have_value(describe_placed_word(*answer.write(ahead.state.tile_set)))
    expect(dialog.get_by_role("status")).to_contain_text("Your move would score")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("button", name="Remove conditional move 1")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()

    table.do(play)
    plan.do(answer)
    for page in table.pages:
        page.expect_moves(2)
        assert page.read_board() == board_names(plan)


@pytest.mark.full
def test_a_move_discards_an_unfinished_conditional_move(seat_all: Seating) -> None:
    """Board and rack show the game again."""
    table = seat_all(Plan("Cut short"), fields={"clock": "3d"})
    plan, first = table.plan, table.plan.mover
    other = table.pages[1 - first]
    own = rack_names(plan, 1 - first)
    other.button("Room menu").click()
    other.button("Conditional moves").click()
    bar = begin_conditional_move(other, "If they play")
    other.square("H8").click()
    other.page.keyboard.type("cat")
    table.do(plan.plays()[0])
    expect(bar).to_be_hidden()
    other.expect_moves(1)
    assert other.read_board() == board_names(plan)
    assert sorted(other.read_rack()) == own


@pytest.mark.full
def test_a_conditional_move_is_placed_in_qwibble(visit: Visit, shots_dir: Path) -> None:
    """Both the expected play and the answer to it steal tiles."""
    people = [visit("Pia", viewport=DESKTOP), visit("Quinn", viewport=DESKTOP)]
    table = open_game(Plan("Qwibble ahead", "qwibble"), *people)
    plan = table.plan
    table.pages[1].sit()
    table.pages[1].expect_rack(7)
    mover, other = table.pages[plan.mover], table.pages[1 - plan.mover]
    own = rack_names(plan, 1 - plan.mover)
    play = next(one for one in plan.plays() if not any(x.blank for _square, x in one.placed()))
    ahead = after(plan, play)
    answer = next(one for one in ahead.plays() if not any(x.blank for _square, x in one.placed()))

    other.button("Room menu").click()

    other.button("Conditional moves").click()
    dialog = other.dialog("Conditional moves")
    bar = begin_conditional_move(other, "If they play")
    other.lay(play)
    bar.get_by_role("button", name="Done").click()
    expect(dialog.get_by_role("textbox", name="If they play")).to_have_value(written(plan, play))
    bar = begin_conditional_move(other, "I play")
    assert sorted(other.read_rack()) == own
    other.lay(answer)
    look(other.page, shots_dir, "conditional-qwibble")
    bar.get_by_role("button", name="Done").click()
    field = dialog.get_by_role("textbox", name="I play")
    expect(field).to_have_value(written(ahead, answer))
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("button", name="Remove conditional move 1")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(mover.page.get_by_text(written(ahead, answer))).to_have_count(0)

    table.do(play)
    plan.do(answer)
    for page in table.pages:
        page.expect_moves(3)
        check_public(page, plan, table.names)


def after(plan: Plan, play: Play) -> Plan:
    """Return the game as it would be after this play."""
    ahead = Plan(plan.title, plan.variant)
    for _seat, act in [*plan.log, (plan.mover, play)]:
        ahead.do(act)
    return ahead
