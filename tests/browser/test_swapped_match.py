"""Two teams of two play a swapped match: the same tiles at both tables, and one sum of points."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.accessibility import find_violations
from tests.browser.conftest import Visit, fresh
from tests.browser.keys import Keys
from tests.browser.page_driver import RoomPage
from tests.screenshots import save_screenshot

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


def table(page: Page, number: int) -> Locator:
    return page.get_by_role("region", name=f"Table {number}")


def sit(page: Page, number: int, place: int = 0) -> RoomPage:
    table(page, number).get_by_role("button", name="Sit here").nth(place).click()
    page.wait_for_url("**/r/**")
    return RoomPage(page)


def resign(room: RoomPage) -> None:
    room.button("Resign").click()
    asked = room.page.get_by_role("dialog")
    asked.get_by_role("button", name="Resign game").click()
    expect(room.result).to_be_visible()


def test_two_teams_meet_at_two_tables(visit: Visit, shots_dir: Path) -> None:
    host = visit("", **PHONE).page
    host.goto("/")
    host.get_by_role("link", name="Custom").click()
    host.get_by_role("link", name="Swapped match").click()
    form = host.get_by_role("form", name="Swapped match")
    form.get_by_role("textbox", name="Your name").fill(fresh("Amber"))
    form.get_by_role("combobox", name="Opponents").select_option(label="Two teams of two people")
    expect(form.get_by_role("combobox", name="Level of the computer")).to_be_hidden()
    expect(form.get_by_role("combobox", name="Clock")).to_be_visible()
    save_screenshot(host, shots_dir / "swapped-match-1-form.png", full_page=True)
    assert find_violations(host) == []
    form.get_by_role("button", name="Create match").click()
    host.wait_for_url("**/match/**")
    link = host.url
    expect(table(host, 1).get_by_role("listitem")).to_have_count(2)
    expect(table(host, 2).get_by_role("listitem").first).to_contain_text("Open seat")
    save_screenshot(host, shots_dir / "swapped-match-2-waiting.png", full_page=True)
    assert find_violations(host) == []

    others = [visit(name).page for name in ("Jade", "Cobalt", "Rust")]
    for page in others:
        page.goto(link)
    rival = sit(others[0], 1)
    mate = sit(others[1], 2)  # the partner's seat comes first
    expect(table(others[2], 2)).to_contain_text("Cobalt")
    last = Keys(others[2])
    last.press(table(others[2], 2).get_by_role("button", name="Sit here").first)
    others[2].wait_for_url("**/r/**")
    rival_of_mate = RoomPage(others[2])
    table(host, 1).get_by_role("link", name="Go to your table").click()
    host.wait_for_url("**/r/**")
    own, room_link = RoomPage(host), host.url
    for room in (own, rival, mate, rival_of_mate):
        room.expect_rack(7)
    assert sorted(own.read_rack()) == sorted(rival_of_mate.read_rack())
    assert sorted(rival.read_rack()) == sorted(mate.read_rack())
    save_screenshot(host, shots_dir / "swapped-match-3-table.png")

    # No one sees the other table, neither a partner nor a stranger.
    stranger = visit("").page
    for page in (stranger, others[1]):
        page.goto(room_link)
        expect(page).to_have_url(link)
        expect(page.get_by_role("grid")).to_have_count(0)
    others[1].go_back()

    resign(own)
    expect(own.result).to_contain_text("The other table is still playing")
    own.result.get_by_role("link", name="See the match").click()
    host.wait_for_url(re.compile("/match/"))
    expect(table(host, 1)).to_contain_text("Finished")
    expect(host.get_by_text("won the match")).to_have_count(0)
    save_screenshot(host, shots_dir / "swapped-match-4-held.png", full_page=True)
    mate = RoomPage(others[1])
    resign(mate)
    won = re.compile("won the match because the other side resigned or forfeited a game")
    expect(host.get_by_role("status").filter(has_text=won)).to_be_visible()
    expect(table(host, 2).get_by_role("link", name="Review game")).to_be_visible()
    save_screenshot(host, shots_dir / "swapped-match-5-result.png", full_page=True)
    assert find_violations(host) == []
    stranger.goto(room_link)
    expect(RoomPage(stranger).result).to_be_visible()


@pytest.mark.full
def test_one_person_plays_the_computer_at_both_tables(visit: Visit, shots_dir: Path) -> None:
    page = visit("Amber").page
    page.goto("/rooms/swapped-match/")
    page.get_by_role("button", name="Create match").click()
    page.wait_for_url("**/match/**")
    save_screenshot(page, shots_dir / "swapped-match-6-computer.png", full_page=True)
    for number in (1, 2):
        table(page, number).get_by_role("link", name="Go to your table").click()
        page.wait_for_url("**/r/**")
        RoomPage(page).expect_rack(7)
        page.get_by_role("button", name="Room menu").click()
        page.get_by_role("link", name="See the match").click()
        page.wait_for_url("**/match/**")
