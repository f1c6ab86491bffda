"""Which cases a run takes; all with ``--every-case`` (``make full``) or if a command names tests.

- Tests that run on both kinds of site, "embedded" and "scaled". Most behave alike on both, so a run
  takes each test on one kind, chosen by its name: every file is tried on both. Those marked
  ``every_kind`` always run on both.
- Tests marked ``sampled``: of their parameters, a run takes those that the marker names.
- Tests marked ``full``: a shorter test of the same thing runs always.
"""

import zlib

import pytest

KINDS = ("embedded", "scaled")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-case", action="store_true", help="leave out no case of any test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases that are not chosen."""
    if config.getoption("--every-case") or _names_tests(config):
        return
    left_out = [item for item in items if _is_left_out(item)]
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def _names_tests(config: pytest.Config) -> bool:
    """Return whether the command line asks for single tests, which then run as asked."""
    return any("::" in argument for argument in config.args)


def _is_left_out(item: pytest.Item) -> bool:
    if item.get_closest_marker("full"):
        return True
    values = _list_values(item)
    sample = item.get_closest_marker("sampled")
    if sample and not any(value in sample.args for value in values):
        return True
    kind = next((value for value in values if value in KINDS), None)
    if kind is None or item.get_closest_marker("every_kind"):
        return False
    return kind != choose_kind(item.nodeid.partition("[")[0])


def _list_values(item: pytest.Item) -> list[object]:
    """Return the parameters with which a parametrized test runs."""
    callspec = getattr(item, "callspec", None)
    return list(callspec.params.values()) if callspec else []


def choose_kind(name: str) -> str:
    """Return the kind on which a run takes the test with this name."""
    return KINDS[zlib.crc32(name.encode()) % len(KINDS)]
