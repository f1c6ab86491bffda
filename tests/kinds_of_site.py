"""Tests that run on both kinds of site, "embedded" and "scaled": which of them a run takes.

Most behave alike on both, so a run takes each test on one kind, chosen by its name: every file is
tried on both. With ``--every-kind`` (``make full``) all run on both, and those marked
``every_kind`` always do.
"""

import zlib

import pytest

KINDS = ("embedded", "scaled")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-kind", action="store_true", help="run tests on both kinds of site")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out each test on the kind that is not chosen for it."""
    if config.getoption("--every-kind") or _names_tests(config):
        return
    left_out = [item for item in items if _is_left_out(item)]
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def _names_tests(config: pytest.Config) -> bool:
    """Return whether the command line asks for single tests, which then run as asked."""
    return any("::" in argument for argument in config.args)


def _is_left_out(item: pytest.Item) -> bool:
    kind = _find_kind(item)
    if kind is None or item.get_closest_marker("every_kind"):
        return False
    return kind != choose_kind(item.nodeid.partition("[")[0])


def _find_kind(item: pytest.Item) -> str | None:
    """Return the kind of site on which a parametrized test runs."""
    callspec = getattr(item, "callspec", None)
    values = callspec.params.values() if callspec else ()
    return next((value for value in values if value in KINDS), None)


def choose_kind(name: str) -> str:
    """Return the kind on which a run takes the test with this name."""
    return KINDS[zlib.crc32(name.encode()) % len(KINDS)]
