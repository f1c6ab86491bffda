"""Saves evidence of failed tries of tests that use a browser or server processes.

In ``test-results/<test>/try-<number>`` lie a screenshot of each page, the traces of the browsers,
the pages' consoles and what each process has logged since the test began. The report of the failure
names that folder. It is deleted when its test runs again.
"""

import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, WebError
from playwright.sync_api import Error as PageError

from tests.processes import Process, list_processes
from tests.retries import MARKER_OF_FIXTURE

PRINTED_LINES = 60
"""Lines of each process's log in a report; the folder has all that came since the test began."""
SCREENSHOT_LIMIT = 10_000
"""Time limit in milliseconds, since a crashed page would never answer."""


class Recorder:
    """Records what the pages of this run's browser do during one try of a test."""

    def __init__(self) -> None:
        self._contexts: list[BrowserContext] = []
        self._console: list[str] = []
        self._again = False

    def watch(self, context: BrowserContext) -> None:
        """Record the pages of a new context from now on."""
        self._contexts.append(context)
        context.on("close", self._forget)
        context.on("console", self._record_message)
        context.on("weberror", self._record_error)
        self._start(context)

    def begin(self, *, again: bool) -> None:
        """Forget everything before this try; ``again`` says that an earlier try has failed."""
        self._console.clear()
        self._again = again
        for context in self._contexts:
            with suppress(PageError):  # of a dead browser the test itself complains
                context.tracing.stop()
                self._start(context)

    def save(self, folder: Path) -> Iterator[str]:
        """Write everything into the folder; yield a line about each file."""
        pages = [page for context in self._contexts for page in context.pages]
        for number, page in enumerate((one for one in pages if one.url != "about:blank"), 1):
            screenshot = folder / f"page-{number}.png"
            yield _attempt(
                f"{screenshot.name} shows {page.url}",
                partial(page.screenshot, path=screenshot, timeout=SCREENSHOT_LIMIT),
            )
        for number, context in enumerate(list(self._contexts), 1):
            trace = folder / f"trace-{number}.zip"
            yield _attempt(
                f"{trace.name} is for python -m playwright show-trace",
                partial(context.tracing.stop, path=trace),
            )
            with suppress(PageError):
                self._start(context)
        if self._console:
            (folder / "console.txt").write_text("\n".join(self._console) + "\n")
            yield "console.txt"

    def _start(self, context: BrowserContext) -> None:
        # Without snapshots a trace has the actions, requests and messages, at no measurable cost.
        # With those of the document, tests of pages take a fifth more processor time, and with
        # those of the screen twice as much: the first are taken only when a test runs again.
        context.tracing.start(snapshots=self._again)

    def _forget(self, context: BrowserContext) -> None:
        self._contexts.remove(context)

    def _record_message(self, message: ConsoleMessage) -> None:
        place = message.location
        self._console.append(
            f"{message.type}: {message.text} ({place['url']}:{place['lineNumber']})"
        )

    def _record_error(self, error: WebError) -> None:
        self._console.append(f"uncaught: {error.error}")


RECORDER = pytest.StashKey[Recorder]()
LOGGED = pytest.StashKey[dict[Path, int]]()
"""How long each log was when the test began, in bytes."""
TAKEN = pytest.StashKey[int]()
"""The last try whose pages were saved."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[RECORDER] = Recorder()


@pytest.fixture(scope="session")
def browser(browser: Browser, pytestconfig: pytest.Config) -> Browser:
    """Return the browser of this run, whose contexts are all recorded."""
    browser.on("context", pytestconfig.stash[RECORDER].watch)
    return browser


@pytest.fixture(scope="session", autouse=True)
def delete_output_dir() -> None:
    """Keep the folder, which pytest-playwright would delete: other runs also write to it."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if not _is_recorded(item):
        return
    tries = _count_tries(item)
    if tries == 1:
        shutil.rmtree(_find_folder(item).parent, ignore_errors=True)
    item.stash[LOGGED] = {one.log: one.log.stat().st_size for one in _list_logging()}
    if "browser" in getattr(item, "fixturenames", ()):
        item.config.stash[RECORDER].begin(again=tries > 1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Save the evidence of a failed try, before its fixtures close pages and servers."""
    report = yield
    if report.failed and _is_recorded(item):
        folder = _find_folder(item)
        folder.mkdir(parents=True, exist_ok=True)
        named = str(folder.relative_to(item.config.rootpath))
        said = [named, *_save_pages(item, folder)]
        report.user_properties.append(("evidence", named))
        report.sections.append(("evidence", "\n".join(said)))
        report.sections.extend(_save_logs(item, folder))
    return report


def _save_pages(item: pytest.Item, folder: Path) -> list[str]:
    """Save what the pages show, once for each try: a failing teardown has closed them already."""
    tries = _count_tries(item)
    if "browser" not in getattr(item, "fixturenames", ()) or item.stash.get(TAKEN, 0) == tries:
        return []
    item.stash[TAKEN] = tries
    return list(item.config.stash[RECORDER].save(folder))


def _save_logs(item: pytest.Item, folder: Path) -> Iterator[tuple[str, str]]:
    """Write down what each process has logged since the test began; yield the last lines of it."""
    before = item.stash.get(LOGGED, {})
    for process in _list_logging():
        name = f"{process.log.parent.name}-{process.name}"
        with process.log.open("rb") as log:
            log.seek(before.get(process.log, 0))
            said = log.read().decode(errors="replace")
        if said.strip():
            (folder / f"{name}.log").write_text(said)
            yield f"log of {name}", "\n".join(said.splitlines()[-PRINTED_LINES:])


def _list_logging() -> list[Process]:
    return [process for process in list_processes() if process.log.exists()]


def _attempt(line: str, save: Callable[[], object]) -> str:
    """Return the line about a file, or why there is none, since the test's own failure matters
    more.
    """
    try:
        save()
    except PageError as error:
        return f"{line}; missing: {error.message.partition(chr(10))[0]}"
    return line


def _is_recorded(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(marker) for marker in MARKER_OF_FIXTURE.values())


def _count_tries(item: pytest.Item) -> int:
    tries: int = getattr(item, "execution_count", 1)
    return tries


def _find_folder(item: pytest.Item) -> Path:
    """Return the folder of this try, whose name every file system allows."""
    name = re.sub(r"[^\w.]+", "-", item.nodeid).strip("-")
    if len(name) > 120:
        name = f"{name[:110]}-{sha256(item.nodeid.encode()).hexdigest()[:8]}"
    return item.config.rootpath / "test-results" / name / f"try-{_count_tries(item)}"
