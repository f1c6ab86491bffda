"""What fails a thousand times fills no log."""

import logging
from collections.abc import Callable, Iterator

import pytest

from scrabble_site.sparing import KINDS_KEPT, MOST, SPAN, Sparing


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Heard(logging.Handler):
    """What a handler with the filter would have written."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.addFilter(Sparing(clock))
        self.setFormatter(logging.Formatter("{message}{spared}", style="{"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record).splitlines()[0])


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def heard(clock: Clock) -> Heard:
    return Heard(clock)


@pytest.fixture
def log(heard: Heard) -> Iterator[logging.Logger]:
    logger = logging.getLogger("tests.sparing")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(heard)
    yield logger
    logger.removeHandler(heard)


def fail(log: logging.Logger, what: Callable[[], object]) -> None:
    try:
        what()
    except Exception:
        log.exception("Could not read a room")


def test_the_same_failure_is_told_a_few_times_whomever_it_is_about(
    log: logging.Logger, heard: Heard
) -> None:
    for number in range(1000):
        log.warning("Could not read %s", number)
    assert heard.lines == [f"Could not read {number}" for number in range(MOST)]


def test_how_often_it_came_is_told_with_the_next(
    log: logging.Logger, heard: Heard, clock: Clock
) -> None:
    for _ in range(1000):
        log.error("The database is away")
    clock.now += SPAN
    log.error("The database is away")
    assert len(heard.lines) == MOST + 1
    assert heard.lines[-1] == f"The database is away (and {1000 - MOST} more like it before)"
    clock.now += SPAN
    log.error("The database is away")
    assert heard.lines[-1] == "The database is away"


def test_one_kind_of_failure_hides_no_other(log: logging.Logger, heard: Heard) -> None:
    for _ in range(100):
        fail(log, lambda: int("x"))
        fail(log, lambda: [0].index(1))
        log.warning("The cache is away")
    assert heard.lines.count("Could not read a room") == 2 * MOST
    assert heard.lines.count("The cache is away") == MOST


def test_what_is_no_failure_is_told_each_time(log: logging.Logger, heard: Heard) -> None:
    for _ in range(100):
        log.info("A game has begun")
    assert heard.lines == ["A game has begun"] * 100


def test_no_more_kinds_are_remembered_than_that(
    log: logging.Logger, heard: Heard, clock: Clock
) -> None:
    for number in range(3 * KINDS_KEPT):
        log.warning("Failure %s" % number)  # noqa: G002, UP031 - each a kind of its own
        clock.now += 0.01
    (sparing,) = heard.filters
    assert isinstance(sparing, Sparing)
    assert len(sparing._runs) <= KINDS_KEPT
    assert len(heard.lines) == 3 * KINDS_KEPT
