"""A player with two open pages is notified once, led on to the next game, and invited in a game."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from games.rules.plays.acts import Pass
from tests.browser.conftest import DESKTOP, Person, Seating, Visit
from tests.browser.http_actions import PLAIN_ROOM, post
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import Plan
from tests.browser.scripted_games import go_on
from tests.browser.test_chat import WIDE, ChatPanel
from tests.browser.test_phone import turn_screen

STUBS = """
const note = (name, what) => {
  const known = JSON.parse(localStorage.getItem(name) || "[]");
  localStorage.setItem(name, JSON.stringify([...known, what]));
};
const part = () => ({ connect: (next) => next, start() {}, stop() {} });
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  createOscillator() {
    return { ...part(), frequency: { set value(pitch) { note("heard", pitch); } } };
  }
  createGain() {
    return { ...part(), gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };
  }
};
window.Notification = class extends EventTarget {
  static permission = "granted";
  constructor(_title, { tag }) { super(); note("shown", tag); }
  close() {}
};
"""
HIDE = """
Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
document.dispatchEvent(new Event("visibilitychange"));
"""
SETTLE = "() => navigator.locks.request('notifications', () => {})"
MY_TURN, NAMED, INVITED = [659, 988], [1175, 1397], [523, 659, 784]


def kept(page: Page, name: str) -> list[Any]:
    found: list[Any] = json.loads(page.evaluate(f"localStorage.getItem('{name}') || '[]'"))
    return found


def test_two_pages_ring_once_and_a_key_leads_to_the_game(seat_all: Seating, visit: Visit) -> None:
    plan = Plan("Two pages of mine")
    amber = visit("Amber", viewport=DESKTOP)
    amber.page.context.add_init_script(STUBS)
    table = seat_all(plan, [amber, visit("Cobalt", viewport=WIDE)])
    if plan.mover == 1:
        table.do(go_on(plan)[1])
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
    room.evaluate("localStorage.setItem('heard', '[]')")

    table.do(go_on(plan)[1])
    for page in both:
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        page.evaluate(SETTLE)
    lobby.wait_for_function("() => localStorage.getItem('heard') !== '[]'")
    assert kept(lobby, "heard") == MY_TURN
    ChatPanel(table.pages[1].page).say(f"@{amber.name}, well played")
    lobby.wait_for_function("() => JSON.parse(localStorage.getItem('heard')).length > 2")
    assert kept(lobby, "heard") == MY_TURN + NAMED
    assert kept(lobby, "shown") == [], "somebody looks on"

    table.do(Pass())
    expect(lobby).to_have_title("Lobby – Tileroom")
    for page in both:
        page.evaluate(HIDE)
    table.do(go_on(plan)[1])
    lobby.wait_for_function("() => localStorage.getItem('shown')")
    for page in both:
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        page.evaluate(SETTLE)
    state = table.pages[0].read_state()
    assert kept(lobby, "shown") == [f"turn:{state['game']}:{state['turn']}"]
    assert kept(lobby, "heard") == MY_TURN + NAMED + MY_TURN

    lobby.bring_to_front()
    lobby.keyboard.press(">")
    lobby.wait_for_url(table.link)
    expect(lobby).to_have_title(f"(1) Your turn · {plan.title} – Tileroom")
    lobby.keyboard.press(">")
    expect(lobby.get_by_text("No other game is waiting for you.")).to_be_visible()
    lobby.get_by_role("button", name="Room menu").click()
    with lobby.expect_response("**/settings/told/sound/") as answer:
        lobby.get_by_role("checkbox", name="Play sounds").uncheck()
    assert answer.value.status == 204
    lobby.reload()
    expect(
        lobby.get_by_role("checkbox", name="Play sounds", include_hidden=True)
    ).not_to_be_checked()

    # The settings page has the same switch, which needs no "Save" either; other pages follow it.
    lobby.goto("/settings/told/")
    switch = lobby.get_by_role("checkbox", name="Play sounds")
    expect(switch).not_to_be_checked()
    with lobby.expect_response("**/settings/told/sound/") as answer:
        switch.check()
    assert answer.value.status == 204
    lobby.reload()
    expect(switch).to_be_checked()


def invite(host: Person, guest: Person, title: str) -> None:
    """Open a room and invite somebody, without using the page."""
    wanted = PLAIN_ROOM | {"title": title, "seats": "2", "opponent": guest.name, "name": host.name}
    post(host.page, "/rooms/", htmx=False, **wanted)


def test_an_invitation_arrives_while_one_plays(seat_all: Seating, visit: Visit) -> None:
    """The bell in a room shows, sounds and counts it, and the player answers without leaving."""
    plan = Plan("Called away")
    amber = visit("Amber", viewport=DESKTOP)
    amber.page.context.add_init_script(STUBS)
    table = seat_all(plan, [amber, visit("Cobalt", viewport=WIDE)])
    page, turns = amber.page, int(plan.mover == 0)
    table.pages[0].square("A1").click()
    page.evaluate("localStorage.setItem('heard', '[]')")
    bell = page.get_by_role("button", name=re.compile("^Notifications"))
    expect(bell).to_have_accessible_name("Notifications")

    hosts = [visit("Jade"), visit("Rust")]
    invite(hosts[0], amber, "First call")
    expect(bell).to_have_accessible_name("Notifications: 1 new")
    expect(page).to_have_title(re.compile(rf"^\({turns + 1}\) "))
    page.wait_for_function("() => JSON.parse(localStorage.getItem('heard')).length > 2")
    assert kept(page, "heard") == INVITED
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
    assert page.url == table.link
    table.pages[0].expect_rack(7)

    bell.click()
    second.get_by_role("button", name="Accept").click()
    expect(page).to_have_title(re.compile("Second call"))
    expect(RoomPage(page).button("Leave seat")).to_be_visible()
