"""Marks the tests that use a browser or server processes, and gives only those another try.

Such a test shares the machine with what it starts, so it can fail once for a reason outside the
code it tests. A test that passed at a later try is listed at the end of the run, because it points
to a race in the page, the server or the test. All other tests run once.
"""

import os
from collections.abc import Generator

import pytest
from _pytest._code.code import ExceptionChainRepr
from _pytest.terminal import TerminalReporter

MARKER_OF_FIXTURE = {"browser": "browser", "site_maker": "servers"}
RETRIES = 0 if os.environ.get("JITTER") else 2  # a bad line is there to show races
LIMIT = 600
"""Seconds for each try, unless the test sets its own; generous enough for a busy machine."""


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Add the markers before the others select tests by them, and the retries after."""
    for item in items:
        for fixture, marker in MARKER_OF_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)
    yield
    for item in items:
        if any(item.get_closest_marker(marker) for marker in MARKER_OF_FIXTURE.values()):
            item.add_marker(pytest.mark.flaky(reruns=RETRIES))
            if item.config.getoption("timeout") is None and not item.get_closest_marker("timeout"):
                item.add_marker(pytest.mark.timeout(LIMIT))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """List the tests that passed at a later try, each with its first failure and the evidence."""
    stats = terminalreporter.stats
    broken = {report.nodeid for report in stats.get("failed", []) + stats.get("error", [])}
    first_failures: dict[str, pytest.TestReport] = {}
    for report in stats.get("rerun", []):
        if report.nodeid not in broken:
            first_failures.setdefault(report.nodeid, report)
    if first_failures:
        terminalreporter.section("passed at another try")
    for nodeid, report in first_failures.items():
        kept = dict(report.user_properties).get("evidence")
        seen = f" [{kept}]" if kept else ""
        terminalreporter.line(f"RERUN {nodeid} - {_summarize(report)}{seen}")


def _summarize(report: pytest.TestReport) -> str:
    """Return where and why a test failed, in one line."""
    failure = report.longrepr
    if not isinstance(failure, ExceptionChainRepr) or failure.reprcrash is None:
        return report.longreprtext.rpartition("\n")[2]
    crash = failure.reprcrash
    message = crash.message.partition("\n")[0]
    return f"{crash.path}:{crash.lineno}: {message}"
