"""What is being written in the chat outlives a reload, and what was sent arrives in its order."""

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.test_chat import WIDE, ChatPanel


def test_a_text_half_written_outlives_the_reload_of_a_new_seat(visit: Visit) -> None:
    """The host seats a spectator in the middle of a sentence; the page loads again with a rack."""
    host = visit("Hosting", viewport=WIDE)
    room = host.lobby.make_room("Half a sentence", seats=3)
    watcher = visit("Writing", viewport=WIDE)
    page = watcher.open(room.link).page
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


def test_what_is_said_while_a_message_is_under_way_follows_it(visit: Visit) -> None:
    page = visit("Talking", viewport=WIDE).lobby.make_room("One after another").page
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


def test_all_that_is_said_before_the_chat_has_loaded_is_sent(visit: Visit) -> None:
    person = visit("Talking", viewport=WIDE)
    sockets: list[WebSocketRoute] = []
    person.page.route_web_socket("**/ws/chat/**", lambda socket: sockets.append(socket))
    talk = ChatPanel(person.lobby.make_room("Said early").page)
    talk.open()
    talk.field.fill("one")
    talk.field.press("Enter")
    talk.panel.get_by_role("button", name="Good luck").click()
    expect(talk.panel.get_by_role("alert")).to_contain_text("Not sent yet")
    sockets[-1].connect_to_server()
    talk.expect_lines("one", "Good luck")
    expect(talk.field).to_have_value("")
