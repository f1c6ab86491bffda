"""``--shuffle SEED`` runs the tests in a random order, to find those that depend on others.

Tests of a file stay together, and files of a folder, because they share sites.
"""

from pathlib import Path
from random import Random

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--shuffle", metavar="SEED", help="run the tests in a random order, the same for a seed"
    )


def pytest_report_header(config: pytest.Config) -> str | None:
    seed: str | None = config.getoption("--shuffle")
    return None if seed is None else f"random order: --shuffle {seed}"


@pytest.hookimpl(tryfirst=True)  # pytest then groups them by their shared fixtures
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed: str | None = config.getoption("--shuffle")
    if seed is not None:
        shuffle_tests(items, Random(seed))


def shuffle_tests(items: list[pytest.Item], rng: Random) -> None:
    """Shuffle folders, files in folders and tests in files, in place."""
    places: dict[Path, tuple[float, float]] = {}
    folders: dict[Path, float] = {}
    for path in sorted({item.path for item in items}):
        folder = folders.setdefault(path.parent, rng.random())
        places[path] = folder, rng.random()
    rng.shuffle(items)
    items.sort(key=lambda item: places[item.path])
