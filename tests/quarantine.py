"""The marker ``quarantine(reason)``, for a test that still fails now and then.

Such a test runs only with ``--quarantined`` (``make full``). Every run lists them, and there may be
at most :data:`MOST`.
"""

import pytest
from _pytest.terminal import TerminalReporter

MOST = 5
QUARANTINED = pytest.StashKey[dict[str, str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quarantined", action="store_true", help="run the tests in quarantine as well"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests in quarantine out, unless they are asked for."""
    found = {item: _read_reason(item) for item in items if item.get_closest_marker("quarantine")}
    config.stash[QUARANTINED] = listed = {
        item.nodeid.partition("[")[0]: reason for item, reason in found.items()
    }
    if len(listed) > MOST:
        raise pytest.UsageError(
            f"{len(listed)} tests in quarantine, at most {MOST} may be: {', '.join(listed)}"
        )
    if found and not config.getoption("--quarantined"):
        config.hook.pytest_deselected(items=list(found))
        items[:] = [item for item in items if item not in found]


def _read_reason(item: pytest.Item) -> str:
    marker = item.get_closest_marker("quarantine")
    reasons = [*marker.args, *marker.kwargs.values()] if marker else []
    if len(reasons) != 1 or not isinstance(reasons[0], str) or not reasons[0].strip():
        raise pytest.UsageError(f"{item.nodeid}: quarantine takes one reason")
    return reasons[0]


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    """List the tests in quarantine, each with its reason."""
    listed = config.stash.get(QUARANTINED, {})
    if listed:
        terminalreporter.section("in quarantine")
    for nodeid, reason in listed.items():
        terminalreporter.line(f"QUARANTINE {nodeid} - {reason}")
