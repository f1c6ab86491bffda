"""Light enough, readable for everyone, and without complaints in the console."""

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from games.rules.moves import Resign
from tests.browser.conftest import DESKTOP, Seating, Table, Visit
from tests.browser.games import go_on
from tests.browser.script import Plan

MOST_BYTES = 100_000
MOST_REQUESTS = 14
MOST_BUNDLE = 6 * 1024
POWERS = 1024
"""More for the one who hosts: what the room's menu lets them do."""


class Scales:
    """Weighs what a page loads, as it comes over the wire."""

    def __init__(self, page: Page) -> None:
        self.sizes: dict[str, float] = {}
        self.urls: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.on("Network.responseReceived", self._receive)
        session.on("Network.loadingFinished", self._finish)

    def _receive(self, event: dict[str, Any]) -> None:
        if not event["response"]["url"].startswith("data:"):
            self.urls[event["requestId"]] = event["response"]["url"]

    def _finish(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.urls:
            self.sizes[self.urls[event["requestId"]]] = event["encodedDataLength"]

    def check(self) -> None:
        assert len(self.sizes) <= MOST_REQUESTS, sorted(self.sizes)
        assert 0 < sum(self.sizes.values()) < MOST_BYTES, self.sizes


def test_first_load_is_light(seat_all: Seating, visit: Visit) -> None:
    """Lobby and room, each by somebody who has never been here."""
    table = seat_all(Plan("Light as a feather"))
    table.hurry(6)
    for path in ("/", table.link):
        page = visit("", viewport=DESKTOP).page
        scales = Scales(page)
        page.goto(path, wait_until="networkidle")
        scales.check()


def test_bundle_is_small(seat_all: Seating) -> None:
    """The whole state in the middle of a game, as it travels with every move."""
    table = seat_all(Plan("In a nutshell"))
    table.hurry(9)
    assert 35 <= len(table.plan.state.board) <= 70, "this is not the middle of the game"
    for page in table.pages:
        bundle = page.page.request.get(f"{table.link}bundle?stamp=0").body()
        assert b"_state" in bundle
        hosts = b"host-title" in bundle
        assert len(bundle) <= MOST_BUNDLE + (POWERS if hosts else 0)


def check_access(page: Page) -> None:
    """Nothing that axe calls serious or critical."""
    found = Axe().run(page).response["violations"]
    grave = [
        (one["id"], [node["html"][:120] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not grave


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_read(scheme: str, seat_all: Seating, visit: Visit, shots_dir: Path) -> None:
    """axe on the lobby, a waiting room, a game with tiles laid, its end, and a dictionary."""
    plan = Plan("Plain sight")
    amber = visit("Amber", color_scheme=scheme)
    shots = iter(("lobby", "waiting", "playing", "end", "dictionaries", "dictionary", "record"))

    def look() -> None:
        amber.page.screenshot(path=shots_dir / f"{scheme}-{next(shots)}.png")
        check_access(amber.page)

    amber.lobby.page.wait_for_load_state("networkidle")
    look()
    amber.lobby.make_room("Waiting room")
    look()
    table = seat_all(plan, [amber, visit("Cobalt")])
    table.hurry(7 if plan.mover == 0 else 6)
    if table.mover is table.pages[0]:
        table.mover.lay(go_on(plan)[1])  # type: ignore[arg-type]
    expect(table.pages[0].last_move).not_to_be_empty()
    look()
    finish(table)
    look()
    amber.page.goto("/dictionaries/")
    look()
    amber.page.get_by_role("link", name="English (open)").first.click()
    amber.page.wait_for_load_state()
    look()
    amber.page.goto(table.link)
    table.pages[0].result.get_by_role("link", name="Record").click()
    amber.page.wait_for_load_state()
    look()


def finish(table: Table) -> None:
    """The shortest way to the end: somebody resigns."""
    table.pages[1].do(Resign())
    for page in table.pages:
        expect(page.result).to_be_visible()
