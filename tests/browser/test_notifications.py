"""Notifications for a player with two open pages, the next game, and invitations during a game."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import DESKTOP, Person, Seating, Visit
from tests.browser.http_actions import PLAIN_ROOM, post
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.browser.scripted_games import choose_longest_play
from tests.browser.test_chat import WIDE, ChatPanel
from tests.browser.test_phone import turn_screen
from tests.processes import wait_until
from tests.shown_texts import ShownTexts

STUBS = """
const part = () => ({ connect: (next) => next, start() {}, stop() {} });
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  createOscillator() {
    return { ...part(), frequency: { set value(pitch) { noteSound(pitch); } } };
  }
  createGain() {
    return { ...part(), gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  }
};
window.Notification = class extends EventTarget {
  static permission = "granted";
  constructor(_title, { tag }) { super(); noteNotification(tag); }
  close() {}
};
"""
HIDE = """
Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
document.dispatchEvent(new Event("visibilitychange"));
"""
SETTLE = "() => navigator.locks.request('notifications', () => {})"
MY_TURN, NAMED, INVITED = [659, 988], [1175, 1397], [523, 659, 784]


class Notes:
    """Records the sounds and notes of a player's pages from their next load on."""

    def __init__(self, context: BrowserContext) -> None:
        self.sounds: list[int] = []
        self.notifications: list[str] = []
        context.expose_binding("noteSound", lambda _page, pitch: self.sounds.append(pitch))
        context.expose_binding(
            "noteNotification", lambda _page, tag: self.notifications.append(tag)
        )
        context.add_init_script(STUBS)

    def expect_sounds(self, page: Page, *wanted: int) -> None:
        """Wait until exactly these sounds were made."""
        with suppress(AssertionError):
            wait_until(lambda: bool(page.title()) and self.sounds == [*wanted], "the sounds")
        assert self.sounds == [*wanted]


@pytest.mark.full
def test_two_pages_ring_once_and_a_key_opens_the_game(seat_all: Seating, visit: Visit) -> None:
    plan = Plan("Two pages of mine")
    amber = visit("Amber", viewport=DESKTOP)
    notes = Notes(amber.page.context)
    table = seat_all(plan, [amber, visit("Cobalt", viewport=WIDE)])
    if plan.mover == 1:
        table.do(choose_longest_play(plan)[1])
    room, lobby = amber.page, amber.page.context.new_page()
    lobby.goto("/")
    lobby.get_by_role("heading", name="My games").click()
    both = (room, lobby)
    expect(room).to_have_title(f"(1) Your turn · {plan.title} – Tileroom")
    expect(lobby).to_have_title("(1) Lobby – Tileroom")
    icon = lobby.locator("link[rel=icon]")
    marked = icon.get_attribute("href") or ""

    table.do(Pass())
    expect(room).to_have_title(f"{plan.title} – Tileroom")
    expect(lobby).to_have_title("Lobby – Tileroom")
    assert len(icon.get_attribute("href") or "") < len(marked), "the mark is gone"
    notes.sounds.clear()

    table.do(choose_longest_play(plan)[1])
    for page in both:
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        page.evaluate(SETTLE)
    notes.expect_sounds(lobby, *MY_TURN)
    ChatPanel(table.pages[1].page).say(f"@{amber.name}, well played")
    notes.expect_sounds(lobby, *MY_TURN, *NAMED)
    assert notes.notifications == [], "a visible page needs no notification"

    table.do(Pass())
    expect(lobby).to_have_title("Lobby – Tileroom")
    for page in both:
        page.evaluate(HIDE)
    table.do(choose_longest_play(plan)[1])
    notes.expect_sounds(lobby, *MY_TURN, *NAMED, *MY_TURN)
    for page in both:
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        page.evaluate(SETTLE)
    state = table.pages[0].read_state()
    turn = f"turn:{state['game']}:{state['turn']}"
    wait_until(lambda: bool(lobby.title()) and bool(notes.notifications), "a notification")
    assert notes.notifications == [turn]
    assert notes.sounds == MY_TURN + NAMED + MY_TURN

    lobby.bring_to_front()
    lobby.keyboard.press(">")
    lobby.wait_for_url(table.link)
    expect(lobby).to_have_title(f"(1) Your turn · {plan.title} – Tileroom")
    shown = ShownTexts(lobby, "#toast, .messages")  # without or with the server
    lobby.keyboard.press(">")
    shown.expect("No other game is waiting for you.")
    lobby.get_by_role("button", name="Room menu").click()
    with lobby.expect_response("**/settings/notifications/sound/") as answer:
        lobby.get_by_role("checkbox", name="Play sounds").uncheck()
    assert answer.value.status == 204
    lobby.reload()
    expect(
        lobby.get_by_role("checkbox", name="Play sounds", include_hidden=True)
    ).not_to_be_checked()

    # The settings page has the same switch, which needs no "Save" either; other pages follow it.
    lobby.goto("/settings/notifications/")
    switch = lobby.get_by_role("checkbox", name="Play sounds")
    expect(switch).not_to_be_checked()
    with lobby.expect_response("**/settings/notifications/sound/") as answer:
        switch.check()
    assert answer.value.status == 204
    lobby.reload()
    expect(switch).to_be_checked()


def invite(host: Person, guest: Person, title: str) -> None:
    """Open a room and invite a player, without using the page."""
    wanted = PLAIN_ROOM | {"title": title, "seats": "2", "opponent": guest.name, "name": host.name}
    post(host.page, "/rooms/", htmx=False, **wanted)


def test_an_invitation_arrives_during_a_game(seat_all: Seating, visit: Visit) -> None:
    """The bell in a room shows, sounds and counts it, and the player answers without leaving."""
    plan = Plan("Called away")
    amber = visit("Amber", viewport=DESKTOP)
    notes = Notes(amber.page.context)
    table = seat_all(plan, [amber, visit("Cobalt", viewport=WIDE)])
    page, turns = amber.page, int(plan.mover == 0)
    table.pages[0].square("A1").click()
    notes.sounds.clear()
    bell = page.get_by_role("button", name=re.compile("^Notifications"))
    expect(bell).to_have_accessible_name("Notifications")

    hosts = [visit("Jade"), visit("Rust")]
    invite(hosts[0], amber, "First call")
    expect(bell).to_have_accessible_name("Notifications: 1 new")
    expect(page).to_have_title(re.compile(rf"^\({turns + 1}\) "))
    notes.expect_sounds(page, *INVITED)
    invite(hosts[1], amber, "Second call")
    expect(bell).to_have_accessible_name("Notifications: 2 new")
    expect(page).to_have_title(re.compile(rf"^\({turns + 2}\) "))

    for size in ((320, 568), (844, 390), (1280, 800)):
        turn_screen(page, size)
        expect(bell).to_be_in_viewport(ratio=1)
        expect(bell.get_by_text("2")).to_be_visible()
    bell.click()
    news = table.pages[0].dialog("Notifications")
    first, second = (news.get_by_role("group").filter(has_text=host.name) for host in hosts)
    first.get_by_role("button", name="Decline").click()
    expect(first).to_have_count(0)
    expect(bell).to_have_accessible_name("Notifications: 1 new")
    expect(page).to_have_title(re.compile(rf"^\({turns + 1}\) "))
    news.get_by_role("button", name="Close").click()
    expect(page).to_have_url(table.link)
    table.pages[0].expect_rack(7)

    bell.click()
    second.get_by_role("button", name="Accept").click()
    expect(page).to_have_title(re.compile("Second call"))
    expect(RoomPage(page).button("Leave seat")).to_be_visible()
