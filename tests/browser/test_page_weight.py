"""Pages are small, accessible, and free of errors in the console."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from games.rules.plays.acts import Resign
from tests.accessibility import COLOUR_RULES, find_violations
from tests.browser.conftest import DESKTOP, Seating, Table, Visit
from tests.browser.planned_games import Plan
from tests.browser.scripted_games import choose_longest_play
from tests.screenshots import save_screenshot

MAX_BYTES = 100_000
MAX_REQUESTS = 14
MAX_BUNDLE = 6 * 1024 + 512
POWERS = 1024
"""Additional bytes for a host, whose room menu has more entries."""


class TransferMeter:
    """Measures everything a page loads, in bytes transferred over the network."""

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
        assert len(self.sizes) <= MAX_REQUESTS, sorted(self.sizes)
        assert 0 < sum(self.sizes.values()) < MAX_BYTES, self.sizes


def test_first_load_is_light(seat_all: Seating, visit: Visit) -> None:
    """Lobby and room, each with an empty cache."""
    table = seat_all(Plan("Light as a feather"))
    table.hurry(6)
    for path in ("/", table.link):
        page = visit("", viewport=DESKTOP).page
        scales = TransferMeter(page)
        page.goto(path, wait_until="networkidle")
        scales.check()


def test_bundle_is_small(seat_all: Seating) -> None:
    """The whole state in the middle of a game, as it is sent after every move."""
    table = seat_all(Plan("In a nutshell"))
    table.hurry(9)
    assert 35 <= len(table.plan.state.board) <= 70, "this is not the middle of the game"
    for page in table.pages:
        bundle = page.page.request.get(f"{table.link}bundle?stamp=0").body()
        assert b"_state" in bundle
        for name in table.names:  # their numbers grow with the people before
            bundle = bundle.replace(name.encode(), b"Amber 1")
        hosts = b"host-title" in bundle
        assert len(bundle) <= MAX_BUNDLE + (POWERS if hosts else 0), bundle.decode()


def check_access(page: Page, *rules: str) -> None:
    """Check that axe finds nothing serious or critical, by all its rules or by these."""
    page.wait_for_load_state()
    assert not find_violations(page, *rules)


def test_the_main_pages_are_accessible(seat_all: Seating, visit: Visit, shots_dir: Path) -> None:
    """axe checks the lobby, a waiting room, a game and its end, a record, and dictionaries."""
    plan = Plan("Plain sight")
    amber = visit("Amber", color_scheme="light")
    shots = iter(("lobby", "waiting", "playing", "end", "dictionaries", "dictionary", "record"))

    def look() -> None:
        shot = next(shots)
        amber.page.emulate_media(color_scheme="light")
        save_screenshot(amber.page, shots_dir / f"light-{shot}.png")
        check_access(amber.page)
        amber.page.emulate_media(color_scheme="dark")
        save_screenshot(amber.page, shots_dir / f"dark-{shot}.png")
        check_access(amber.page, *COLOUR_RULES)

    amber.lobby.page.wait_for_load_state("networkidle")
    look()
    amber.make_room("Waiting room")
    look()
    table = seat_all(plan, [amber, visit("Cobalt")])
    table.hurry(7 if plan.mover == 0 else 6)
    if table.mover is table.pages[0]:
        table.mover.lay(choose_longest_play(plan)[1])  # type: ignore[arg-type]
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
    table.pages[0].result.get_by_role("link", name="Review game").click()
    amber.page.wait_for_load_state()
    look()


def finish(table: Table) -> None:
    """Finish the game in the shortest way: resign."""
    table.pages[1].do(Resign())
    for page in table.pages:
        expect(page.result).to_be_visible()
