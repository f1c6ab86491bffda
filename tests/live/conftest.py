"""Running sites with a known seed, in both configurations, shared by all live tests."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.live.game_audit import audit_site
from tests.live.live_table import PROXY, TEST_SEED, Table
from tests.patient_site import PROGRAM
from tests.site_processes import Site, SiteMaker

_ENTRY = re.compile(r"^(?=\d{4}-\d\d-\d\d \d\d:)", re.MULTILINE)
"""Where an entry of a log begins."""


@pytest.fixture(scope="package", params=["embedded", "scaled"])
def live_site(request: pytest.FixtureRequest, site_maker: SiteMaker) -> Iterator[Site]:
    known: dict[str, Any] = {"TEST_SEED": TEST_SEED, "TRUSTED_PROXIES": PROXY}
    site = site_maker.make(request.param, program=PROGRAM, **known)
    yield site
    site_maker.close(site)


@pytest.fixture(scope="package")
def scaled_site(site_maker: SiteMaker) -> Iterator[Site]:
    """Yield a site without a worker, in whose database only requests take locks."""
    site = site_maker.make("scaled", webs=1, workers=0, TEST_SEED=TEST_SEED)
    yield site
    site_maker.close(site)


@pytest.fixture
def site(live_site: Site) -> Site:
    """Return the site, with everything restarted that the previous test has stopped or killed."""
    live_site.start()
    return live_site


def is_refusal(entry: str) -> bool:
    """Return whether a log entry is a refusal: Django logs these 400 answers like errors."""
    kinds = ("exceptions.BadRequest: ", "exceptions.TooManyFieldsSent: ", "MultiPartParserError: ")
    return any(kind in entry for kind in kinds)


@pytest.fixture
def calm_site(site: Site) -> Iterator[Site]:
    """Yield the site; afterwards check that no process has logged an unexpected error."""
    before = {process.name: len(process.log_text()) for process in site.processes}
    yield site
    for process in site.processes:
        said = process.log_text()[before[process.name] :]
        faults = [one for one in _ENTRY.split(said) if "Traceback" in one and not is_refusal(one)]
        assert not faults, f"{process.name}:\n{faults[0][-6000:]}"


@pytest.fixture(scope="module")
def tables_of_module(live_site: Site) -> Iterator[list[Table]]:
    """Yield a list for the module's tables; afterwards check that the logs give their states."""
    tables: list[Table] = []
    yield tables
    if not tables:
        return
    for game in audit_site(live_site, *(table.code for table in tables)):
        assert game["replays"], f"the log does not give the state: {game}"
        assert game["turn"] == len(game["moves"]), f"a turn without a move: {game}"


@pytest.fixture
def lay_table(
    site: Site, tables_of_module: list[Table], request: pytest.FixtureRequest
) -> Callable[..., Table]:
    """Return a function such as ``lay_table(seats=3, started=False, challenge="void")``.

    Its tables are audited after the module. The draws of a test are the same in every run, since
    otherwise tiles would now and then match a page's text by chance. The players have other names
    in another try, so that a name still means one person.
    """
    before = len(tables_of_module)
    tries = getattr(request.node, "execution_count", 1)
    suffix = "" if tries == 1 else f" t{tries}"

    def lay(seats: int = 2, **options: Any) -> Table:
        own = f"{request.node.nodeid} {len(tables_of_module) - before}"
        label = hashlib.sha256(own.encode()).hexdigest()[:10]
        tables_of_module.append(Table(site, seats, label=label, suffix=suffix, **options))
        return tables_of_module[-1]

    return lay


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Close the pages entered here after the test."""
    with ExitStack() as stack:
        yield stack
