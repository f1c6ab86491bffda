"""Games against the computer: started with one click, and with hints."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.play.perspective.places import describe_place
from games.rules.plays.acts import Pass
from tests.browser.conftest import Visit
from tests.browser.page_driver import Lobby, RoomPage
from tests.browser.planned_games import Plan
from tests.screenshots import save_screenshot

LEVELS = [
    *("About my strength", "Beginner 660", "Gentle 860", "Casual 1080", "Keen 1290"),
    *("Steady 1500", "Skilled 1710", "Strong 1920", "Advanced 2090", "Expert 2280"),
]


def test_one_click_starts_a_game_against_the_computer(visit: Visit, shots_dir: Path) -> None:
    """After choosing a level and one click the game runs, and the computer answers every turn."""
    amber = visit("Amber")
    lobby: Lobby = amber.lobby
    lobby.page.get_by_role("button", name="Play the computer").click()
    card = lobby.page.get_by_role("dialog", name="Play the computer")
    levels = card.get_by_role("group", name="Level").get_by_role("radio")
    assert levels.evaluate_all("all => all.map(one => one.labels[0].textContent.trim())") == LEVELS
    card.get_by_role("radio", name="Gentle").check()
    save_screenshot(lobby.page, shots_dir / "lobby.png", full_page=True)
    card.get_by_role("button", name="Start").click()
    page = amber.open(lobby.page.url)
    page.expect_rack(7)
    expect(page.page.get_by_role("group", name="Gentle bot")).to_be_visible()
    expect(page.page.get_by_text("your turn", exact=True)).to_be_visible()
    before = page.moves.filter(has_text=" bot").count()
    page.do(Pass())
    expect(page.moves.filter(has_text=" bot")).to_have_count(before + 1)
    expect(page.page.get_by_text("your turn", exact=True)).to_be_visible()


def first_to_move(stem: str) -> Plan:
    """Return a game in which the first seat won the draw."""
    plans = (Plan(f"{stem} {number}") for number in range(100))
    return next(plan for plan in plans if plan.mover == 0)


def test_a_hint_can_be_placed_on_the_board(visit: Visit, shots_dir: Path) -> None:
    """The host seats a computer; a hint gives first the score, then the place, then the play."""
    plan = first_to_move("A little help")
    page = visit("Amber").make_room(plan.title)
    page.button("Add computer").click()
    page.dialog("Choose a level").get_by_role("button", name="Steady").click()
    expect(page.page.get_by_role("list")).to_contain_text("Steady bot")
    page.start()
    plays = {play.write(plan.state.tile_set): play for play in plan.plays()}
    page.button("Hint").click()
    hint = page.page.get_by_text(re.compile(r"^The best play scores \d+\.$"))
    expect(hint).to_be_visible()
    score = int(re.sub(r"\D", "", hint.inner_text()))
    page.button("Where?").click()
    expect(page.page.get_by_text(re.compile(r"^It starts at "))).to_be_visible()
    page.button("Show the play").click()
    shown = page.page.get_by_text(re.compile(r"^Best play: "))
    expect(shown).to_be_visible()
    text = shown.inner_text().removeprefix("Best play: ").removesuffix(f" for {score}")
    play = next(
        play
        for (position, word), play in plays.items()
        if text == f"{describe_place(position)} {word}"
    )
    assert plan.score(play).total == score
    save_screenshot(page.page, shots_dir / "hint.png")
    page.do(play)
    expect(page.moves.filter(has_text=" bot")).to_have_count(1)


@pytest.mark.full
def test_the_chat_is_collapsed_while_only_computers_are_present(
    visit: Visit, shots_dir: Path
) -> None:
    """A press expands it. Once there is a message it stays open."""
    page = visit("Amber", viewport={"width": 1440, "height": 900}).lobby.page
    page.get_by_role("button", name="Play the computer").click()
    page.get_by_role("dialog", name="Play the computer").get_by_role("button", name="Start").click()
    page.wait_for_url("**/r/**")
    room = RoomPage(page)
    room.expect_rack(7)
    chat = page.get_by_role("region", name="Chat", exact=True)
    field = chat.get_by_role("textbox", name="Message")
    expect(chat.get_by_role("heading", name="Chat")).to_be_visible()
    expect(field).to_be_hidden()
    save_screenshot(page, shots_dir / "chat-folded.png")

    unfold = chat.get_by_role("button", name="Write a message")
    unfold.focus()
    unfold.press("Enter")
    expect(field).to_be_focused()
    expect(unfold).to_be_hidden()
    field.fill("Nice opening!")
    field.press("Enter")
    expect(chat.get_by_role("log")).to_contain_text("Nice opening!")
    page.reload()
    room.expect_rack(7)
    expect(chat.get_by_role("log")).to_contain_text("Nice opening!")
    expect(field).to_be_visible()
