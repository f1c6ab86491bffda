"""A word that is not in the dictionary is put to the other players' vote."""

from pathlib import Path

from playwright.sync_api import expect

from games.rules.plays.acts import Accept, Challenge
from tests.accessibility import find_violations
from tests.browser.conftest import Seating, Table
from tests.browser.keys import Keys
from tests.browser.planned_games import Plan, board_names
from tests.screenshots import save_screenshot


def test_players_vote_on_a_word(seat_all: Seating, shots_dir: Path) -> None:
    """One word is accepted and stays; the next is rejected and comes off in both windows."""
    table = seat_all(Plan("Vote", options={"challenge": "vote"}), fields={"challenge": "vote"})
    plan, first = table.plan, table.mover
    other = next(page for page in table.pages if page is not first)
    word = plan.phony()
    first.lay(word)
    expect(first.last_move).to_contain_text("the other players will vote")
    first.button("Play").click()
    plan.do(word)
    expect(other.last_move).to_contain_text("Accept or reject the play")
    expect(first.last_move).to_contain_text("Waiting for the other players to vote")
    save_screenshot(other.page, shots_dir / "vote.png")
    for page in table.pages:
        assert find_violations(page.page) == []
    expect(other.page.locator("#announcer")).to_contain_text("Accept or reject the play")
    Keys(other.page).press(other.button("Accept"))
    plan.do(Accept(), seat=1 - plan.first)
    expect_board(table)
    expect(first.last_move).to_contain_text("in this game")

    second = plan.phony()
    other.lay(second)
    other.button("Play").click()
    plan.do(second)
    expect(first.last_move).to_contain_text("Accept or reject the play")
    keys = Keys(first.page)
    keys.press(first.button("Reject"))
    question = first.dialog("Vote against the last play?")
    assert find_violations(first.page) == []
    save_screenshot(first.page, shots_dir / "vote-against.png")
    keys.press(question.get_by_role("button", name="Reject", exact=True))
    plan.do(Challenge(), seat=plan.first)
    for page in table.pages:
        expect(page.last_move).to_contain_text("voted against the play")
    expect_board(table)


def expect_board(table: Table) -> None:
    """Check that every window has the moves and the tiles of the plan."""
    for page in table.pages:
        page.expect_moves(len(table.plan.log))
        assert page.read_board() == board_names(table.plan)
