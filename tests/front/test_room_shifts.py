"""Cumulative layout shift in a room while others play, write and pause."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.play.live.fragments import render_message
from games.play.perspective.viewdata import RoomView
from tests.front.conftest import ANIMATED, Room, resize
from tests.front.sample_rooms import SAMPLES, sample
from tests.front.test_budgets import MAX_SHIFT, RECORD_SHIFTS, TWO_FRAMES
from tests.front.test_clocks import clock
from tests.front.test_table_layout import (
    DESKTOP,
    HINT,
    LYING_PHONE,
    PHONE,
    SMALL_PHONE,
    chat_update,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]

SHIFTS = "window.shifts.reduce((sum, one) => sum + one, 0)"


def timed(name: str) -> RoomView:
    view = sample(name)
    left = (1_500_000, 3_723_000, 754_000, 61_000)[: len(view.seats)]
    return replace(view, clock=replace(clock((0, 0)), left=left), actions=view.actions | {"pause"})


@pytest.fixture(autouse=True)
def timed_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SAMPLES, "timed hinted", partial(timed, "hinted"))


def settle(page: Page) -> None:
    page.evaluate(ANIMATED)
    page.evaluate(TWO_FRAMES)


@pytest.mark.sampled(DESKTOP, SMALL_PHONE)
@pytest.mark.parametrize("size", [DESKTOP, LYING_PHONE, PHONE, SMALL_PHONE])
def test_nothing_jumps_when_others_act(
    size: tuple[int, int], show: Callable[[str], Room], page: Page
) -> None:
    resize(page, *size)
    page.add_init_script(RECORD_SHIFTS)
    room = show("timed hinted")
    page.wait_for_load_state("networkidle")
    view: RoomView = room.stage.view
    seats = tuple(replace(seat, delta=20, score=seat.score + 20) for seat in view.seats)
    paused = replace(clock((60_000, 70_000), None, stopped_because="paused"))
    asked = replace(paused, pause_requests=(1,), stopped_because="")
    events: dict[str, Callable[[], Any]] = {
        "a move": lambda: room.line.push(room.change(turn=15, to_move=1, seats=seats)),
        "a turn": lambda: room.line.push(room.change(turn=16, to_move=0, seats=view.seats)),
        "a hint": lambda: page.evaluate(HINT),
        "a message": lambda: room.line.push(render_message("That seat is taken. " * 4)),
        "a request": lambda: room.line.push(room.change(clock=asked)),
        "a pause": lambda: room.line.push(room.change(clock=paused)),
        "a verdict": lambda: room.line.push(room.change(challenge=sample("verdict").challenge)),
        "a chat message": lambda: room.line.chat[-1].send(chat_update(1, "Good luck")),
    }
    for what, happen in events.items():
        before = page.evaluate(SHIFTS)
        happen()
        expect(page.locator("#_state")).to_have_attribute("data-stamp", str(room.stage.view.stamp))
        settle(page)
        shifted = page.evaluate(SHIFTS) - before
        assert shifted < MAX_SHIFT, (what, shifted)
