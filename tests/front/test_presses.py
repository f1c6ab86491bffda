"""A push while a button is pressed: the click still counts, and the push is shown after it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.play.live.fragments import render_presence
from games.play.perspective.presence import PresenceView
from tests.front.conftest import Room
from tests.front.sample_parts import GAME, called
from tests.front.sample_rooms import sample
from tests.front.test_announcements import NEWEST_LISTS
from tests.front.test_late_presses import NEXT_GAME
from tests.front.test_room_menu import AMBER, ZOE, watch
from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

Press = Callable[[Locator], Any]

PAUSED = "() => new Promise((go) => setTimeout(go, 100))"
"""Waits as long as a press waits for its click after it was let go."""
UNANSWERED = """() => document.querySelector(".room").dispatchEvent(
  new CustomEvent("htmx:afterRequest", { bubbles: true, detail: { xhr: new XMLHttpRequest() } }))"""
"""Tells the page, as htmx does, that a request has ended without an answer."""
ADD_POLLED = """() => {
  const part = document.createElement("div");
  part.id = "polled";
  part.setAttribute("hx-get", "/polled");
  part.setAttribute("hx-trigger", "every 50ms");
  part.setAttribute("hx-swap", "outerHTML");
  const above = document.createElement("div");
  Object.assign(above.style, { position: "fixed", inset: "0 auto auto 0", zIndex: 99 });
  above.append(part);
  document.body.append(above);
  htmx.process(part);
}"""
"""Adds a part that asks for itself, as those of an analysis do."""
MIDDLE_OF_POLLED = """() => {
  const { x, y, width, height } = document.querySelector("#polled button").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
HAS_STAMP = "(stamp) => document.querySelector('#_state')?.dataset.stamp === stamp"


@contextmanager
def pressed_by_mouse(button: Locator) -> Iterator[None]:
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    button.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    button.page.mouse.down()
    yield
    button.page.mouse.up()


@contextmanager
def pressed_by_finger(button: Locator) -> Iterator[None]:
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    devices = button.page.context.new_cdp_session(button.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devices.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    devices.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@contextmanager
def pressed_by_key(button: Locator) -> Iterator[None]:
    button.focus()
    button.page.keyboard.down("Space")
    yield
    button.page.keyboard.up("Space")


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"has_touch": True}


def await_stamp(room: Room) -> None:
    # In every frame: a finger that is down for half a second would open a menu.
    room.page.wait_for_function(HAS_STAMP, arg=str(room.stage.view.stamp))


def rename_seat(room: Room, name: str) -> None:
    """Send the page a state whose list of seats differs."""
    host, second, *others = room.stage.view.seats
    room.line.push(room.change(seats=(host, called(second, name), *others)))
    await_stamp(room)


def let_other_key_go(page: Page) -> None:
    page.keyboard.press("Shift")


def lift_second_finger(page: Page) -> None:
    page.evaluate("document.dispatchEvent(new PointerEvent('pointerup', { pointerId: 9 }))")


@pytest.mark.parametrize("let_go", [let_other_key_go, lift_second_finger])
def test_a_press_outlasts_what_else_is_let_go(
    show, page: Page, stage, let_go: Callable[[Page], None]
) -> None:
    room = show("waiting")
    with pressed_by_mouse(room.button("Start game")):
        let_go(page)
        page.evaluate(PAUSED)
        rename_seat(room, "Walnut")
        expect(page.locator("#_seating")).to_contain_text("Even bot")
    expect(page.locator("#_seating")).to_contain_text("Walnut")
    await_stamp(room)
    assert len(stage.of("start")) == 1


@pytest.mark.parametrize("press", [pressed_by_mouse, pressed_by_finger, pressed_by_key])
def test_a_button_pressed_during_a_push_is_clicked(show, page: Page, stage, press: Press) -> None:
    room = show("waiting")
    seats = page.locator("#_seating")
    with press(room.button("Start game")):
        rename_seat(room, "Walnut")
        rename_seat(room, "Chestnut")
        expect(seats).to_contain_text("Even bot")
    expect(seats).to_contain_text("Chestnut")
    await_stamp(room)
    assert len(stage.of("start")) == 1


def test_a_press_that_ends_elsewhere_delays_a_push_only_until_then(show, page: Page, stage) -> None:
    room = show("waiting")
    with pressed_by_mouse(room.button("Start game")):
        rename_seat(room, "Walnut")
        expect(page.locator("#_seating")).to_contain_text("Even bot")
        page.mouse.move(5, 5)
    expect(page.locator("#_seating")).to_contain_text("Walnut")
    assert stage.of("start") == []


def test_a_window_that_loses_the_focus_ends_the_press(show, page: Page) -> None:
    room = show("waiting")
    with pressed_by_mouse(room.button("Start game")):
        rename_seat(room, "Walnut")
        page.evaluate("window.dispatchEvent(new Event('blur'))")
        expect(page.locator("#_seating")).to_contain_text("Walnut")


@pytest.mark.parametrize("clicks", [True, False])
def test_a_push_waits_for_the_click_that_follows_a_touch(
    own_context, show, page: Page, stage, clicks: bool
) -> None:
    """A browser sends the click of a touch after the finger was lifted, or never."""
    room = show("waiting")
    page.clock.install()
    button, seats = room.button("Start game"), page.locator("#_seating")
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    button.dispatch_event("pointerdown", {"isPrimary": True})
    host, second, *others = room.stage.view.seats
    room.line.push(room.change(seats=(host, called(second, "Walnut"), *others)))
    expect(page.locator("#_state")).to_have_attribute("data-stamp", str(stage.view.stamp))
    button.dispatch_event("pointerup", {"isPrimary": True})
    page.clock.run_for(90)
    expect(seats).to_contain_text("Even bot")
    if clicks:
        with page.expect_request("**/start"):
            button.dispatch_event("click")
    page.clock.run_for(10)
    expect(seats).to_contain_text("Walnut")


def test_the_focus_stays_on_a_button_that_was_replaced_after_its_press(show, page: Page) -> None:
    room = show("waiting")
    with pressed_by_key(room.button("Start game")):
        rename_seat(room, "Walnut")
    expect(page.locator("#_seating")).to_contain_text("Walnut")
    expect(room.button("Start game")).to_be_focused()


def test_a_request_that_fails_after_a_press_leaves_the_focus_alone(show, page: Page) -> None:
    room = show("waiting")
    with pressed_by_mouse(room.button("Start game")):
        rename_seat(room, "Walnut")
        page.mouse.move(5, 5)
    expect(page.locator("#_seating")).to_contain_text("Walnut")
    expect(room.button("Start game")).to_be_focused()
    menu = room.button("Room menu")
    menu.focus()
    page.evaluate(UNANSWERED)
    expect(menu).to_be_focused()


def test_a_press_belongs_to_the_game_in_which_it_began(show, page: Page, stage) -> None:
    room = show("ended")
    with page.expect_response("**/rematch"), pressed_by_mouse(room.button("Rematch")):
        room.line.push(room.change(game_id=NEXT_GAME, number=2, phase="playing", outcome=None))
        await_stamp(room)
    assert [fields["game"] for fields in stage.of("rematch")] == [GAME]
    expect(room.button("Rematch")).to_have_count(0)


def test_a_spectator_who_arrives_during_a_press_is_listed_after_it(show, page: Page) -> None:
    room = show("waiting")
    room.line.push(room.change(actions=sample("waiting").actions | {"host"}))
    watch(room, ZOE)
    room.button("Room menu").click()
    with pressed_by_mouse(room.button("Remove: Zoe")):
        renamed = replace(ZOE, nickname="Zoë")
        room.line.push(render_presence(PresenceView({}, (renamed, AMBER))))
        expect(page.locator("#_spectators")).to_contain_text("Amber")
    expect(page.get_by_role("dialog", name="Remove Zoe from this room?")).to_be_visible()
    expect(page.locator("[data-people] bdi")).to_have_text(["Zoë", "Amber"])


@pytest.mark.parametrize("socket", ["/ws/lobby/", "/ws/me/"])
def test_a_link_pressed_while_the_lobby_changes_is_followed(
    page: Page, live_server, line, errors, socket: str
) -> None:
    page.goto(f"{live_server.url}/")
    lists = page.locator("#_lists")
    entry = page.get_by_role("region", name="Open rooms").get_by_role("link").first
    address = entry.evaluate("link => link.href")
    news = page.evaluate(NEWEST_LISTS)
    lists.evaluate("lists => { lists.querySelector('.entry b').append('!'); }")
    route = next(route for route in line.routes if socket in route.url)
    with page.expect_request(address), pressed_by_mouse(entry):
        route.send(news)
        page.evaluate("0")  # it has arrived
        expect(lists).to_contain_text("!")


def test_a_part_that_asks_for_itself_waits_for_the_end_of_a_press(show, page: Page) -> None:
    show("waiting")
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        text = f"Asked {len(asked)} times"
        part = (
            f'<div id="polled" hx-get="/polled" hx-trigger="every 50ms" hx-swap="outerHTML">{text}'
        )
        route.fulfill(content_type="text/html", body=f"{part} <button>Cancel</button></div>")

    page.route("**/polled", answer)
    page.evaluate(ADD_POLLED)
    polled = page.locator("#polled")
    expect(polled).to_contain_text("Asked")
    page.mouse.move(*page.evaluate(MIDDLE_OF_POLLED))
    page.mouse.down()
    before, count = polled.text_content(), len(asked)
    wait_until(lambda: bool(page.title()) and len(asked) > count + 2, "more answers")
    assert polled.text_content() == before
    page.mouse.up()
    expect(polled).not_to_have_text(before or "")
