"""Strangers play after choosing one time control; one spectator stays and one is removed."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visit
from tests.browser.page_driver import RoomPage
from tests.processes import wait_until
from tests.screenshots import save_screenshot
from tests.site_processes import Site

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def site(lone_site: Site) -> Site:
    """A site on which no other room waits for players."""
    return lone_site


def play_now(page: Page, name: str) -> RoomPage:
    page.goto("/")
    page.get_by_role("textbox", name="Playing as").fill(name)
    page.get_by_role("button", name=re.compile(r"^5 \+ 5")).click()
    page.wait_for_url("**/r/**")
    return RoomPage(page)


def seat_of(room: RoomPage, label: str):
    scores = room.page.get_by_role("region", name="Scores")
    return scores.get_by_role("group", name=label, exact=True)


def resign(room: RoomPage) -> None:
    room.button("Resign").click()
    room.button("Resign game").click()


def find_removed(*rooms: RoomPage) -> tuple[RoomPage, RoomPage]:
    """Return the removed spectator and the one who stays, since both are nameless."""
    sent: list[RoomPage] = []

    def look() -> bool:
        sent[:] = [room for room in rooms if room.page.locator("#_removed_notice section").count()]
        return bool(sent)

    wait_until(look, "one to be sent away", poll=0.1)
    (gone,) = sent
    return gone, rooms[1 - rooms.index(gone)]


def test_strangers_play_while_spectators_come_and_go(
    visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 403")
    one, other = visit("", locale="en-GB"), visit("", locale="en-GB")
    friend, pest = visit("", locale="en-GB", **PHONE), visit("", locale="en-GB")

    # The room appears in an open lobby without a reload, and the filter applies to it.
    lobby = pest.lobby.page
    first = play_now(one.lobby.page, "Fern Meets")
    waiting = lobby.get_by_role("region", name="Open rooms")
    expect(waiting.get_by_role("link", name="Fern Meets's table")).to_be_visible()
    lobby.goto("/?seats=4")
    expect(lobby.get_by_role("group", name="Filter rooms")).to_be_visible()
    expect(lobby.get_by_role("combobox", name="Seats")).to_have_value("4")
    expect(waiting.get_by_role("link", name="Fern Meets's table")).to_have_count(0)
    misfits = re.compile(r"^(1 room|\d+ rooms) hidden by the filter\.$")
    expect(lobby.get_by_text(misfits)).to_be_visible()
    save_screenshot(lobby, shots_dir / "company-1-filter.png", full_page=True)
    lobby.get_by_role("button", name="Show all").click()
    expect(lobby).to_have_url(re.compile(r"/$"))
    expect(waiting.get_by_role("link", name="Fern Meets's table")).to_be_visible()

    second = play_now(other.lobby.page, "Moss Meets")
    assert second.link == first.link
    for room in (first, second):
        room.expect_rack(7)
    expect(seat_of(first, "Moss Meets, here")).to_be_visible()

    # Two watch; the host removes one of them, who sees a message and cannot come back.
    watching, gone = friend.open(first.link), pest.open(first.link)
    expect(first.page.locator("#_spectator_count")).to_contain_text("2 watching")
    first.button("Room menu").click()
    menu = first.dialog("Room menu")
    expect(menu.get_by_role("button", name="Remove: Guest")).to_have_count(2)
    save_screenshot(menu, shots_dir / "company-2-menu.png")
    menu.get_by_role("button", name="Remove: Guest").first.click()
    asked = first.dialog("Remove Guest from this room?")
    asked.get_by_role("button", name="Remove", exact=True).click()
    expect(menu.get_by_role("button", name="Let back in")).to_be_visible()
    sent, left = find_removed(watching, gone)
    expect(
        sent.page.get_by_role("heading", name="The host removed you from this room")
    ).to_be_visible()
    sent.page.reload()
    expect(
        sent.page.get_by_role("heading", name="The host removed you from this room")
    ).to_be_visible()
    save_screenshot(sent.page, shots_dir / "company-3-closed.png")
    menu.get_by_role("button", name="Close").click()
    expect(menu).to_be_hidden()

    # The other one sees the next game in the same room, and the score of the series.
    resign(second)
    for room in (first, second):
        expect(room.result).to_be_visible()
    first.offer_rematch(second)
    second.button("Rematch").click()
    for room in (first, second):
        room.expect_rack(7)
    for room in (first, second, left):
        expect(room.page.locator("#_series")).to_contain_text("Fern Meets 1")
        expect(room.page.locator("#_series")).to_contain_text(re.compile("1 : 0|0 : 1"))
        expect(room.result).to_have_count(0)
    save_screenshot(left.page, shots_dir / "company-4-spectator.png")
    save_screenshot(second.page, shots_dir / "company-5-series.png")
