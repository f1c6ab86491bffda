"""A failure that occurs a thousand times does not fill the log."""

import logging
from collections.abc import Callable, Iterator

import pytest

from scrabble_site.observing.log_throttling import (
    MAX_KINDS,
    MAX_PER_WINDOW,
    WINDOW_SECONDS,
    LogThrottle,
)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class RecordingHandler(logging.Handler):
    """A log handler with the filter, which collects the lines it would write."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.addFilter(LogThrottle(clock))
        self.setFormatter(logging.Formatter("{message}{suppressed}", style="{"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record).splitlines()[0])


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(clock: Clock) -> RecordingHandler:
    return RecordingHandler(clock)


@pytest.fixture
def log(handler: RecordingHandler) -> Iterator[logging.Logger]:
    logger = logging.getLogger("tests.sparing")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield logger
    logger.removeHandler(handler)


def fail(log: logging.Logger, what: Callable[[], object]) -> None:
    try:
        what()
    except Exception:
        log.exception("Could not read a room")


def test_the_same_failure_is_logged_a_few_times_in_total(
    log: logging.Logger, handler: RecordingHandler
) -> None:
    for number in range(1000):
        log.warning("Could not read %s", number)
    assert handler.lines == [f"Could not read {number}" for number in range(MAX_PER_WINDOW)]


def test_repeats_are_counted_in_the_next_message(
    log: logging.Logger, handler: RecordingHandler, clock: Clock
) -> None:
    for _ in range(1000):
        log.error("The database is away")
    clock.now += WINDOW_SECONDS
    log.error("The database is away")
    assert len(handler.lines) == MAX_PER_WINDOW + 1
    assert (
        handler.lines[-1]
        == f"The database is away (and {1000 - MAX_PER_WINDOW} more like it before)"
    )
    clock.now += WINDOW_SECONDS
    log.error("The database is away")
    assert handler.lines[-1] == "The database is away"


def test_one_kind_of_failure_hides_no_other(log: logging.Logger, handler: RecordingHandler) -> None:
    for _ in range(100):
        fail(log, lambda: int("x"))
        fail(log, lambda: [0].index(1))
        log.warning("The cache is away")
    assert handler.lines.count("Could not read a room") == 2 * MAX_PER_WINDOW
    assert handler.lines.count("The cache is away") == MAX_PER_WINDOW


def test_messages_that_are_not_failures_are_logged_each_time(
    log: logging.Logger, handler: RecordingHandler
) -> None:
    for _ in range(100):
        log.info("A game has begun")
    assert handler.lines == ["A game has begun"] * 100


def test_the_number_of_remembered_kinds_is_limited(
    log: logging.Logger, handler: RecordingHandler, clock: Clock
) -> None:
    for number in range(3 * MAX_KINDS):
        log.warning("Failure %s" % number)  # noqa: G002, UP031 - each a kind of its own
        clock.now += 0.01
    (throttle,) = handler.filters
    assert isinstance(throttle, LogThrottle)
    assert len(throttle._runs) <= MAX_KINDS
    assert len(handler.lines) == 3 * MAX_KINDS
