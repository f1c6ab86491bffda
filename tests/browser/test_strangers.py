"""Two strangers, one at a desk and one with a phone: from the lobby to a rematch."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Complaints, Visit
from tests.browser.driver import RoomPage

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}


def message_of(page: Page):
    return page.locator("#_message")


def seat_of(room: RoomPage, name: str):
    return (
        room.page.get_by_role("region", name="The table")
        .get_by_role("listitem")
        .filter(has_text=name)
    )


def test_from_the_lobby_to_a_rematch(visit: Visit, complaints: Complaints, shots_dir: Path) -> None:
    complaints.allow("status of 4")
    desk, phone = visit("", locale="en-GB"), visit("", locale="en-GB", **PHONE)
    page = desk.lobby.page
    page.get_by_role("textbox", name="You play as").fill("Amber Desk")
    host = _make(page)
    expect(page.get_by_role("heading", name="Amber Desk's table")).to_be_visible()
    page.screenshot(path=shots_dir / "strangers-1-host.png", full_page=True)

    # An opponent who does not exist is told of where one looks, and what was typed stays.
    guest_name = page.get_by_role("textbox", name="Name of a player")
    guest_name.fill("Nobody Here")
    page.get_by_role("button", name="Invite").click()
    expect(message_of(page)).to_have_text("Nobody here is called Nobody Here.")
    expect(message_of(page)).to_be_visible()
    expect(guest_name).to_have_value("Nobody Here")
    page.screenshot(path=shots_dir / "strangers-2-unknown.png", full_page=True)

    # A name too like the host's is refused beside the seat; another one sits down.
    guest = RoomPage(phone.page, page.url)
    small = guest.page
    small.get_by_label("Your name").fill("Arnber Desk")
    small.get_by_role("button", name="Sit down").click()
    expect(message_of(small)).to_contain_text("Somebody at this table is called Arnber Desk")
    expect(message_of(small)).to_be_visible()
    small.screenshot(path=shots_dir / "strangers-3-alike.png", full_page=True)
    small.get_by_label("Your name").fill("Fern Phone")
    small.get_by_role("button", name="Sit down").dblclick()
    expect(seat_of(guest, "Fern Phone")).to_contain_text("you")
    expect(seat_of(host, "Fern Phone")).to_be_visible()
    expect(host.last_move).to_contain_text("Everyone is here: start when you like.")
    expect(host.last_move).to_be_visible()
    small.screenshot(path=shots_dir / "strangers-4-seated.png", full_page=True)

    # The host changes the name: the title follows, for both.
    page.get_by_label("Your name").fill("Moss Desk")
    page.get_by_role("button", name="Save").click()
    for screen in (page, small):
        expect(screen.get_by_role("heading", name="Moss Desk's table")).to_be_visible()
    expect(page).to_have_title("Moss Desk's table – Tileroom")

    page.get_by_role("button", name="Start the game").click()
    for one in (host, guest):
        one.expect_rack(7)

    # It ends, and one asks for another game: the other is told and agrees.
    small.get_by_role("button", name="Resign").click()
    small.get_by_role("button", name="Resign the game").click()
    expect(host.result).to_be_visible()
    host.result.get_by_role("button", name="Rematch").click()
    expect(guest.result).to_contain_text("Moss Desk would like another game.")
    expect(host.result).to_contain_text("The others have been told.")
    small.screenshot(path=shots_dir / "strangers-5-wish.png", full_page=True)
    guest.result.get_by_role("button", name="Rematch").click()
    for one in (host, guest):
        one.expect_rack(7)
    page.get_by_text("Earlier games in this room").click()
    record = page.locator("#_earlier").get_by_role("list").get_by_role("link")
    expect(record).to_have_count(1)
    page.screenshot(path=shots_dir / "strangers-6-again.png", full_page=True)
    record.click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("Moss Desk wins")
    page.goto("/")
    ended = page.get_by_role("region", name="My last games").get_by_role("listitem")
    expect(ended).to_have_count(1)
    page.screenshot(path=shots_dir / "strangers-7-lobby.png", full_page=True)
    small.goto("/")
    small.screenshot(path=shots_dir / "strangers-8-phone.png", full_page=True)


def _make(page: Page) -> RoomPage:
    page.get_by_role("button", name="Make the room").click()
    return RoomPage(page)


def test_enter_does_the_deed_of_its_card(visit: Visit) -> None:
    """One form with several buttons: Enter beside "Name of the room" makes the room."""
    page = visit("", locale="en-GB").lobby.page
    page.get_by_role("textbox", name="You play as").fill("Rust Enter")
    page.get_by_text("More options").click()
    page.get_by_label("Name of the room").fill("By Enter")
    page.get_by_label("Name of the room").press("Enter")
    expect(page.get_by_role("heading", name="By Enter")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("textbox", name="You play as")).to_have_value("Rust Enter")
