"""Fixtures for the site as it is deployed: web and worker processes, in both configurations.

``site`` is parametrized: "embedded" (SQLite, one process that includes the worker) and "scaled"
(PostgreSQL, Redis, two web processes and one worker). Usually a run takes each test on one of them,
see :mod:`tests.case_selection`. All tests of a module share it, since each
creates its own rooms; processes that a test has stopped are restarted for the next test.
``fresh_site`` is a site for one test, and ``make_site`` builds one with other options.
:class:`tests.site_processes.Site` has the methods.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site_processes import Kind, Site, SiteMaker


@pytest.fixture(scope="session")
def site_maker() -> Iterator[SiteMaker]:
    # Not below pytest's temporary folder, which PostgreSQL's user cannot enter.
    folder = Path(os.environ["VAR_DIR"]) / "sites"
    folder.mkdir(mode=0o755)
    maker = SiteMaker(folder)
    yield maker
    maker.close_all()


@pytest.fixture
def make_site(site_maker: SiteMaker) -> Iterator[Callable[..., Site]]:
    """Return a function such as ``make_site("scaled", webs=3, NAME="value")``.

    Its sites are closed after the test.
    """
    made: list[Site] = []

    def make(kind: Kind, **options: Any) -> Site:
        made.append(site_maker.make(kind, **options))
        return made[-1]

    yield make
    for site in made:
        site_maker.close(site)


@pytest.fixture(scope="module", params=["embedded", "scaled"])
def module_site(request: pytest.FixtureRequest, site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make(request.param)
    yield site
    site_maker.close(site)


@pytest.fixture
def site(module_site: Site) -> Site:
    module_site.start()
    return module_site


@pytest.fixture(scope="module")
def embedded_module_site(site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make("embedded")
    yield site
    site_maker.close(site)


@pytest.fixture
def embedded_site(embedded_module_site: Site) -> Site:
    """Return the embedded site, for tests that do not depend on the configuration."""
    embedded_module_site.start()
    return embedded_module_site


@pytest.fixture(params=["embedded", "scaled"])
def fresh_site(request: pytest.FixtureRequest, site_maker: SiteMaker) -> Iterator[Site]:
    site = site_maker.make(request.param)
    yield site
    site_maker.close(site)
