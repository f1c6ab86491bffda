"""Strangers who meet by "Play now", one who watches and stays, and one who is sent away."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visit
from tests.browser.driver import RoomPage

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def play_now(page: Page, name: str) -> RoomPage:
    page.get_by_role("textbox", name="You play as").fill(name)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/r/**")
    return RoomPage(page)


def seat_of(room: RoomPage, label: str):
    scores = room.page.get_by_role("region", name="Scores")
    return scores.get_by_role("group", name=label, exact=True)


def resign(room: RoomPage) -> None:
    room.button("Resign").click()
    room.button("Resign the game").click()


def tell_apart(*rooms: RoomPage) -> tuple[RoomPage, RoomPage]:
    """Of two watchers without names, who was sent away and who stays."""
    for _look in range(60):
        for number, room in enumerate(rooms):
            if room.page.locator("#_goodbye section").count():
                return room, rooms[1 - number]
        rooms[0].page.wait_for_timeout(100)
    raise AssertionError("nobody was sent away")


def test_strangers_meet_and_watchers_come_stay_and_go(
    visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 403")
    one, other = visit("", locale="en-GB"), visit("", locale="en-GB")
    friend, pest = visit("", locale="en-GB", **PHONE), visit("", locale="en-GB")

    # The lobby is there already when the room opens: it comes by itself, and the filter holds.
    lobby = pest.lobby.page
    first = play_now(one.lobby.page, "Fern Meets")
    waiting = lobby.get_by_role("region", name="Rooms waiting")
    expect(waiting.get_by_role("link", name="Fern Meets's table")).to_be_visible()
    lobby.goto("/?seats=4")
    expect(lobby.get_by_role("group", name="Filter rooms")).to_be_visible()
    expect(lobby.get_by_role("combobox", name="Seats")).to_have_value("4")
    expect(waiting.get_by_role("link", name="Fern Meets's table")).to_have_count(0)
    misfits = re.compile(r"^(1 room does|\d+ rooms do) not fit the filter\.$")
    expect(lobby.get_by_text(misfits)).to_be_visible()
    lobby.screenshot(path=shots_dir / "company-1-filter.png", full_page=True)
    lobby.get_by_role("button", name="Show all").click()
    expect(lobby).to_have_url(re.compile(r"/$"))
    expect(waiting.get_by_role("link", name="Fern Meets's table")).to_be_visible()

    second = play_now(other.lobby.page, "Moss Meets")
    assert second.link == first.link
    for room in (first, second):
        room.expect_rack(7)
    expect(seat_of(first, "Moss Meets, here")).to_be_visible()

    # Two watch; the host sends one of them away, who is told so and cannot come back.
    watching, gone = friend.open(first.link), pest.open(first.link)
    expect(first.page.locator("#_watching")).to_contain_text("2 watching")
    first.button("Room menu").click()
    menu = first.dialog("Room menu")
    expect(menu.get_by_role("button", name="Remove: Guest")).to_have_count(2)
    menu.screenshot(path=shots_dir / "company-2-menu.png")
    menu.get_by_role("button", name="Remove: Guest").first.click()
    expect(menu.get_by_role("button", name="Let in again")).to_be_visible()
    sent, left = tell_apart(watching, gone)
    expect(sent.page.get_by_role("heading", name="This room is closed to you now")).to_be_visible()
    sent.page.reload()
    expect(sent.page.get_by_role("heading", name="This room is closed to you")).to_be_visible()
    sent.page.screenshot(path=shots_dir / "company-3-closed.png")
    menu.get_by_role("button", name="Close").click()
    expect(menu).to_be_hidden()

    # Who stays sees the next game in the same room, and how the series stands.
    resign(second)
    for room in (first, second):
        expect(room.result).to_be_visible()
    for room in (first, second):
        room.button("Rematch").click()
        expect(room.button("Rematch")).to_have_count(0)
    for room in (first, second):
        room.expect_rack(7)
    for room in (first, second, left):
        expect(room.page.locator("#_series")).to_contain_text("Fern Meets 1")
        expect(room.page.locator("#_series")).to_contain_text(re.compile("1 : 0|0 : 1"))
        expect(room.result).to_have_count(0)
    left.page.screenshot(path=shots_dir / "company-4-watcher.png")
    second.page.screenshot(path=shots_dir / "company-5-series.png")
