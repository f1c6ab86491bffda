"""One site with known draws for all browser tests, and the people who use it.

``visit("Amber")`` is a person with a separate browser and a name. Any error or warning in a page's
console fails the test, unless the test has allowed it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from games.rules.plays.acts import Act
from tests.browser.http_actions import SeatClient, seat_players, take_name
from tests.browser.lost_lines import EXPECTED, keep_addresses_reachable, reload_lost_pages
from tests.browser.page_driver import Lobby, RoomPage
from tests.browser.planned_games import TEST_SEED, Plan
from tests.patient_site import PROGRAM
from tests.processes import PATIENCE
from tests.site_processes import Site, SiteMaker

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

_numbers = count(1)


@pytest.hookimpl(trylast=True)  # after pytest has grouped the tests by parameters
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a file together.

    Every test has the parameter ``browser_name``, for which pytest would spread the cases of a
    parametrized test over all files, and start a site that a file shares once per case.
    """
    first: dict[Path, int] = {}
    for number, item in enumerate(items):
        first.setdefault(item.path, number)
    items.sort(key=lambda item: first[item.path])


@pytest.fixture(scope="session")
def known_site(site_maker: SiteMaker) -> Iterator[Site]:
    made = site_maker.make("embedded", program=PROGRAM, TEST_SEED=TEST_SEED)
    yield made
    site_maker.close(made)


@pytest.fixture
def site(known_site: Site) -> Site:
    known_site.start()
    return known_site


@pytest.fixture(scope="session", autouse=True)
def _reachable() -> Iterator[None]:
    with keep_addresses_reachable():
        yield


@dataclass
class Complaints:
    """Errors and warnings in pages' consoles; ``allow`` names those a test provokes on purpose."""

    heard: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    always: tuple[str, ...] = ("Service Worker registration blocked by Playwright", *EXPECTED)

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
    """A person with a separate browser."""

    name: str
    page: Page

    @property
    def lobby(self) -> Lobby:
        return Lobby(self.page)

    def open(self, link: str) -> RoomPage:
        return RoomPage(self.page, link)


Visit = Callable[..., Person]


class Company:
    """The people of a test session.

    Those without special browser options are regulars, who are reused between tests. The others are
    guests.
    """

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
            "service_workers": "block",  # a separate test allows it
        }
        context = self.browser.new_context(**(settings | options))
        context.set_default_timeout(PATIENCE * 1000)
        self.complaints.listen(context)
        reload_lost_pages(context)
        person = Person(f"{name} {next(_numbers)}" if name else "", context.new_page())
        if name:
            take_name(person.page, person.name)
        return person

    def go(self) -> None:
        """Close the guests' browsers, and move the regulars' pages off the site."""
        for person in self.guests:
            person.page.context.close()
        self.guests.clear()
        for person in self.regulars.values():
            if person.page.url != "about:blank":
                person.page.goto("about:blank")


@pytest.fixture(scope="session")
def company(browser: Browser, all_complaints: Complaints) -> Company:
    return Company(browser, all_complaints)


@pytest.fixture
def visit(company: Company, site: Site, complaints: Complaints) -> Iterator[Visit]:
    """Return a function: ``visit("Amber")`` is a regular; with options of a browser context, a
    guest.

    Names get a number, since they are unique on a site and all tests share it. A person without a
    name is new to the site.
    """

    def come(name: str, *, at: Site = site, **options: Any) -> Person:
        return company.come(name, at, **options)

    yield come
    company.go()


@dataclass
class Table:
    """A running game: the plan, and a page for each player, in the order of the seats."""

    plan: Plan
    names: list[str]
    pages: list[RoomPage]
    link: str

    @property
    def mover(self) -> RoomPage:
        return self.pages[self.plan.mover]

    def do(self, act: Act) -> None:
        """Do the next act on the page of the player to move, once it shows the last one."""
        self.mover.expect_moves(len(self.plan.log))
        self.mover.do(act)
        self.plan.do(act)

    def hurry(self, plays: int) -> None:
        """Post the longest plays without using the pages, and wait until all pages show them.

        While it posts many, the pages are elsewhere: loading them again takes less than updates.
        """
        seats = [SeatClient(page.page, self.link) for page in self.pages]
        game = str(seats[0].read_state()["game"])
        elsewhere = self.pages if plays > 2 else []
        for page in elsewhere:
            page.page.goto("about:blank")
        for _ in range(plays):
            play, turn = self.plan.plays()[0], str(self.plan.state.turn_number)
            position, tiles = play.write(self.plan.state.tile_set)
            fields = {"game": game, "turn": turn, "position": position, "tiles": tiles}
            seats[self.plan.mover].post("play", **fields)
            self.plan.do(play)
        for page in elsewhere:
            page.page.goto(self.link)
        for page in self.pages:
            page.expect_moves(len(self.plan.log))


Seating = Callable[..., Table]


@pytest.fixture
def seat_all(visit: Visit) -> Seating:
    """Return a function: ``seat_all(Plan("Title"), challenge="Void")`` creates a room and starts.

    ``choices`` are chosen on the room's form. Without any, this posts requests and skips the pages,
    to save time; ``fields`` are then the form's fields that differ from its defaults.
    """

    def seat(
        plan: Plan,
        people: list[Person] | None = None,
        fields: Mapping[str, str] | None = None,
        **choices: Any,
    ) -> Table:
        people = people or [
            visit(name) for name in ("Amber", "Cobalt", "Jade", "Rust")[: plan.seats]
        ]
        names = [person.name for person in people]
        if plan.variant == "scrabble" and not choices:
            visitors = [person.page for person in people]
            path = seat_players(visitors, names, plan.title, **(fields or {}))
            pages = [person.open(path) for person in people]
            for page in pages:
                page.expect_rack(7)
            return Table(plan, names, pages, pages[0].link)
        variant = {"scrabble": "Scrabble", "qwibble": "Qwibble"}[plan.variant]
        host = people[0].lobby.make_room(plan.title, variant=variant, seats=plan.seats, **choices)
        pages = [host, *(person.open(host.link) for person in people[1:])]
        for page in pages[1:]:
            page.sit()
        if plan.variant == "scrabble":
            host.start()
        for page in pages:
            page.expect_rack(7)
        return Table(plan, names, pages, host.link)

    return seat


@pytest.fixture
def table(seat_all: Seating, request: pytest.FixtureRequest) -> Table:
    """A game of two that has just begun, in a room named after the test."""
    return seat_all(Plan(request.node.originalname.replace("_", " ")))
