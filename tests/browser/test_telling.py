"""A player with two pages open is told once, and led on to the next game."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from games.rules.moves import Pass
from tests.browser.conftest import DESKTOP, Seating, Visit
from tests.browser.games import go_on
from tests.browser.script import Plan
from tests.browser.test_chat import WIDE, Talk

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
SETTLE = "() => navigator.locks.request('telling', () => {})"
MY_TURN, NAMED = [659, 988], [1175, 1397]


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
    Talk(table.pages[1].page).say(f"@{amber.name}, well played")
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
    expect(lobby.get_by_text("No other game waits for you just now.")).to_be_visible()
    lobby.get_by_role("button", name="Room menu").click()
    with lobby.expect_response("**/settings/told/sound/") as answer:
        lobby.get_by_role("checkbox", name="Play sounds").uncheck()
    assert answer.value.status == 204
    lobby.reload()
    expect(
        lobby.get_by_role("checkbox", name="Play sounds", include_hidden=True)
    ).not_to_be_checked()
