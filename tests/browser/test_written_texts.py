"""Chat drafts survive a reload, and sent messages arrive in order."""

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.test_chat import WIDE, ChatPanel


def test_a_half_written_message_survives_the_reload_for_a_new_seat(visit: Visit) -> None:
    """The host seats a spectator who is writing; the page reloads with a rack."""
    host = visit("Hosting", viewport=WIDE)
    room = host.make_room("Half a sentence", seats="3")
    spectator = visit("Writing", viewport=WIDE)
    page = spectator.open(room.link).page
    talk = ChatPanel(page)
    talk.open()
    talk.field.press_sequentially("May I pl")
    expect(talk.field).to_be_focused()
    with page.expect_event("load"):
        room.page.get_by_role("button", name="Room menu").click()
        room.page.get_by_role("button", name="Give seat").first.click()
    expect(page.get_by_role("button", name="Leave seat")).to_be_visible()
    expect(talk.field).to_have_value("May I pl")
    expect(talk.field).to_be_focused()
    talk.field.press_sequentially("ay?")
    talk.field.press("Enter")
    talk.expect_lines("May I play?")
    page.reload()
    talk.expect_lines("May I play?")
    expect(talk.field).to_have_value("")


def test_a_message_written_while_another_is_being_sent_follows_it(visit: Visit) -> None:
    page = visit("Talking", viewport=WIDE).make_room("One after another").page
    talk = ChatPanel(page)
    talk.open()
    held: list[Route] = []
    page.route("**/chat/send", lambda one: one.continue_() if held else held.append(one))
    with page.expect_request("**/chat/send"):
        talk.field.fill("one")
        talk.field.press("Enter")
    talk.panel.get_by_role("button", name="Good luck").click()
    talk.field.fill("three")
    talk.field.press("Enter")
    held[0].continue_()
    talk.expect_lines("one", "Good luck", "three")
    expect(talk.field).to_have_value("")


@pytest.mark.full
def test_all_messages_written_before_the_chat_has_loaded_are_sent(visit: Visit) -> None:
    person = visit("Talking", viewport=WIDE)
    sockets: list[WebSocketRoute] = []
    person.page.route_web_socket("**/ws/chat/**", lambda socket: sockets.append(socket))
    talk = ChatPanel(person.make_room("Said early").page)
    talk.open()
    talk.field.fill("one")
    talk.field.press("Enter")
    talk.panel.get_by_role("button", name="Good luck").click()
    expect(talk.panel.get_by_role("alert")).to_contain_text("Not sent yet")
    sockets[-1].connect_to_server()
    talk.expect_lines("one", "Good luck")
    expect(talk.field).to_have_value("")


def test_all_that_is_said_before_the_chat_has_loaded_outlives_a_reload(visit: Visit) -> None:
    person = visit("Talking", viewport=WIDE)
    sockets: list[WebSocketRoute] = []
    person.page.route_web_socket("**/ws/chat/**", lambda socket: sockets.append(socket))
    page = person.make_room("Said too early").page
    talk = ChatPanel(page)
    talk.open()
    for words in ("one", "two"):
        talk.field.fill(words)
        talk.field.press("Enter")
    page.reload()
    expect(talk.panel.get_by_role("alert")).to_contain_text("Not sent yet")
    sockets[-1].connect_to_server()
    talk.expect_lines("one", "two")
    expect(talk.field).to_have_value("")
