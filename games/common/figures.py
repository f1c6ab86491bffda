"""What the site counts of itself, for Prometheus. Where it is read: ``scrabble_site.metrics``.

Counting costs some microseconds and is done a few times a move, and once for many sockets, so that
play does not feel it. Nothing that names a room or a person is a label.
"""

import logging
from functools import cache

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("tileroom_moves", "Acts that landed in a game.", ["by"])
MOVES_OF_PEOPLE, MOVES_OF_COMPUTERS = MOVES.labels("person"), MOVES.labels("computer")
REFUSALS = Counter("tileroom_refusals", "Commands that were refused.", ["reason"])
ERRORS = Counter("tileroom_errors", "Errors told to the log.", ["part"])
REQUESTS = Histogram(
    "tileroom_request_seconds",
    "From a request's arrival in a thread to its answer.",
    ["status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
PUSHES = Counter("tileroom_pushes", "Pictures handed to sockets, those that wait included.")
DELIVERY = Histogram(
    "tileroom_delivery_seconds",
    "From a picture that is made or heard of to the last socket of the process.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
SOCKETS = Gauge("tileroom_sockets", "Open sockets.", ["of"], multiprocess_mode="livesum")
TOPICS = Gauge(
    "tileroom_topics",
    "Rooms, chats and lists somebody looks at, in each process.",
    ["of"],
    multiprocess_mode="livesum",
)
WAITING = Gauge(
    "tileroom_engine_waiting",
    "Games that wait for a computer player.",
    multiprocess_mode="livemax",
)
REFEREE_LAG = Histogram(
    "tileroom_referee_lag_seconds",
    "How late the referee attended to a game that was due.",
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)


@cache
def requests_with(status: int) -> Histogram:
    """The part of :data:`REQUESTS` with this status; to look it up costs as much as to count."""
    return REQUESTS.labels(str(status))


class ErrorCounter(logging.Handler):
    """Counts errors by the part of the program that told them."""

    def emit(self, record: logging.LogRecord) -> None:
        ERRORS.labels(".".join(record.name.split(".")[:2])).inc()
