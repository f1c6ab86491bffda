"""The check of the bag on real pages: the contributions, the draw, and the check at the end."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from games.rules.plays.acts import Resign
from tests.browser.conftest import DESKTOP, PHONE, Complaints, Person, Visit
from tests.browser.lost_connections import NETWORK
from tests.browser.page_driver import RoomPage
from tests.screenshots import save_screenshot
from tests.site_processes import Site, SiteMaker

LONG_WAIT = 60
"""Seconds that the site waits for contributions to the bag; the longest allowed."""
HASH = re.compile(r"^[0-9a-f]{64}$")
Come = Callable[..., Person]


@pytest.fixture(scope="module")
def open_site(site_maker: SiteMaker) -> Iterator[Site]:
    """A site with unpredictable bags, which waits long for contributions."""
    made = site_maker.make("embedded", TEST_SEED="", BAG_SEED_TIMEOUT=str(LONG_WAIT))
    yield made
    site_maker.close(made)


@pytest.fixture
def come(visit: Visit, open_site: Site) -> Come:
    open_site.start()
    return partial(visit, at=open_site)


def seat_two(come: Come, title: str, **options: object) -> tuple[RoomPage, RoomPage]:
    host = come("Amber").make_room(title)
    guest = come("Cobalt", **options).open(host.link)
    guest.sit()
    expect(host.button("Start game")).to_be_visible()
    return host, guest


def read_hash(page: Page) -> str:
    found = json.loads(page.locator("#_state").text_content() or "")["seedHash"]
    assert HASH.match(found)
    return found


def test_two_players_check_the_bag_after_a_game(come: Come, shots_dir: Path) -> None:
    """The hash is shown before the start, the draw as it happens, and both again for a rematch."""
    host, guest = seat_two(come, "An open bag", viewport=PHONE)
    shown = read_hash(host.page)
    host.page.get_by_text("More about this room").click()
    expect(host.page.get_by_text(shown).first).to_be_visible()
    save_screenshot(host.page, shots_dir / "bag-waiting.png")
    host.start()
    for page in (host, guest):
        page.expect_rack(7)
        drawn = page.page.get_by_role("region", name="Draw for first move")
        expect(drawn).to_contain_text(re.compile(r"First to move: (Amber|Cobalt) \d+"))
        expect(page.last_move).to_contain_text(re.compile(r"Amber \d+ drew (a blank|[A-Z])"))
    save_screenshot(host.page, shots_dir / "bag-drawn.png")
    save_screenshot(guest.page, shots_dir / "bag-drawn-phone.png")
    host.page.get_by_text("Fair-draw proof").last.click()
    added = host.page.locator("#_bag_seed .contribution-list code")
    expect(added).to_have_count(2)
    contributions = added.all_inner_texts()
    assert contributions[0] != contributions[1]
    host.do(Resign())
    host.result.get_by_text("Fair-draw proof").click()
    host.result.get_by_role("link", name="Verify the bag").click()
    expect(host.page.get_by_text("Every draw matches.")).to_be_visible()
    expect(host.page.get_by_text("What your page added is included")).to_be_visible()
    for text in (shown, *contributions):
        expect(host.page.get_by_text(text).first).to_be_visible()
    save_screenshot(host.page, shots_dir / "bag-checked.png", full_page=True)
    host.page.go_back()
    host.offer_rematch(guest)
    guest.button("Rematch").click()
    for page in (host, guest):
        page.expect_rack(7)
        assert read_hash(page.page) != shown
    assert read_hash(host.page) == read_hash(guest.page)


@pytest.mark.full
def test_the_browser_detects_a_changed_record(come: Come) -> None:
    """The browser reports a site that publishes a different contribution from the page's."""
    host, _guest = seat_two(come, "A crooked bag")
    host.start()
    host.expect_rack(7)
    host.do(Resign())

    def lie(route: Route) -> None:
        record = route.fetch().json()
        record["contributions"][0] = "00" * 16
        route.fulfill(json=record)

    host.page.route("**/bag.json", lie)
    host.result.get_by_text("Fair-draw proof").click()
    host.result.get_by_role("link", name="Verify the bag").click()
    expect(host.page.get_by_text("The game doesn't match")).to_be_visible()
    expect(host.page.get_by_text("What your page added is not included.")).to_be_visible()


@pytest.mark.full
def test_the_check_passes_for_a_player_with_two_devices(come: Come, complaints: Complaints) -> None:
    complaints.allow("409")
    complaints.allow(NETWORK)
    amber, laptop = come("Amber"), come("", viewport=DESKTOP)
    held: list[Route] = []
    amber.page.route("**/contribute", lambda route: held.append(route))
    with amber.page.expect_request("**/contribute"):
        host = amber.make_room("Two devices")
    laptop.page.context.clear_cookies()
    laptop.page.context.add_cookies(amber.page.context.cookies())  # type: ignore[arg-type]
    with laptop.page.expect_response("**/contribute") as counted:
        second = laptop.open(host.link)
    with amber.page.expect_response("**/contribute") as late:
        held.pop().continue_()
    assert (counted.value.status, late.value.status) == (204, 409)
    come("Cobalt").open(host.link).sit()
    host.start()
    host.expect_rack(7)
    host.do(Resign())
    for room in (host, second):
        room.result.get_by_text("Fair-draw proof").click()
        room.result.get_by_role("link", name="Verify the bag").click()
        expect(room.page.get_by_text("Every draw matches.")).to_be_visible()
    expect(second.page.get_by_text("What your page added is included")).to_be_visible()
    expect(host.page.locator(".own")).to_be_hidden()


@pytest.mark.full
def test_a_closed_page_delays_the_start_only_briefly(
    visit: Visit, make_site: Callable[..., Site]
) -> None:
    """A game starts at once if the absent page was asked before; a rematch waits briefly."""
    site = make_site("embedded", TEST_SEED="", BAG_SEED_TIMEOUT="10")
    host, guest = seat_two(partial(visit, at=site), "Gone fishing")
    link = guest.link
    guest.page.goto("about:blank")
    host.start()
    host.expect_rack(7)
    host.do(Resign())
    guest.page.goto(link)
    guest.offer_rematch(host)
    guest.page.goto("about:blank")
    host.button("Rematch").click()
    expect(host.last_move).to_contain_text("The game is about to start")
    host.expect_rack(7)
    expect(host.page.locator("#_bag_seed .contribution-list em")).to_have_text("nothing")


def test_a_computer_opponent_does_not_delay_the_start(come: Come) -> None:
    """The tiles arrive long before the site would stop waiting for a page."""
    amber = come("Amber")
    amber.lobby.page.get_by_role("button", name="Play the computer").click()
    card = amber.page.get_by_role("dialog", name="Play the computer")
    card.get_by_role("radio", name="Gentle").check()
    card.get_by_role("button", name="Start").click()
    page = amber.open(amber.page.url)
    expect(page.rack.get_by_role("option")).to_have_count(7, timeout=LONG_WAIT * 1000 / 2)
