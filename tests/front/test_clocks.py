"""Clocks on the page: counted down by the server's time, with a sound when they run low."""

import re
import time
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.play.perspective.viewdata import ClockView
from tests.front.conftest import resize
from tests.processes import wait_until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

LEAD = 5_000
"""Milliseconds by which the browser's clock is wrong."""
CLOSE = 500
"""Milliseconds by which a page that knows the server's time may be wrong."""
QUESTIONS = 8
"""How often a page asks for the time when its clocks appear."""

SLOW_LINE = """(() => {
  const pauses = [20, 310, 60, 190, 130, 250];
  let sent = 0;
  const delay = () => pauses[sent++ %% pauses.length];
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (said) { setTimeout(() => send.call(this, said), delay()); };
  const hear = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (kind, listener, ...more) {
    const late = (event) => setTimeout(() => listener.call(this, event), delay());
    hear.call(this, kind, kind === "message" ? late : listener, ...more);
  };
  const ours = Date.now;
  Date.now = () => ours() + %d;
})()"""

FLIP = """async () => {
  const shown = document.querySelector("#clocks .running time");
  const before = shown.textContent;
  while (shown.textContent === before) await new Promise((go) => setTimeout(go, 5));
  return [shown.textContent, Date.now() - %d];
}"""


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def clock(left: tuple[int, int], running: int | None = 0, **more: Any) -> ClockView:
    return replace(
        ClockView(left, running, now_ms(), 60_000, turns=False, stopped_because=""), **more
    )


def test_both_clocks_are_in_a_region_and_only_text_changes(show, page) -> None:
    room = show("mine")
    region = page.get_by_role("region", name="Clocks")
    expect(region).to_be_hidden()
    room.line.push(room.change(clock=clock((754_000, 661_000))))
    expect(region).to_be_visible()
    expect(region.locator("time")).to_have_text([re.compile(r"^12:[0-3]\d$"), "11:01"])
    expect(region).to_contain_text("Amber")
    assert region.get_attribute("aria-live") is None
    page.evaluate(
        """() => {
          window.seen = [];
          const watch = (records) => seen.push(...records.map((one) => one.target.nodeName));
          new MutationObserver(watch).observe(document.querySelector(".left"),
            { childList: true, subtree: true, attributes: true });
        }"""
    )
    page.wait_for_function("() => seen.length > 2")
    assert set(page.evaluate("window.seen")) == {"TIME"}


def test_the_page_follows_the_servers_time(page, show) -> None:
    """Even on a line with 300 ms of jitter, and with a wrong clock in the browser.

    How closely is tested without a browser, in ``clock.test.js``.
    """
    page.add_init_script(SLOW_LINE % LEAD)
    room = show("mine")
    shown = clock((100_000, 100_000))
    room.line.push(room.change(clock=shown))
    wait_until(lambda: bool(page.title()) and room.line.asked_time >= QUESTIONS, "all questions")
    errors: list[float] = []
    while not errors or (min(errors) >= CLOSE and len(errors) < 6):
        said, at = page.evaluate(FLIP % LEAD)
        seconds = int(said.split(":")[0]) * 60 + int(said.split(":")[1])
        errors.append(abs(at - (shown.since + 100_000 - seconds * 1000)))
    assert min(errors) < CLOSE, "but for looks that a busy machine took too late"


def test_low_time_is_shown_announced_and_sounded_once(show, page) -> None:
    page.add_init_script(
        """window.rung = [];
        document.addEventListener("gameevent", ({ detail }) => rung.push(detail.sound));"""
    )
    room = show("mine")
    room.line.push(room.change(clock=clock((31_000, 100_000))))
    mine = page.locator("#clocks .clock").first
    expect(mine).to_have_class("clock p0 running low")
    said = page.locator("#announcer p", has_text="30 seconds left")
    expect(said).to_have_count(1)
    shown = clock((10_500, 100_000))
    room.line.push(room.change(clock=shown))
    expect(mine).to_have_class("clock p0 running urgent")
    expect(page.locator("#announcer p", has_text="10 seconds left")).to_have_count(1)
    expect(mine.locator("time")).to_have_text(re.compile(r"^0:0\d\.\d$"))
    expect(said).to_have_count(1)
    assert page.evaluate("rung") == ["low_time", "urgent"]


def test_overtime_and_paused_clocks_are_labelled(show, page) -> None:
    room = show("mine")
    room.line.push(room.change(clock=clock((-61_000, 5_000), overtime=300_000)))
    mine = page.locator("#clocks .clock").first
    expect(mine.locator("small")).to_have_text("−20")
    expect(mine.locator("time")).to_have_text(re.compile(r"^−1:(0[1-9]|[1-5]\d)$"))
    paused = clock((60_000, 70_000), None, stopped_because="paused")
    room.line.push(room.change(clock=paused))
    expect(mine.locator("small")).to_have_text("paused")
    expect(mine.locator("time")).to_have_text("1:00")


def test_players_who_may_challenge_the_last_play_see_the_time_left(show, page) -> None:
    room = show("four")
    asked: dict[str, Any] = {"asked": (1, 3), "until": now_ms() + 29_500}
    room.line.push(room.change(clock=replace(clock((0, 0), None, **asked), left=(None,) * 4)))
    clocks = page.locator("#clocks .clock")
    for seat in range(4):
        expect(clocks.nth(seat)).to_be_visible(visible=seat in asked["asked"])
        card = page.locator("#_seats .seat").nth(seat).bounding_box()
        figure = clocks.nth(seat).bounding_box()
        assert card and figure and abs(card["x"] - figure["x"]) < 1
    expect(clocks.nth(3)).to_have_class(re.compile("^clock p3 running (low|urgent)$"))
    expect(clocks.nth(3).locator("time")).to_have_text(re.compile(r"^0:[0-2]\d"))


SMALLEST = ((1440, 900, 24), (1100, 800, 21), (390, 844, 18), (320, 568, 18))
"""Widths and heights of screens, and the least font size of their clocks, in pixels."""


@pytest.mark.sampled("four")
@pytest.mark.parametrize("name", ["mine", "four", "qwibble"])
def test_a_clock_stays_on_its_card_and_covers_no_score(show, page, name) -> None:
    room = show(name)
    count = len(room.stage.view.seats)
    figures = tuple(3_723_000 + seat for seat in range(count))
    room.line.push(room.change(clock=replace(clock((0, 0)), left=figures)))
    expect(page.locator("#clocks .clock")).to_have_count(count)
    for width, height, smallest in SMALLEST:
        resize(page, width, height)
        check_clocks(page, count)
        figure = page.locator("#clocks time").first
        pixels = figure.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert pixels >= smallest, "readable at arm's length"


def check_clocks(page: Page, count: int) -> None:
    for seat in range(count):
        card = page.locator("#_seats .seat").nth(seat).bounding_box()
        score = page.locator("#_seats .score").nth(seat).bounding_box()
        figure = page.locator("#clocks time").nth(seat).bounding_box()
        assert card and score and figure
        assert card["x"] <= figure["x"]
        assert figure["x"] + figure["width"] <= card["x"] + card["width"] + 1
        assert card["y"] <= figure["y"]
        assert figure["y"] + figure["height"] <= card["y"] + card["height"] + 1
        is_above = score["y"] + score["height"] <= figure["y"] + 3
        assert is_above or score["x"] + score["width"] <= figure["x"] + 1
