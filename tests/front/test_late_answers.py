"""Responses that are late, out of order, or missing."""

import json
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, WebSocketRoute, expect

from games.play.live.fragments import render_message
from tests.front.conftest import Room
from tests.front.test_chat import type_at
from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


@pytest.fixture
def hold(page: Page) -> Callable[[str | re.Pattern[str]], list[Route]]:
    """Hold back the responses to matching requests, and collect them in the list."""

    def hold_back(url: str | re.Pattern[str]) -> list[Route]:
        held: list[Route] = []
        page.route(url, lambda route: held.append(route))
        return held

    return hold_back


def answer(route: Route, body: str, status: int = 200) -> None:
    """Answer a request that was held back, unless the page has cancelled it."""
    with suppress(Error):
        route.fulfill(body=body, status=status, content_type="text/html")


def await_count(page: Page, held: list[Route], count: int) -> None:
    def has_come() -> bool:
        page.evaluate("0")  # lets Playwright take requests
        return len(held) >= count

    wait_until(has_come, f"{count} requests", 10)


class TestDialogs:
    """Score details and "about this player" show the last request, or nothing."""

    @staticmethod
    def scores(room: Room) -> Callable[[int], None]:
        return lambda number: room.page.locator(
            f'.moves li[value="{number}"] button ~ button'
        ).click()

    def test_the_last_press_decides(self, show, page: Page, hold) -> None:
        room = show("mine")
        press, held = self.scores(room), hold("**/moves/*/")
        press(14)
        press(13)
        await_count(page, held, 2)
        dialog = page.get_by_role("dialog", name="Score of this move")
        expect(dialog).to_be_hidden()
        answer(held[1], "<h2>Thirteen</h2>")
        expect(dialog).to_contain_text("Thirteen")
        answer(held[0], "<h2>Fourteen</h2>")
        page.evaluate("() => new Promise((go) => setTimeout(go))")
        expect(dialog).to_contain_text("Thirteen")
        expect(dialog).not_to_contain_text("Fourteen")
        expect(page.locator("#_message")).to_be_empty()

    def test_a_dialog_never_opens_with_its_earlier_content(self, show, page: Page, hold) -> None:
        room = show("mine")
        page.evaluate(
            """() => {
              window.shown = [];
              const { showModal } = HTMLDialogElement.prototype;
              HTMLDialogElement.prototype.showModal = function () {
                shown.push(this.querySelector("h2")?.textContent);
                showModal.call(this);
              };
            }"""
        )
        press, held = self.scores(room), hold("**/moves/*/")
        dialog = page.get_by_role("dialog", name="Score of this move")
        for number, words in ((14, "Fourteen"), (13, "Thirteen")):
            press(number)
            await_count(page, held, 1)
            expect(dialog).to_be_hidden()
            answer(held.pop(), f"<h2>{words}</h2>")
            expect(dialog).to_contain_text(words)
            dialog.get_by_role("button", name="Close").click()
        press(14)
        press(14)
        await_count(page, held, 2)
        for route in held:
            answer(route, "<h2>Fourteen</h2>")
        expect(dialog).to_be_visible()
        assert page.evaluate("shown") == ["Fourteen", "Thirteen", "Fourteen"]

    @pytest.mark.sampled("line")
    @pytest.mark.parametrize("fails", ["line", "503", "429"])
    def test_a_failure_is_announced_and_the_next_press_works(
        self, show, page: Page, hold, fails: str
    ) -> None:
        room = show("mine")
        press, held = self.scores(room), hold("**/moves/*/")
        press(14)
        await_count(page, held, 1)
        if fails == "line":
            held.pop().abort()
        else:
            body = render_message("Wait a little.") if fails == "429" else "<h1>Oops</h1>"
            answer(held.pop(), body, int(fails))
        said = "Wait a little." if fails == "429" else "That couldn't be loaded."
        expect(page.locator("#_message")).to_contain_text(said)
        dialog = page.get_by_role("dialog", name="Score of this move")
        expect(dialog).to_be_hidden()
        press(14)
        await_count(page, held, 1)
        answer(held.pop(), "<h2>Fourteen</h2>")
        expect(dialog).to_contain_text("Fourteen")

    def test_the_last_pressed_author_is_shown(self, show, page: Page, hold) -> None:
        page.set_viewport_size({"width": 1440, "height": 900})
        room = show("mine")
        push_chat(room, lines("Amber", "Cobalt"))
        held = hold(re.compile(r"/chat/\d+/$"))
        chat = page.get_by_role("region", name="Chat", exact=True)
        for name in ("Amber", "Cobalt"):
            chat.get_by_role("button", name=name).click()
        await_count(page, held, 2)
        dialog = page.get_by_role("dialog", name="About this player")
        answer(held[1], "<h2>Cobalt</h2><button>Block</button>")
        expect(dialog).to_contain_text("Cobalt")
        answer(held[0], "<h2>Amber</h2><button>Block</button>")
        page.evaluate("() => new Promise((go) => setTimeout(go))")
        expect(dialog).to_contain_text("Cobalt")

    def test_conditional_moves_of_an_ended_turn_do_not_open(self, show, page: Page, hold) -> None:
        room = show("theirs")
        room.line.push(room.change(actions=frozenset({"reply", "resign"})))
        held = hold("**/replies/")
        room.button("Room menu").click()
        room.button("Conditional moves").click()
        await_count(page, held, 1)
        room.line.push(room.change(turn=15, actions=frozenset({"play", "pass", "resign"})))
        expect(room.button("Pass")).to_have_attribute("aria-disabled", "false")
        answer(held[0], '<div id="_replies">Your plans</div>')
        page.evaluate("() => new Promise((go) => setTimeout(go))")
        expect(page.get_by_role("dialog", name="Conditional moves")).to_be_hidden()


def lines(*names: str, first: int = 1) -> str:
    return "".join(
        f'<li id="m{number}" data-by="{name}">'
        f'<button class="author" data-person="{number}">{name}</button><p>Line {number}</p></li>'
        for number, name in enumerate(names, first)
    )


def push_chat(room: Room, shown: str, since: int = 0) -> None:
    wait_until(lambda: bool(room.page.title()) and bool(room.line.chat), "the chat listens", 10)
    room.line.chat[-1].send(
        f'<div id="_chat" data-stamp="5" data-epoch="1" data-since="{since}" data-open="1">'
        f'<ol>{shown}</ol><div class="channel-choice"></div></div>'
    )


def test_earlier_messages_pressed_twice_are_shown_once(show, page: Page, hold) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    room = show("mine")
    push_chat(room, lines("Amber", "Cobalt", first=11), since=11)
    held = hold("**/chat?before=*")
    button = room.button("Earlier messages")
    button.dblclick()
    await_count(page, held, 1)
    button.dispatch_event("click")
    for route in held:
        answer(route, f'<ol id="_older" data-since="0">{lines("Cobalt", "Amber", first=9)}</ol>')
    shown = page.locator(".chat-lines li")
    expect(shown).to_have_count(4)
    ids = shown.evaluate_all("lines => lines.map((line) => line.id)")
    assert ids == ["m9", "m10", "m11", "m12"]
    expect(button).to_be_hidden()


def test_earlier_messages_that_leave_a_gap_are_dropped(show, page: Page, hold) -> None:
    """After a long outage the newest messages may begin later."""
    page.set_viewport_size({"width": 1440, "height": 900})
    room = show("mine")
    push_chat(room, lines("Amber", "Cobalt", first=11), since=11)
    held = hold("**/chat?before=*")
    room.button("Earlier messages").click()
    await_count(page, held, 1)
    push_chat(room, lines("Amber", first=90), since=90)
    expect(page.locator(".chat-lines li")).to_have_count(1)
    answer(held.pop(), f'<ol id="_older" data-since="0">{lines("Amber", first=10)}</ol>')
    expect(room.button("Earlier messages")).to_have_attribute("aria-disabled", "false")
    expect(page.locator(".chat-lines li")).to_have_count(1)


def steps(count: int = 14) -> str:
    step = {"scores": [1, 2], "tiles": [], "off": [], "last": [], "stolen": []}
    return json.dumps({"steps": [{**step, "said": f"Step {n}."} for n in range(1, count + 1)]})


class TestLookingBack:
    """Presses while the moves are being loaded."""

    def test_every_press_counts(self, show, page: Page, hold) -> None:
        room = show("mine")
        held = hold("**/steps/**")
        for _ in range(3):
            page.keyboard.press("Shift+PageUp")
        await_count(page, held, 1)
        for route in held:
            answer(route, steps())
        expect(page.locator("#history-bar")).to_contain_text("Move 11 of 14")
        assert len(held) == 1
        room.page.keyboard.press("Shift+PageUp")
        expect(page.locator("#history-bar")).to_contain_text("Move 10 of 14")

    @pytest.mark.sampled("tile")
    @pytest.mark.parametrize("turns", ["Escape", "Shift+End", "tile"])
    def test_returning_to_the_latest_move_stays_there(
        self, show, page: Page, hold, turns: str
    ) -> None:
        room = show("mine")
        held = hold("**/steps/**")
        page.keyboard.press("Shift+PageUp")
        await_count(page, held, 1)
        if turns == "tile":
            type_at(room, "B2", "se")
        else:
            page.keyboard.press(turns)
        with page.expect_response("**/steps/**") as came:
            answer(held[0], steps())
        came.value.finished()
        page.evaluate("() => new Promise((go) => setTimeout(go))")
        expect(page.locator("#history-bar")).to_be_hidden()
        page.keyboard.press("Shift+PageUp")
        expect(page.locator("#history-bar")).to_contain_text("Move 13 of 14")


def test_the_name_typed_last_is_saved_last(page: Page, hold, live_server, errors) -> None:
    page.goto(f"{live_server.url}/")
    held = hold("**/name/")
    field = page.get_by_role("textbox", name="Playing as")
    for name in ("Umber", "Sienna"):
        field.fill(name)
        field.dispatch_event("change")
        await_count(page, held, 1)
    assert len(held) == 1, "the second name waits for the first"
    for name in ("Umber", "Sienna"):
        await_count(page, held, 1)
        route = held.pop()
        assert (route.request.post_data or "").endswith(f"name={name}")
        answer(route, "")


ONLINE = (
    '<section id="_online" data-online="{mark}" data-url="/following/online/">'
    '<ul class="followed-members">{names}</ul></section>'
)
BELL = '<div id="_bell" data-news="0" data-turns="0" data-online="{mark}"></div>'


def test_an_older_list_of_people_does_not_replace_a_newer_one(
    page: Page, hold, live_server, line, errors
) -> None:
    page.goto(f"{live_server.url}/")
    held = hold("**/following/online/")
    sockets: list[WebSocketRoute] = []

    def is_connected() -> bool:
        page.evaluate("0")  # lets Playwright take requests
        sockets[:] = [route for route in line.routes if "/ws/me/" in route.url]
        return bool(sockets)

    wait_until(is_connected, "the page listens", 10)
    for mark in ("1", "2"):
        sockets[-1].send(BELL.format(mark=mark))
        await_count(page, held, int(mark))
    older, newer = held
    people = page.locator("#_online li")
    answer(newer, ONLINE.format(mark="2", names="<li>Amber</li><li>Cobalt</li>"))
    expect(people).to_have_count(2)
    answer(older, ONLINE.format(mark="1", names="<li>Amber</li>"))
    page.evaluate("() => new Promise((go) => setTimeout(go))")
    expect(people).to_have_count(2)
