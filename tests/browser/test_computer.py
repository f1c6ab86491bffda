"""Games against the computer: by one click, and with hints."""

import re
from pathlib import Path

from playwright.sync_api import expect

from games.rules.moves import Pass
from tests.browser.conftest import Visit
from tests.browser.driver import Lobby
from tests.browser.script import Plan

LEVELS = ["Gentle", "Casual", "Steady", "Strong", "Expert"]


def test_one_click(visit: Visit, shots_dir: Path) -> None:
    """A level and a click, and the game runs: the computer answers every turn."""
    amber = visit("Amber")
    lobby: Lobby = amber.lobby
    card = lobby.section("Play the computer")
    levels = card.get_by_role("group", name="Level").get_by_role("radio")
    assert [levels.nth(n).evaluate("r => r.labels[0].innerText") for n in range(5)] == LEVELS
    card.get_by_role("radio", name="Gentle").check()
    lobby.page.screenshot(path=shots_dir / "lobby.png", full_page=True)
    card.get_by_role("button", name="Play the computer").click()
    page = amber.open(lobby.page.url)
    page.expect_rack(7)
    expect(page.page.get_by_role("group", name="Computer (Gentle)")).to_be_visible()
    expect(page.page.get_by_text("your turn", exact=True)).to_be_visible()
    before = page.moves.filter(has_text="Computer").count()
    page.do(Pass())
    expect(page.moves.filter(has_text="Computer")).to_have_count(before + 1)
    expect(page.page.get_by_text("your turn", exact=True)).to_be_visible()


def first_to_move(stem: str) -> Plan:
    """A game in which seat 1 won the draw."""
    plans = (Plan(f"{stem} {number}") for number in range(100))
    return next(plan for plan in plans if plan.mover == 0)


def test_hint(visit: Visit, shots_dir: Path) -> None:
    """The host seats a computer; a hint tells first the score, then the place, then the play."""
    plan = first_to_move("A little help")
    page = visit("Amber").lobby.make_room(plan.title)
    page.button("Add computer").click()
    page.dialog("How strong?").get_by_role("button", name="Steady").click()
    expect(page.page.get_by_role("list")).to_contain_text("Computer (Steady)")
    page.start()
    plays = {play.write(plan.state.tile_set): play for play in plan.plays()}
    page.button("Hint").click()
    hint = page.page.get_by_text(re.compile(r"^The best play scores \d+\.$"))
    expect(hint).to_be_visible()
    score = int(re.sub(r"\D", "", hint.inner_text()))
    page.button("Where?").click()
    expect(page.page.get_by_text(re.compile(r"^It begins at "))).to_be_visible()
    page.button("Show the play").click()
    shown = page.page.get_by_text(re.compile(r"^8[A-H] [A-Za-z]+$"))
    expect(shown).to_be_visible()
    position, word = shown.inner_text().split()
    play = plays[position, word]
    assert plan.score(play).total == score
    page.page.screenshot(path=shots_dir / "hint.png")
    page.do(play)
    expect(page.moves.filter(has_text="Computer")).to_have_count(1)
