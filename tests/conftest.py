"""Shared by all tests: the facts folder, the browser, the database file, Hypothesis profiles.

Real servers (Redis, PostgreSQL, web and worker processes) are in :mod:`tests.site_fixtures`. The
environment in which tests run is set up in :mod:`tests.settings`.
"""

import gc
import logging
import math
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import expect

from tests.prepared_sites import prepare_empty
from tests.processes import PATIENCE
from tests.settings import TESTS_VAR

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = Path("/usr/bin/chromium-headless-shell")

pytest_plugins = [
    *("tests.interruption", "tests.site_fixtures", "tests.retries", "tests.evidence"),
    *("tests.random_order", "tests.quarantine", "tests.case_selection"),
]

# Loading the site and the tests makes a million objects that stay: looking for garbage among them
# takes a fifth of the time until the first test. pytest_collection_finish enables it again.
gc.disable()
GARBAGE_THRESHOLD = 20_000
"""New objects between two collections; Python's default is 700."""

# The same inputs in every run, whatever the machine's speed. New ones are looked for with
# HYPOTHESIS_PROFILE=long and by `make attack`; what they find becomes an @example.
SAME_INPUTS = hypothesis_settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.register_profile("few", SAME_INPUTS, max_examples=5)
hypothesis_settings.register_profile("quick", SAME_INPUTS, max_examples=12)
hypothesis_settings.register_profile("ci", SAME_INPUTS, max_examples=25)
hypothesis_settings.register_profile("full", SAME_INPUTS, max_examples=60)
hypothesis_settings.register_profile("long", SAME_INPUTS, max_examples=2000, derandomize=False)
hypothesis_settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "quick")
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--first-case", action="store_true", help="run one case of each parametrized test"
    )
    parser.addoption(
        "--sample",
        type=int,
        help="run so many tests of each file that uses the database, from all parts of it",
    )


@pytest.hookimpl(trylast=True)  # after -k and -m
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the tests that ``--first-case`` and ``--sample`` select."""
    chosen = list(items)
    if config.getoption("--first-case"):
        chosen = _take_first_cases(chosen)
    if sample := config.getoption("--sample"):
        chosen = _take_sample(chosen, sample)
    left = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in left])
    items[:] = chosen


def _take_first_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the first case of each parametrized test, and all other tests."""
    first: dict[str, pytest.Item] = {}
    for item in items:
        first.setdefault(item.nodeid.partition("[")[0], item)
    return list(first.values())


def _take_sample(items: list[pytest.Item], count: int) -> list[pytest.Item]:
    """Return ``count`` tests of each file that use the database, and all that do not."""
    found: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if "db" in getattr(item, "fixturenames", ()) or item.get_closest_marker("django_db"):
            found.setdefault(item.path, []).append(item)
    left_out: set[pytest.Item] = set()
    for tests in found.values():
        left_out |= {*tests} - {*tests[:: math.ceil(len(tests) / count)]}
    return [item for item in items if item not in left_out]


def pytest_collection_finish() -> None:
    """Exempt everything loaded so far from garbage collection, and collect again."""
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    gc.enable()


def pytest_unconfigure() -> None:
    shutil.rmtree(TESTS_VAR, ignore_errors=True)


class FallbackLog(logging.Handler):
    """Collects the entries of the engine's fallback log."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


@pytest.fixture(autouse=True)
def fallbacks(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Fail a test in which the engine has fallen back to another method.

    A fallback still returns a legal act, so no other assertion would notice the failure. A test
    marked ``falls_back`` provokes one, and fails without it.
    """
    seen, log = FallbackLog(), logging.getLogger("games.engine.fallbacks")
    log.addHandler(seen)
    yield seen.texts
    log.removeHandler(seen)
    asked = request.node.get_closest_marker("falls_back") is not None
    assert bool(seen.texts) == asked, "\n".join(seen.texts) or "the engine did not fail"


@pytest.fixture(autouse=True)
def _same_draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test the same draws in every run: starting seats, racks, and the lots of events."""
    own = random.Random(request.node.nodeid)
    draws = SimpleNamespace(token_bytes=own.randbytes, randbits=own.getrandbits)
    monkeypatch.setattr("games.play.services.bag_secrets.secrets", draws)
    monkeypatch.setattr("games.events.services.events.secrets", draws)


@pytest.fixture
def limited(settings: Any) -> Iterator[Callable[..., None]]:
    """Enable rate limits for one test, starting from empty counters.

    ``limited(chat="1/1 hour | ")`` sets the limit per player and, after the bar, per address.
    """
    from games.common import rate_limits

    def limit(**said: str) -> None:
        made = dict(settings.RATE_LIMITS)
        for name, text in said.items():
            player, _bar, address = (part.strip() for part in text.partition("|"))
            made[name] = made[name]._replace(player=player, address=address)
        settings.RATE_LIMITS = made

    settings.LIMITS_ENABLED = True
    rate_limits.reset_rate_limits()
    yield limit
    rate_limits.reset_rate_limits()


@pytest.fixture(scope="session")
def facts_dir() -> Path:
    """Return the folder of published positions, records and tile sets (``FACTS_DIR``)."""
    folder = Path(os.environ.get("FACTS_DIR") or ROOT.parent / "shared").resolve()
    if not (folder / "vectors").is_dir():
        pytest.skip(f"no facts folder at {folder}; set FACTS_DIR to one that holds vectors/")
    return folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Use a database file, copied from a migrated one.

    A file rather than memory: threads then compete for it as they do in production.
    """
    from django.conf import settings

    default: dict[str, Any] = settings.DATABASES["default"]
    name = TESTS_VAR / "test.sqlite3"
    default.setdefault("TEST", {})["NAME"] = str(name)
    shutil.copy(prepare_empty() / "db.sqlite3", name)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The copied database is already migrated, so Django must not create it."""
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """Restore the empty database after each test with real transactions.

    Django would delete every row and recreate all permissions, which takes longer than most tests.
    """
    empty = sqlite3.connect(prepare_empty() / "db.sqlite3")

    def restore(_test: TransactionTestCase) -> None:
        connection.ensure_connection()
        empty.backup(connection.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", restore)
        yield
    empty.close()


@pytest.fixture(scope="session", autouse=True)
def _page_patience() -> None:
    """Give every expectation of a page the same generous limit."""
    expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Run Debian's headless Chromium instead of a downloaded one, without background traffic."""
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: install Debian's package chromium-headless-shell")
    quiet = [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        # All pages are of one site. Isolating sites would take a seventh more processor time.
        "--disable-site-isolation-trials",
    ]
    if os.geteuid() == 0:
        # Chromium refuses to run as root with its sandbox.
        quiet.append("--no-sandbox")
    return browser_type_launch_args | {"executable_path": str(CHROMIUM), "args": quiet}


@pytest.fixture(scope="session")
def shots_dir() -> Path:
    """Return the folder for screenshots of browser tests, outside git."""
    folder = ROOT / "test-results" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
