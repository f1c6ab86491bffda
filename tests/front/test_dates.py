"""Dates on a page are in the reader's time zone, including pushed parts and announcements."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.play.live.fragments import render_message
from tests.front.conftest import Room

pytestmark = [
    pytest.mark.browser,
    pytest.mark.urls("tests.front.sample_site"),
    pytest.mark.django_db,
]


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"timezone_id": "Asia/Tokyo"}


def test_pushed_dates_are_shown_and_read_out_in_the_readers_time_zone(
    show: Callable[[str], Room],
) -> None:
    room = show("theirs")
    said = "Cobalt's turn. Move due by 3 May 2026, 15:00 UTC."
    room.line.push(room.change(say=said))
    local = "Cobalt's turn. Move due by 4 May 2026, 00:00."
    expect(room.page.locator("#_status_line")).to_contain_text(local)
    expect(room.page.locator("#announcer")).to_contain_text(local)


def test_pages_send_the_browsers_time_zone(show: Callable[[str], Room]) -> None:
    kept = {cookie["name"]: cookie["value"] for cookie in show("theirs").page.context.cookies()}
    assert kept[settings.TIME_ZONE_COOKIE_NAME] == "Asia/Tokyo"


def test_a_reason_has_its_dates_in_the_readers_time_zone(show: Callable[[str], Room]) -> None:
    page = show("mine").page
    refusal = render_message("Not before 3 May 2026, 15:00 UTC.")
    page.route("**/r/kitchen7/earlier", lambda route: route.fulfill(status=409, body=refusal))
    page.get_by_text("Earlier games in this room").dispatch_event("click")
    expect(page.locator("#_message")).to_have_text("Not before 4 May 2026, 00:00.")
