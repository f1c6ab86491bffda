"""One site for all browser tests, with draws that are known, and people who look at it.

``visit("Amber")`` is a person with a browser of their own, already named. Whatever a page
complains about in its console fails the test, unless the test has said that it may.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from games.rules.moves import Act
from tests.browser.driver import Lobby, RoomPage
from tests.browser.script import TEST_SEED, Plan
from tests.sites import Site, SiteMaker

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
TIMEOUT = 30_000

_numbers = count(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def known_site(site_maker: SiteMaker) -> Iterator[Site]:
    made = site_maker.make("embedded", TEST_SEED=TEST_SEED)
    yield made
    site_maker.close(made)


@pytest.fixture
def site(known_site: Site, request: pytest.FixtureRequest) -> Site:
    known_site.start()
    request.node.site = known_site
    return known_site


@dataclass
class Complaints:
    """What pages said in their consoles; ``allow`` names what a test brings about on purpose."""

    heard: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    always: tuple[str, ...] = ("Service Worker registration blocked by Playwright",)

    def allow(self, pattern: str) -> None:
        self.allowed.append(pattern)

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._take)
        context.on("weberror", lambda error: self.heard.append(str(error.error)))

    def _take(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.heard.append(f"{message.type}: {message.text}")

    def unexpected(self) -> list[str]:
        return [
            said
            for said in self.heard
            if not any(re.search(one, said) for one in (*self.always, *self.allowed))
        ]


@pytest.fixture(scope="session")
def all_complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def complaints(all_complaints: Complaints) -> Iterator[Complaints]:
    all_complaints.heard.clear()
    all_complaints.allowed.clear()
    yield all_complaints
    assert not all_complaints.unexpected()


@dataclass
class Person:
    """Somebody at a browser of their own."""

    name: str
    page: Page

    @property
    def lobby(self) -> Lobby:
        return Lobby(self.page)

    def open(self, link: str) -> RoomPage:
        return RoomPage(self.page, link)


Visit = Callable[..., Person]


class Company:
    """The people of a test session. Those who need nothing special come again and again."""

    def __init__(self, browser: Browser, complaints: Complaints) -> None:
        self.browser = browser
        self.complaints = complaints
        self.regulars: dict[tuple[str, str], Person] = {}
        self.guests: list[Person] = []

    def come(self, name: str, site: Site, **options: Any) -> Person:
        if options:
            self.guests.append(self._arrive(name, site, options))
            return self.guests[-1]
        key = name, site.url
        if key not in self.regulars:
            self.regulars[key] = self._arrive(name, site, {})
        return self.regulars[key]

    def _arrive(self, name: str, site: Site, options: dict[str, Any]) -> Person:
        settings = {
            "viewport": DESKTOP,
            "reduced_motion": "reduce",
            "base_url": site.url,
            "service_workers": "block",  # it has a test of its own
        }
        context = self.browser.new_context(**(settings | options))
        context.set_default_timeout(TIMEOUT)
        self.complaints.listen(context)
        person = Person(f"{name} {next(_numbers)}" if name else "", context.new_page())
        if name:
            person.lobby.take_name(person.name)
        return person

    def go(self) -> None:
        """Guests leave for good, regulars leave the site."""
        for person in self.guests:
            person.page.context.close()
        self.guests.clear()
        for person in self.regulars.values():
            person.page.goto("about:blank")


@pytest.fixture(scope="session")
def company(browser: Browser, all_complaints: Complaints) -> Company:
    return Company(browser, all_complaints)


@pytest.fixture
def visit(company: Company, site: Site, complaints: Complaints) -> Iterator[Visit]:
    """``visit("Amber")`` is a regular; with arguments of a browser context it is a guest.

    Names get a number, as they are unique on a site and the site serves all tests. A person
    without a name has not yet been on the site.
    """

    def come(name: str, *, at: Site = site, **options: Any) -> Person:
        return company.come(name, at, **options)

    expect.set_options(timeout=TIMEOUT)
    yield come
    company.go()


@dataclass
class Table:
    """A running game: the plan, and a page for everyone who sits there, in the seats' order."""

    plan: Plan
    names: list[str]
    pages: list[RoomPage]
    link: str

    @property
    def mover(self) -> RoomPage:
        return self.pages[self.plan.mover]

    def do(self, act: Act) -> None:
        """The next act, through the page of whoever is to move."""
        self.mover.do(act)
        self.plan.do(act)

    def hurry(self, plays: int) -> None:
        """Put the longest plays on the board without the page's help; then all have seen them."""
        for _ in range(plays):
            play, page = self.plan.plays()[0], self.mover
            position, tiles = play.write(self.plan.state.tile_set)
            fields = {"game": str(page.read_state()["game"]), "position": position, "tiles": tiles}
            turn = {"turn": str(self.plan.state.turn_number)}
            assert page.post("play", fields | turn).ok
            self.plan.do(play)
        for page in self.pages:
            page.expect_moves(len(self.plan.log))


Seating = Callable[..., Table]


@pytest.fixture
def seat_all(visit: Visit) -> Seating:
    """``seat_all(Plan("Title"), challenge="Void")``: make the room, sit down, start."""

    def seat(plan: Plan, people: list[Person] | None = None, **choices: Any) -> Table:
        people = people or [
            visit(name) for name in ("Amber", "Cobalt", "Jade", "Rust")[: plan.seats]
        ]
        variant = {"scrabble": "Scrabble", "qwibble": "Qwibble"}[plan.variant]
        host = people[0].lobby.make_room(plan.title, variant=variant, seats=plan.seats, **choices)
        pages = [host, *(person.open(host.link) for person in people[1:])]
        for page in pages[1:]:
            page.sit()
        if plan.variant == "scrabble":
            host.start()
        for page in pages:
            page.expect_rack(7)
        return Table(plan, [person.name for person in people], pages, host.link)

    return seat


@pytest.fixture
def table(seat_all: Seating, request: pytest.FixtureRequest) -> Table:
    """A game of two that has just begun, in a room named after the test."""
    return seat_all(Plan(request.node.originalname.replace("_", " ")))
