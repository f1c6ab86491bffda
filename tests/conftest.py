"""What all tests share: the facts folder, the browser, the database file, Hypothesis profiles.

Real servers (Redis, PostgreSQL, web and worker processes) are in :mod:`tests.servers`; the
environment tests run in is made by :mod:`tests.settings`.
"""

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests.settings import TESTS_VAR

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = Path("/usr/bin/chromium-headless-shell")

pytest_plugins = ["tests.servers"]

hypothesis_settings.register_profile("quick", max_examples=25, deadline=None)
hypothesis_settings.register_profile(
    "ci", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.register_profile("long", max_examples=2000, deadline=None)
hypothesis_settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "quick")
)


def pytest_unconfigure() -> None:
    shutil.rmtree(TESTS_VAR, ignore_errors=True)


class Fallbacks(logging.Handler):
    """What was written to the engine's log of fallbacks."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


@pytest.fixture(autouse=True)
def fallbacks(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """A lawful act comes out even of an engine that fails, so a test would not notice. Only one
    marked ``falls_back`` may see that happen, and has to."""
    seen, log = Fallbacks(), logging.getLogger("games.engine.fallbacks")
    log.addHandler(seen)
    yield seen.texts
    log.removeHandler(seen)
    asked = request.node.get_closest_marker("falls_back") is not None
    assert bool(seen.texts) == asked, "\n".join(seen.texts) or "the engine did not fail"


@pytest.fixture
def limited(settings: Any) -> Iterator[Callable[..., None]]:
    """Limits hold in this test, which begins with nothing counted. ``limited(chat="1/1 hour | ")``
    sets what one player and, behind the bar, one address may do."""
    from games.common import rates

    def limit(**said: str) -> None:
        made = dict(settings.RATES)
        for name, text in said.items():
            player, _bar, address = (part.strip() for part in text.partition("|"))
            made[name] = made[name]._replace(player=player, address=address)
        settings.RATES = made

    settings.LIMITED = True
    rates.forget()
    yield limit
    rates.forget()


@pytest.fixture(scope="session")
def facts_dir() -> Path:
    """The folder of published facts: positions, records, tile sets. Elsewhere: ``FACTS_DIR``."""
    folder = Path(os.environ.get("FACTS_DIR") or ROOT.parent / "shared").resolve()
    if not (folder / "vectors").is_dir():
        pytest.skip(f"no facts folder at {folder}; set FACTS_DIR to one that holds vectors/")
    return folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """A file for the test database: threads race on it as they do on the real one."""
    from django.conf import settings

    default: dict[str, Any] = settings.DATABASES["default"]
    if default["ENGINE"].endswith("sqlite3"):
        default.setdefault("TEST", {})["NAME"] = str(TESTS_VAR / "test.sqlite3")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium without a window instead of a download, and no connections of its own."""
    if not CHROMIUM.exists():
        pytest.skip(f"no {CHROMIUM}: install Debian's package chromium-headless-shell")
    quiet = [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    if os.geteuid() == 0:
        quiet.append("--no-sandbox")
    return browser_type_launch_args | {"executable_path": str(CHROMIUM), "args": quiet}


@pytest.fixture(scope="session")
def shots_dir() -> Path:
    """Where browser tests put their screenshots: outside git."""
    folder = ROOT / "test-results" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
