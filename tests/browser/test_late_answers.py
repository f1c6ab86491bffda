"""Responses that are late or lost, and events while a player changes pages."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, WebSocketRoute, expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import DESKTOP, Complaints, Seating, Visit
from tests.browser.planned_games import Plan
from tests.browser.test_analysis_board import rows, square
from tests.browser.test_notifications import MY_TURN, SETTLE, Notes
from tests.browser.test_puzzle import BINGO, answer_of, open_puzzle
from tests.site_processes import Site

POSITION = "/analyse/?game=scrabble&rack=RETAINS"
HURRY = """
const { get, set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "timeout");
Object.defineProperty(XMLHttpRequest.prototype, "timeout", {
  get, set(length) { set.call(this, window.hurried ? Math.ceil(length / 50) : length); },
});
"""
"""Shorten the time limits of requests to a fiftieth while ``hurried`` is set."""


def release_request(route: Route) -> None:
    """Forward a request that was held back, unless the page has cancelled it."""
    with suppress(Error):
        route.continue_()


def test_plays_of_an_earlier_position_are_not_shown(visit: Visit, complaints: Complaints) -> None:
    complaints.allow("htmx:")
    page = visit("", viewport=DESKTOP).page
    page.goto(POSITION)
    held: list[Route] = []
    page.route("**/analyse/plays", lambda route: held.append(route))
    best = page.get_by_role("button", name="Best plays")
    with page.expect_request("**/analyse/plays"):
        best.click()
    square(page, "H8").click()
    page.keyboard.type("cat")
    expect(square(page, "J8")).to_have_accessible_name("J8, T, 1 point")
    page.unroute("**/analyse/plays")
    for route in held:
        release_request(route)
    with page.expect_response("**/analyse/plays") as came:
        best.click()
    assert "CAT" in (came.value.request.post_data or "").upper()
    expect(rows(page).nth(1)).to_contain_text("84")
    assert len(held) == 1


def test_a_change_cancels_the_running_search(visit: Visit, complaints: Complaints) -> None:
    """Their answer cannot arrive any more."""
    complaints.allow("htmx:")
    page = visit("", viewport=DESKTOP).page
    page.goto(POSITION)
    page.route("**/analyse/plays", lambda route: None)
    with page.expect_request("**/analyse/plays"):
        page.get_by_role("button", name="Best plays").click()
    with page.expect_event("requestfailed") as given_up:
        square(page, "H8").click()
        page.keyboard.type("cat")
    assert given_up.value.url.endswith("/analyse/plays")


@pytest.mark.full
def test_a_simulation_continues_after_a_lost_answer(visit: Visit, complaints: Complaints) -> None:
    complaints.allow("htmx:|Failed to load resource")
    page = visit("", viewport=DESKTOP).page
    page.goto(POSITION)
    page.get_by_role("button", name="Best plays").click()
    expect(rows(page).nth(1)).to_be_visible()
    page.route("**/analyse/rollouts/*", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Simulate for 60 seconds").click()
    plays = page.get_by_role("region", name="Best plays")
    expect(plays.get_by_role("status")).to_contain_text(re.compile("Simulating: [1-9]"))
    page.get_by_role("button", name="Stop").click()
    expect(plays.get_by_role("status")).to_contain_text("Simulated")


def test_a_puzzle_recovers_from_a_hanging_connection(
    visit: Visit, site: Site, complaints: Complaints
) -> None:
    complaints.allow("htmx:")
    page = visit("Amber", viewport=DESKTOP).page
    page.add_init_script(HURRY)
    room, puzzle = open_puzzle(site, page, BINGO)
    room.lay(answer_of(puzzle))
    page.route("**/try", lambda route: None)
    page.evaluate("window.hurried = true")
    with page.expect_request("**/try"):
        room.button("Try").click()
    expect(page.locator("#_message")).to_contain_text("No connection.")
    page.evaluate("window.hurried = false")
    page.unroute("**/try")
    room.button("Try").click()
    expect(page.get_by_role("region", name="You found it")).to_be_visible()


def test_a_press_explains_that_a_puzzle_is_still_sending(visit: Visit, site: Site) -> None:
    page = visit("Amber", viewport=DESKTOP).page
    room, puzzle = open_puzzle(site, page, BINGO)
    room.lay(answer_of(puzzle))
    held: list[Route] = []
    page.route("**/try", lambda route: held.append(route))
    with page.expect_request("**/try"):
        room.button("Try").click()
    room.button("Try").click()
    expect(page.locator("#_message")).to_have_text("Still sending…")
    assert len(held) == 1
    held[0].continue_()
    expect(page.get_by_role("region", name="You found it")).to_be_visible()
    expect(page.locator("#_message")).not_to_contain_text("Still sending")


def press_next(page: Page) -> None:
    """Press the key for the next game, and wait for the server's answer."""
    with page.expect_response("**/next/**"):
        page.keyboard.press(">")


def test_the_page_stays_open_until_the_next_game_is_known(visit: Visit) -> None:
    """Both while the page does not know the other games and when none is waiting."""
    amber = visit("Amber", viewport=DESKTOP)
    amber.page.route_web_socket("**/ws/me/**", lambda socket: None)
    page = amber.lobby.page
    page.get_by_role("textbox", name="Playing as").fill("Half typed")
    page.get_by_role("heading", level=1).first.click()
    page.evaluate("window.same = true")
    press_next(page)
    expect(page.get_by_text("No other game is waiting for you.")).to_be_visible()
    expect(page.get_by_role("textbox", name="Playing as")).to_have_value("Half typed")
    assert page.evaluate("window.same")
    assert page.evaluate("location.pathname") == "/"


def test_a_page_stays_in_its_room_when_the_other_game_no_longer_waits(
    seat_all: Seating, visit: Visit, complaints: Complaints
) -> None:
    """The page still lists a game that was continued elsewhere, and then loses its connection."""
    complaints.allow("Failed to load resource")
    people = [visit("Amber", viewport=DESKTOP), visit("Cobalt", viewport=DESKTOP)]
    other = seat_all(Plan("Played elsewhere"), people)
    if other.plan.mover == 1:
        other.do(Pass())
    here = seat_all(Plan("Open here"), people)
    is_deaf = False

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if is_deaf else socket.send(message))

    page = people[0].page
    page.route_web_socket("**/ws/me/**", listen)
    page.goto(here.link)
    link = page.get_by_role("link", name="Next game waiting for me (1 waiting)")
    expect(link).to_be_visible()
    is_deaf = True
    other_page = page.context.new_page()
    other_page.goto(other.link)
    expect(other_page.get_by_role("button", name="Pass", exact=True)).to_be_enabled()
    other_page.get_by_role("button", name="Pass", exact=True).click()
    other_page.get_by_role("dialog").get_by_role("button", name="Pass", exact=True).click()
    expect(other_page.locator("#_moves li")).to_have_count(len(other.plan.log) + 1)
    page.bring_to_front()
    expect(link).to_be_visible()
    page.evaluate("window.same = true")
    press_next(page)
    toast = page.locator("#toast")
    expect(toast).to_have_text("No other game is waiting for you.")
    page.route("**/next/**", lambda route: route.abort())
    link.click()
    expect(toast).to_contain_text("That couldn't be loaded.")
    assert page.evaluate("window.same")
    assert page.url.startswith(here.link)


def test_an_event_between_two_pages_is_announced_once(seat_all: Seating, visit: Visit) -> None:
    people = [visit("Amber", viewport=DESKTOP), visit("Cobalt", viewport=DESKTOP)]
    amber = people[0].page
    notes = Notes(amber.context)
    tables = []
    for title in ("On the way", "Led there"):
        tables.append(seat_all(Plan(title), people))
        if tables[-1].plan.mover == 0:
            tables[-1].do(Pass())
    played, opened = tables
    amber.goto("/")
    expect(amber).to_have_title("Lobby – Tileroom")
    amber.get_by_role("main").click(position={"x": 2, "y": 2})  # else it may make no sound
    amber.evaluate(SETTLE)
    notes.sounds.clear()
    held: list[Route] = []
    amber.route(opened.link, lambda route: held.append(route))
    with amber.expect_request(opened.link):
        amber.evaluate("(url) => { setTimeout(() => location.assign(url)); }", opened.link)
    other = people[1].page
    other.goto(played.link)
    played.pages[1].do(Pass())
    held[0].continue_()
    expect(amber).to_have_title(re.compile(r"^\(1\) "))
    notes.expect_sounds(amber, *MY_TURN)
    amber.unroute(opened.link)
    amber.reload()
    expect(amber).to_have_title(re.compile(r"^\(1\) "))
    amber.evaluate(SETTLE)
    assert notes.sounds == MY_TURN, "what is known is not heard again"
