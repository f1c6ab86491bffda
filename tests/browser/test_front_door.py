"""The ways from the lobby to a game: few taps, one name, and refusals that lose nothing."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Complaints, Visit, fresh
from tests.browser.http_actions import PLAIN_ROOM, post
from tests.browser.page_driver import RoomPage
from tests.screenshots import save_screenshot

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}

AFTER = "(element) => getComputedStyle(element, '::after').content"

PARTS = ":scope > :is(a, form, nav:not([popover]), button)"

FITS = """(field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    const brush = document.createElement("canvas").getContext("2d");
    brush.font = font;
    const space = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return brush.measureText(field.placeholder).width <= space;
}"""


def name_field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Playing as")


def seat_names(room: RoomPage) -> Locator:
    return room.page.get_by_role("region", name="Scores").get_by_role("group")


@pytest.mark.sampled((390, 844), (740, 360))
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (740, 360), (667, 375)])
def test_a_first_visitor_starts_a_game_in_two_taps(
    size: tuple[int, int], visit: Visit, shots_dir: Path
) -> None:
    """No account, no name: the guest gets a number and plays. Nobody has to scroll."""
    viewport = dict(zip(("width", "height"), size, strict=True))
    page = visit("", locale="en-GB", **PHONE | {"viewport": viewport}).page
    page.goto("/")
    way = page.get_by_role("button", name="Play the computer")
    expect(way).to_be_in_viewport(ratio=1)
    way.tap()
    sheet = page.get_by_role("dialog", name="Play the computer")
    expect(sheet).to_be_visible()
    save_screenshot(page, shots_dir / f"front-door-computer-{size[0]}.png")
    start = sheet.get_by_role("button", name="Start")
    expect(start).to_be_in_viewport(ratio=1)
    start.tap()
    page.wait_for_url("**/r/**")
    room = RoomPage(page)
    room.expect_rack(7)
    expect(seat_names(room).filter(has_text=re.compile(r"Guest \d+"))).to_have_count(1)
    expect(seat_names(room).filter(has_text=" bot")).to_have_count(1)


def test_a_link_leads_to_a_seat_in_three_taps(visit: Visit, shots_dir: Path) -> None:
    """The host's one press makes the link. The guest opens it, enters a name and sits down."""
    desk, phone = visit("", locale="en-GB"), visit("", locale="en-GB", **PHONE)
    page = desk.lobby.page
    host_name, guest_name = fresh("Moss Hosts"), fresh("Fern Follows")
    name_field(page).fill(host_name)
    page.get_by_role("button", name="Play a friend").click()
    page.wait_for_url("**/r/**")
    card = page.get_by_role("region", name="Players")
    expect(card.get_by_role("heading", name="Invite a friend")).to_be_visible()
    expect(card.get_by_role("button", name="Copy link")).to_be_visible()
    link = card.get_by_label("Link to this room").input_value()
    assert link == page.url
    card.get_by_role("button", name="QR code").click()
    code = page.get_by_role("dialog", name="Scan to join")
    expect(code.get_by_role("img", name="QR code of the link").locator("svg")).to_be_visible()
    save_screenshot(page, shots_dir / "front-door-qr.png")
    code.get_by_role("button", name="Close").click()

    small = phone.page
    small.goto(link)
    small.get_by_label("Your name").tap()
    small.keyboard.type(guest_name)
    small.get_by_role("button", name="Sit down").tap()
    guest = RoomPage(small)
    seat = small.get_by_role("region", name="Players").get_by_role("listitem")
    expect(seat.filter(has_text=guest_name)).to_contain_text("you")
    save_screenshot(small, shots_dir / "front-door-seated.png")

    # The guest reads what is missing; the host has the button.
    expect(guest.last_move).to_contain_text(f"Waiting for {host_name} to start.")
    expect(seat.filter(has_text=host_name)).to_contain_text("host")
    expect(guest.button("Start game")).to_have_count(0)
    host = RoomPage(page)
    host.start()
    guest.expect_rack(7)


def test_a_dot_separates_the_words_beside_a_name(visit: Visit) -> None:
    """The host reads "you · host", on a phone as on a desk."""
    page = visit("", locale="en-GB", **PHONE).page
    page.goto("/")
    page.get_by_role("button", name="Play a friend").tap()
    page.wait_for_url("**/r/**")
    seat = page.get_by_role("region", name="Players").get_by_role("listitem").first
    you = seat.get_by_text("you", exact=True)
    expect(seat.get_by_text("host", exact=True)).to_be_visible()
    assert "·" in you.evaluate(AFTER)


def test_a_name_typed_once_is_kept_everywhere(visit: Visit) -> None:
    """Also when the next press is a link, before the name has been saved."""
    title = fresh("Listed for a name")
    visit("Rook").make_room(title)
    first, second, third = fresh("Sedge Wanders"), fresh("Sedge Returns"), fresh("Sedge Sits")
    page = visit("", locale="en-GB").lobby.page
    held: list[Route] = []
    page.route("**/name/", lambda route: held.append(route))
    name_field(page).fill(first)
    with page.expect_request("**/name/"):
        page.get_by_role("link", name="Custom").click()
    expect(page).to_have_url(re.compile("/$"))  # the link waits for the name
    held[0].continue_()
    page.wait_for_url("**/rooms/")
    page.unroute("**/name/")
    expect(name_field(page)).to_have_value(first)

    name_field(page).fill(second)
    page.get_by_role("navigation").first.get_by_role("link", name="Learn").click()
    page.wait_for_url("**/learn/")
    page.goto("/")
    expect(name_field(page)).to_have_value(second)

    name_field(page).fill(third)
    page.get_by_role("link", name=title).click()
    page.wait_for_url("**/r/**")
    expect(page.get_by_label("Your name")).to_have_value(third)
    page.get_by_role("button", name="Sit down").click()
    seat = page.get_by_role("region", name="Players").get_by_role("listitem")
    expect(seat.filter(has_text=third)).to_contain_text("you")


def check_refused(page: Page, field: Locator, reason: str | re.Pattern[str]) -> None:
    """Check that the field has the focus and the screen, with its reason."""
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(reason)
    expect(page.get_by_text(reason)).to_be_in_viewport()
    expect(field).to_be_in_viewport()


@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_a_refused_room_keeps_what_was_typed(
    options: dict[str, Any], visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 4")
    page = visit("", locale="en-GB", **options).page
    page.goto("/rooms/")
    name = fresh("Teal Refused")
    name_field(page).fill(name)
    form = page.get_by_role("form", name="Create a room")
    form.get_by_role("radio", name="3", exact=True).check()
    form.get_by_label("Room name").fill("Attic")
    form.get_by_role("radio", name="15 min").check()
    form.get_by_label("Invite a player by name").fill("Nobody Here")
    form.get_by_role("button", name="Create room").click()

    opponent = form.get_by_label("Invite a player by name")
    check_refused(page, opponent, re.compile("No player is called Nobody Here"))
    save_screenshot(page, shots_dir / f"front-door-refused-{len(options)}.png")
    expect(opponent).to_have_value("Nobody Here")
    expect(form.get_by_label("Room name")).to_have_value("Attic")
    expect(form.get_by_role("radio", name="3", exact=True)).to_be_checked()
    expect(form.get_by_role("radio", name="15 min")).to_be_checked()
    expect(name_field(page)).to_have_value(name)
    answer = page.goto(page.url)
    assert answer is not None
    assert answer.ok, "the address can be reloaded"
    expect(form).to_be_visible()


def test_a_refused_clock_takes_the_focus(visit: Visit, complaints: Complaints) -> None:
    complaints.allow("status of 4")
    page = visit("", locale="en-GB").page
    page.goto("/rooms/")
    form = page.get_by_role("form", name="Create a room")
    form.get_by_role("radio", name="Custom…").check()
    form.get_by_label("Minutes per player (or m:ss)").fill("never")
    form.get_by_role("button", name="Create room").click()
    said = page.get_by_text("Enter a valid time limit.")
    expect(said).to_be_in_viewport()
    expect(form.get_by_role("radio", name="Custom…")).to_be_focused()
    expect(form.get_by_label("Minutes per player (or m:ss)")).to_have_value("never")


def test_a_refused_name_keeps_what_was_typed(
    visit: Visit, complaints: Complaints, shots_dir: Path
) -> None:
    complaints.allow("status of 4")
    page = visit("", locale="en-GB", **PHONE).page
    page.goto("/")
    name_field(page).fill("Administrator")
    page.get_by_role("button", name="Play a friend").tap()
    page.wait_for_url("**/rooms/friend/")
    reason = page.locator("#guest-name-error")
    expect(reason).not_to_be_empty()
    check_refused(page, name_field(page), reason.inner_text())
    save_screenshot(page, shots_dir / "front-door-refused-name.png")
    expect(name_field(page)).to_have_value("Administrator")
    answer = page.goto(page.url)
    assert answer is not None
    assert answer.ok, "the address can be reloaded"

    # The other sheet's choices are kept as well.
    name_field(page).fill("Administrator")
    page.get_by_role("button", name="Play the computer").tap()
    sheet = page.get_by_role("dialog", name="Play the computer")
    sheet.get_by_role("radio", name="Expert").check()
    sheet.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/rooms/computer/")
    check_refused(page, name_field(page), reason.inner_text())
    page.get_by_role("button", name="Play the computer").tap()
    expect(sheet.get_by_role("radio", name="Expert")).to_be_checked()
    sheet.get_by_role("button", name="Close").tap()

    # A name refused as it was typed says so at once.
    page.goto("/")
    name_field(page).fill("Administrator")
    name_field(page).press("Enter")
    expect(reason).to_be_visible()
    name_field(page).fill(fresh("Teal Allowed"))
    name_field(page).press("Enter")
    expect(reason).to_be_hidden()


@pytest.mark.sampled(1366, 900)
@pytest.mark.parametrize("width", [1920, 1366, 1181, 1000, 900])
def test_the_header_has_room_for_a_name(width: int, visit: Visit) -> None:
    """The search gives way to a long name, which is cut off last; nothing overlaps."""
    viewport = {"width": width, "height": 768}
    stranger = visit("", locale="en-GB", viewport=viewport).lobby.page
    stranger.goto("/learn/")
    log_in = stranger.get_by_role("banner").get_by_role("link", name="Log in")
    expect(log_in).to_be_visible(visible=width > 960)
    page = visit("", locale="en-GB", viewport=viewport).lobby.page
    name = fresh("Wilhelmina Feathers")
    name_field(page).fill(name)
    with page.expect_response("**/name/"):
        name_field(page).press("Enter")
    page.goto("/learn/")
    expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_have_count(0)
    for seen in (stranger, page):
        parts = seen.get_by_role("banner").locator(PARTS)
        boxes = [box for part in parts.all() if (box := part.bounding_box())]
        ends = [box["x"] + box["width"] for box in boxes]
        assert max(ends) <= width - 8
        starts = [box["x"] for box in boxes]
        assert all(end <= start + 1 for end, start in zip(ends, starts[1:], strict=False))
        field = seen.get_by_role("searchbox", name="Find a player or game")
        if field.is_visible():
            assert field.evaluate(FITS), "the placeholder is not cut off"
    shown = page.get_by_role("banner").get_by_text(name).first
    if width >= 1280:
        assert shown.evaluate("(name) => name.scrollWidth <= name.clientWidth"), "the name is whole"


def test_the_grid_updates_its_counts_live(visit: Visit) -> None:
    """The focus stays where it is when another player opens a room."""
    page, host = visit("", locale="en-GB").lobby.page, visit("Rook")
    quick = page.get_by_role("button", name=re.compile(r"^3 \+ 2"))
    expect(quick).to_contain_text(re.compile(r"blitz|\d+ waiting"))
    said = re.search(r"(\d+) waiting", quick.inner_text())
    waiting = int(said[1]) if said else 0
    quick.focus()
    wanted = PLAIN_ROOM | {"title": "Counted", "seats": "2", "clock": "3+2", "name": host.name}
    post(host.page, "/rooms/", htmx=False, **wanted)
    expect(quick).to_contain_text(f"{waiting + 1} waiting")
    expect(quick).to_be_focused()


def test_the_lobbys_board_offers_no_watching_of_your_own_game(visit: Visit) -> None:
    host, guest = visit("Rook"), visit("Wren")
    room = host.make_room("On the board")
    joined = guest.open(room.link)
    joined.sit()
    room.start()
    for page, hint in ((host.page, "Your game"), (visit("", locale="en-GB").page, "Watch")):
        page.goto("/")
        board = page.get_by_role("link", name=re.compile(r"^Live:.*" + host.name))
        expect(board.get_by_text(hint, exact=True)).to_be_visible()
