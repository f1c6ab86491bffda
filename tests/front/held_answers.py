"""Holding back the site's answers, to give them late or in another order."""

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route

from tests.processes import wait_until


@pytest.fixture
def hold(page: Page) -> Callable[[str | re.Pattern[str]], list[Route]]:
    """Hold back the answers to requests like this one; the list fills with them."""

    def hold_back(url: str | re.Pattern[str]) -> list[Route]:
        held: list[Route] = []
        page.route(url, lambda route: held.append(route))
        return held

    return hold_back


def answer(route: Route, body: str, status: int = 200) -> None:
    """Answer a request that was held back, unless the page has given it up."""
    with suppress(Error):
        route.fulfill(body=body, status=status, content_type="text/html")


def await_count(page: Page, held: list[Route], count: int) -> None:
    def has_come() -> bool:
        page.evaluate("0")  # lets Playwright take requests
        return len(held) >= count

    wait_until(has_come, f"{count} requests")
