"""The site under live play, with every draw known; both forms of it, kept for all these tests."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.live.audit import audit_site
from tests.live.tables import TEST_SEED, Table
from tests.sites import Site, SiteMaker

_ENTRY = re.compile(r"^(?=\d{4}-\d\d-\d\d \d\d:)", re.MULTILINE)
"""Where an entry of a log begins."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/live/" in item.path.as_posix():
            item.add_marker(pytest.mark.servers)


@pytest.fixture(scope="package", params=["embedded", "scaled"])
def live_site(request: pytest.FixtureRequest, site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make(request.param, TEST_SEED=TEST_SEED)
    yield site
    site_maker.close(site)


@pytest.fixture
def site(live_site: Site, request: pytest.FixtureRequest) -> Site:
    """Running when the test begins, whatever the test before has stopped or killed."""
    live_site.start()
    request.node.site = live_site
    return live_site


def is_refusal(entry: str) -> bool:
    """Django logs what it answers with 400 as if it were its own fault."""
    kinds = ("exceptions.BadRequest: ", "exceptions.TooManyFieldsSent: ", "MultiPartParserError: ")
    return any(kind in entry for kind in kinds)


@pytest.fixture
def calm_site(site: Site) -> Iterator[Site]:
    """The site, and in the end the proof that no process was taken by surprise."""
    before = {process.name: len(process.log_text()) for process in site.processes}
    yield site
    for process in site.processes:
        said = process.log_text()[before[process.name] :]
        faults = [one for one in _ENTRY.split(said) if "Traceback" in one and not is_refusal(one)]
        assert not faults, f"{process.name}:\n{faults[0][-6000:]}"


@pytest.fixture(scope="module")
def laid(live_site: Site) -> Iterator[list[Table]]:
    """All tables of a module's tests; in the end every log must give the state that is stored."""
    tables: list[Table] = []
    yield tables
    if not tables:
        return
    for game in audit_site(live_site, *(table.code for table in tables)):
        assert game["replays"], f"the log does not give the state: {game}"
        assert game["turn"] == len(game["moves"]), f"a turn without a move: {game}"


@pytest.fixture
def lay_table(
    site: Site, laid: list[Table], request: pytest.FixtureRequest
) -> Callable[..., Table]:
    """``lay_table(seats=3, started=False, challenge="void")``; audited after the module. A test has
    the same draws whenever it runs: what stands in a page by chance would do so every time."""
    before = len(laid)

    def lay(seats: int = 2, **options: Any) -> Table:
        own = f"{request.node.nodeid} {len(laid) - before}"
        label = hashlib.sha256(own.encode()).hexdigest()[:10]
        laid.append(Table(site, seats, label=label, **options))
        return laid[-1]

    return lay


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Pages entered here are closed after the test."""
    with ExitStack() as stack:
        yield stack
