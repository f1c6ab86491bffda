"""Commands about seats and the room are sent only once, and never repeated automatically."""

import json
import re

import pytest
from django.http import HttpResponse
from playwright.sync_api import expect

from tests.front.sample_site import refuse
from tests.front.test_unsent_commands import UNSENT, unsent

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

LOST = "No connection. Check whether it worked before you try again."
FAILED = "Something went wrong. Nothing has changed."


def test_a_command_about_a_seat_is_never_sent_again(show, page, stage):
    """The player sees a message, and neither time nor a reload nor another page repeats the
    command.
    """
    room = show("waiting")
    page.route("**/start", lambda route: route.abort())
    room.button("Start game").click()
    expect(page.locator("#_message")).to_have_text(LOST)
    expect(page.locator("#waiting")).to_have_text("")
    assert unsent(page) == []
    page.unroute("**/start")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.reload()
    page.wait_for_function("() => document.querySelector('#cursor[class]') !== null")
    room.button("Start game").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert len(stage.of("start")) == 1


def test_a_command_names_the_game_in_which_its_button_was_pressed(show, page, stage):
    room = show("waiting")
    room.button("Start game").click()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    (fields,) = stage.of("start")
    assert fields["game"] == stage.view.game_id
    assert "key" not in fields


def test_a_press_while_a_command_is_being_sent_adds_none(show, page, stage):
    room = show("waiting")
    held = []
    page.route("**/start", lambda route: held.append(route))
    room.button("Start game").dblclick()
    room.button("Start game").click()
    expect(page.locator("#_message")).to_have_text("")
    held[0].continue_()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert len(held) == 1
    assert len(stage.of("start")) == 1


def test_a_command_waits_for_the_move_under_way(show, page, stage):
    """The end of a turn also ends a request for a pause, so the pause must arrive after it."""
    room = show("mine")
    room.line.push(room.change(actions=stage.view.actions | {"pause"}))
    moves, sent = [], []
    page.route("**/pass", lambda route: moves.append(route))
    page.on("request", lambda request: sent.append(request.url))
    with page.expect_request("**/pass"):
        room.agree("Pass")
    room.button("Ask for a pause").click()
    page.evaluate("0")
    assert not [url for url in sent if url.endswith("/pause")]
    with page.expect_response("**/pause"):
        moves[0].continue_()
    assert stage.verbs() == ["pass", "pause"]


def test_a_command_does_not_wait_for_a_lost_move(show, page, stage):
    room = show("mine")
    room.line.push(room.change(actions=stage.view.actions | {"pause"}))
    page.route("**/pass", lambda route: route.abort())
    room.agree("Pass")
    expect(page.locator("#waiting")).to_have_text(re.compile("Not sent yet"))
    with page.expect_response("**/pause"):
        room.button("Ask for a pause").click()
    assert stage.verbs() == ["pause"]


@pytest.mark.sampled(429)
@pytest.mark.parametrize("status", [403, 429, 500])
def test_an_error_without_a_reason_is_shown(show, page, stage, status):
    room = show("waiting")
    stage.answer = lambda _fields: HttpResponse("", status=status, headers={"Retry-After": "1"})
    room.button("Start game").click()
    expect(page.locator("#_message")).to_have_text(FAILED)
    stage.answer = refuse("You need at least two players.", 409, bundle=True)
    room.button("Start game").click()
    expect(page.locator("#_message")).to_have_text("You need at least two players.")
    assert len(stage.of("start")) == 2


def test_commands_stored_by_an_earlier_release_are_dropped(show, page, stage):
    """It stored every command; one about a seat would affect the seat's next player."""
    room = show("mine")
    mark = page.locator("#chat").get_attribute("data-me")
    old = {"url": "/r/kitchen7/unseat", "fields": {"seat": "1"}, "key": "old", "at": 2**41}
    page.evaluate(
        "([name, entry]) => { localStorage[name] = entry; }",
        [f"unsent:{mark}:kitchen7:commands:old", json.dumps(old)],
    )
    page.reload()
    page.wait_for_function(f"() => !({UNSENT})().length")
    room.agree("Pass")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    assert stage.of("unseat") == []


def test_a_name_typed_while_another_is_being_sent_is_kept(show, page, stage):
    show("waiting")
    held = []
    page.route("**/invite", lambda route: held.append(route))
    field = page.get_by_role("textbox", name="Player's name")
    field.fill("Cobalt")
    with page.expect_request("**/invite"):
        field.press("Enter")
    field.fill("Carol")
    with page.expect_response("**/invite"):
        held[0].continue_()
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "42")
    expect(field).to_have_value("Carol")
    page.unroute("**/invite")
    field.press("Enter")
    expect(page.locator("#_state")).to_have_attribute("data-stamp", "43")
    expect(field).to_have_value("")
    assert [fields["name"] for fields in stage.of("invite")] == ["Cobalt", "Carol"]


def test_two_tabs_of_a_room_keep_the_tiles_of_the_tab_with_tiles(show, page, context, line):
    room = show("mine")
    other = context.new_page()
    other.route_web_socket("**/ws/**", line.take)
    other.goto(page.url)
    other.wait_for_function("() => document.querySelector('#cursor[class]') !== null")
    room.square("B2").click()
    page.keyboard.type("se")
    expect(room.tentative_tiles()).to_have_count(2)
    news = room.change(say="Somebody looks on.")
    for route in line.routes:
        route.send(news)
    for shown in (page, other):
        expect(shown.locator("#_status_line")).to_have_text("Somebody looks on.")
    page.reload()
    expect(room.tentative_tiles()).to_have_count(2)
    other.close()


def test_a_page_without_its_script_keeps_typed_text(page, live_server, stage):
    """Its forms are not sent as part of the address, and the page says that it is incomplete."""
    page.route("**/js/room/room*.js", lambda route: route.abort())
    page.route_web_socket("**/ws/**", lambda socket: None)
    page.goto(f"{live_server.url}/r/kitchen7/")
    toast = page.locator("#toast")
    expect(toast).to_have_text("This page hasn't loaded completely. Reload it.")
    page.evaluate("document.querySelector('#toast').textContent = ''")
    field = page.get_by_role("textbox", name="Message")
    page.evaluate("document.querySelector('#chat').className = 'chat card raised'")
    field.fill("Hello")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(toast).to_have_text("This page hasn't loaded completely. Reload it.")
    expect(field).to_have_value("Hello")
    assert not re.search(r"\?", page.url)
