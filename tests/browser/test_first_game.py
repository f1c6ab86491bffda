"""Two strangers, one at a desk and one with a phone: from the lobby to a rematch."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visit, fresh
from tests.browser.page_driver import RoomPage
from tests.screenshots import save_screenshot

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def message_of(page: Page):
    return page.locator("#_message")


def seat_of(room: RoomPage, name: str):
    return (
        room.page.get_by_role("region", name="Players")
        .get_by_role("listitem")
        .filter(has_text=name)
    )


def test_players_get_from_the_lobby_to_a_rematch(
    visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 4")
    desk, phone = visit("", locale="en-GB"), visit("", locale="en-GB", **PHONE)
    page = desk.lobby.page
    first, then, other = fresh("Amber Desk"), fresh("Moss Desk"), fresh("Fern Phone")
    page.get_by_role("textbox", name="Playing as").fill(first)
    host = _make(page)
    expect(page.get_by_role("heading", name=f"{first}'s table")).to_be_visible()
    save_screenshot(page, shots_dir / "strangers-1-host.png", full_page=True)

    # An unknown opponent is reported next to the field, and the typed name stays.
    guest_name = page.get_by_role("textbox", name="Player's name")
    guest_name.fill("Nobody Here")
    page.get_by_role("button", name="Invite").click()
    expect(message_of(page)).to_have_text("No player is called Nobody Here. Check the spelling.")
    expect(message_of(page)).to_be_visible()
    expect(guest_name).to_have_value("Nobody Here")
    save_screenshot(page, shots_dir / "strangers-2-unknown.png", full_page=True)

    # A name too similar to the host's is refused next to the seat; another name may sit down.
    guest = RoomPage(phone.page, page.url)
    small = guest.page
    alike = first.replace("m", "rn")
    small.get_by_label("Your name").fill(alike)
    small.get_by_role("button", name="Sit down").click()
    expect(message_of(small)).to_contain_text(f"{alike}, or a similar name, is taken in this room.")
    expect(message_of(small)).to_be_visible()
    save_screenshot(small, shots_dir / "strangers-3-alike.png", full_page=True)
    small.get_by_label("Your name").fill(other)
    small.get_by_role("button", name="Sit down").dblclick()
    expect(seat_of(guest, other)).to_contain_text("you")
    expect(seat_of(host, other)).to_be_visible()
    expect(host.last_move).to_contain_text("Everyone's here – you can start.")
    expect(host.last_move).to_be_visible()
    save_screenshot(small, shots_dir / "strangers-4-seated.png", full_page=True)

    # The host takes another name, and the title changes on both pages.
    page.get_by_label("Your name").fill(then)
    page.get_by_role("button", name="Save").click()
    for screen in (page, small):
        expect(screen.get_by_role("heading", name=f"{then}'s table")).to_be_visible()
    expect(page).to_have_title(f"{then}'s table – Tileroom")

    page.get_by_role("button", name="Start game").click()
    for one in (host, guest):
        one.expect_rack(7)

    # The game ends, and one player offers a rematch: the other sees the offer and agrees.
    small.get_by_role("button", name="Resign").click()
    small.get_by_role("button", name="Resign game").click()
    expect(host.result).to_be_visible()
    host.result.get_by_role("button", name="Rematch").click()
    expect(guest.result).to_contain_text(f"Rematch offered by {then}.")
    expect(host.result).to_contain_text("Rematch offered – waiting for an answer.")
    save_screenshot(small, shots_dir / "strangers-5-wish.png", full_page=True)
    guest.result.get_by_role("button", name="Rematch").click()
    for one in (host, guest):
        one.expect_rack(7)
    page.get_by_text("Earlier games in this room").click()
    record = page.locator("#_past_games").get_by_role("list").get_by_role("link")
    expect(record).to_have_count(1)
    save_screenshot(page, shots_dir / "strangers-6-again.png", full_page=True)
    record.click()
    expect(page.get_by_role("region", name="Result")).to_contain_text(f"{then} won")
    page.goto("/")
    ended = page.get_by_role("region", name="My recent games").get_by_role("listitem")
    expect(ended).to_have_count(1)
    save_screenshot(page, shots_dir / "strangers-7-lobby.png", full_page=True)
    small.goto("/")
    save_screenshot(small, shots_dir / "strangers-8-phone.png", full_page=True)


def _make(page: Page) -> RoomPage:
    page.get_by_role("button", name="Play a friend").click()
    page.wait_for_url("**/r/**")
    return RoomPage(page)


def test_enter_submits_the_form(visit: Visit) -> None:
    """The form has several buttons: Enter in "Room name" creates the room."""
    page = visit("", locale="en-GB").lobby.page
    page.get_by_role("link", name="Custom").click()
    name = fresh("Rust Enter")
    page.get_by_role("textbox", name="Playing as").fill(name)
    page.get_by_label("Room name").fill("By Enter")
    page.get_by_label("Room name").press("Enter")
    expect(page.get_by_role("heading", name="By Enter")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("textbox", name="Playing as")).to_have_value(name)
