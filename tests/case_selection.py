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


@pytest.hookimpl(tryfirst=True)  # before -k and others leave out tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases that are not chosen.

    Raises ``pytest.UsageError`` if a test's ``sampled`` names none of its cases.
    """
    if takes_every_case(config):
        return
    sampled = {_name_of(item) for item in items if item.get_closest_marker("sampled")}
    if unmatched := sampled - {_name_of(item) for item in items if _is_in_sample(item)}:
        raise pytest.UsageError(f"{min(unmatched)}: sampled names none of its cases")
    left_out = [item for item in items if _is_left_out(item)]
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def takes_every_case(config: pytest.Config) -> bool:
    """Return whether a run leaves out nothing, as when its command line names single tests."""
    named = any("::" in argument for argument in config.args)
    return named or bool(config.getoption("--every-case"))


def _is_left_out(item: pytest.Item) -> bool:
    if item.get_closest_marker("full"):
        return True
    if not _is_in_sample(item):
        return True
    kind = next((value for value in _list_values(item) if value in KINDS), None)
    if kind is None or item.get_closest_marker("every_kind"):
        return False
    return kind != choose_kind(_name_of(item))


def _is_in_sample(item: pytest.Item) -> bool:
    sample = item.get_closest_marker("sampled")
    return sample is None or any(value in sample.args for value in _list_values(item))


def _name_of(item: pytest.Item) -> str:
    """Return the name of a test without its case."""
    return item.nodeid.partition("[")[0]


def _list_values(item: pytest.Item) -> list[object]:
    """Return the parameters with which a parametrized test runs."""
    callspec = getattr(item, "callspec", None)
    return list(callspec.params.values()) if callspec else []


def choose_kind(name: str) -> str:
    """Return the kind on which a run takes the test with this name."""
    return KINDS[zlib.crc32(name.encode()) % len(KINDS)]
