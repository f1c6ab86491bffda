"""One site with known draws for all browser tests, and the people who use it.

``visit("Amber")`` is a person with a separate browser and a name. Any error or warning in a page's
console fails the test, unless the test has allowed it.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.rules.plays.acts import Act
from tests.browser.company import DESKTOP as DESKTOP
from tests.browser.company import PHONE as PHONE
from tests.browser.company import Company as Company
from tests.browser.company import Complaints as Complaints
from tests.browser.company import Person as Person
from tests.browser.company import email_of as email_of
from tests.browser.company import fresh as fresh
from tests.browser.http_actions import SeatClient, seat_players
from tests.browser.lost_connections import keep_line_for_presses
from tests.browser.page_driver import RoomPage
from tests.browser.planned_games import TEST_SEED, Plan
from tests.patient_site import PROGRAM
from tests.site_processes import Site, SiteMaker

FAILED = pytest.StashKey[bool]()
"""Whether a test has failed in this try."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("screenshots", "for tests/browser/page_shots.py")
    group.addoption("--languages", nargs="+", default=["en"], help="codes of languages")
    sizes = ["laptop", "phone", "small"]
    group.addoption("--sizes", nargs="+", default=sizes, help="also: tablet, lying")
    group.addoption("--pages", nargs="+", default=[], help="how names of pages begin; default: all")


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell the fixtures whether the test has failed."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


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
    with keep_line_for_presses():
        yield


@pytest.fixture
def lone_site(make_site: Callable[..., Site]) -> Site:
    """A site for one try of one test.

    A module whose tests depend on what the site lists, or leave much behind, has this for ``site``.
    """
    return make_site("embedded", TEST_SEED=TEST_SEED)


@pytest.fixture(scope="session")
def all_complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def complaints(all_complaints: Complaints) -> Complaints:
    all_complaints.messages.clear()
    all_complaints.allowed.clear()
    return all_complaints


Visit = Callable[..., Person]


@pytest.fixture(scope="session")
def company(browser: Browser, all_complaints: Complaints) -> Company:
    return Company(browser, all_complaints)


@pytest.fixture
def visit(
    company: Company, site: Site, complaints: Complaints, request: pytest.FixtureRequest
) -> Iterator[Visit]:
    """Return a function: ``visit("Amber")`` is a regular; with options of a browser context, a
    guest.

    Names get a number, since no name may look like that of a member and all tests share a site. A
    person without a name is new to the site.
    """

    def come(name: str, *, at: Site = site, **options: Any) -> Person:
        return company.come(name, at, **options)

    request.node.stash[FAILED] = False
    # The test's own sites are closed after the people have gone. Pages left behind would complain.
    request.getfixturevalue("make_site")
    yield come
    failed = request.node.stash[FAILED]
    if not failed:
        company.drain_events()
    unexpected = complaints.unexpected()
    company.go(all_people=failed or bool(unexpected))
    assert not unexpected


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
        """Make the next act on the page of the player to move, once it shows the previous one."""
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
