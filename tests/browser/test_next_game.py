"""The "Next game" link visits all games in which it is the player's turn, one after another."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, Seating, Visit
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan


def test_next_game_visits_every_waiting_game(seat_all: Seating, visit: Visit) -> None:
    people = [visit("Nina", viewport=DESKTOP), visit("Otto", viewport=DESKTOP)]
    tables = []
    for title in ("Waits first", "Waits second", "Waits third"):
        table = seat_all(Plan(title), people)
        if table.plan.mover != 0:
            table.hurry(1)
        tables.append(table)
    links = {table.link for table in tables}
    page = people[0].page
    seen = [tables[-1].link]
    for _press in range(5):
        button = page.get_by_role("link", name=re.compile("^Next game waiting for me"))
        expect(button).to_be_visible()
        before = page.url
        button.click()
        expect(page).not_to_have_url(before)
        expect(RoomPage(page).last_move).to_contain_text("Your turn")
        seen.append(page.url)
    assert set(seen[:3]) == links, "the three come one after another"
    assert seen[3:] == seen[:3], "and again in the same order"

    # A game in which the turn has passed is left out.
    moved = next(table for table in tables if table.link == seen[-1])
    people[1].page.goto(moved.link)
    moved.hurry(1)
    for _press in range(3):
        before = page.url
        page.get_by_role("link", name=re.compile("^Next game waiting for me")).click()
        expect(page).not_to_have_url(before)
        assert page.url in links - {moved.link}
