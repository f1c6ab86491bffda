"""Prometheus metrics of the site; ``scrabble_site.observing.metrics`` serves them.

Counting takes microseconds and happens a few times per move, and once for many sockets, so play is
not slowed. No label names a room or a person.
"""

import logging
from functools import cache

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter("tileroom_moves", "Moves made in games.", ["player_type"])
MOVES_OF_PEOPLE, MOVES_OF_COMPUTERS = MOVES.labels("person"), MOVES.labels("computer")
REFUSALS = Counter("tileroom_refusals", "Rejected commands.", ["reason"])
ERRORS = Counter("tileroom_errors", "Logged errors.", ["part"])
REQUESTS = Histogram(
    "tileroom_request_seconds",
    "Time from a request's arrival in a thread to its response.",
    ["status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
SOCKET_MESSAGES = Counter(
    "tileroom_socket_messages", "Snapshots sent to sockets, including queued ones."
)
DELIVERY = Histogram(
    "tileroom_delivery_seconds",
    "Time until a new snapshot reaches the last socket of the process.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
SOCKETS = Gauge("tileroom_sockets", "Open sockets.", ["kind"], multiprocess_mode="livesum")
TOPICS = Gauge(
    "tileroom_topics",
    "Rooms, chats and lists with subscribers, per process.",
    ["kind"],
    multiprocess_mode="livesum",
)
WAITING = Gauge(
    "tileroom_computer_moves_waiting",
    "Games waiting for a computer player.",
    multiprocess_mode="livemax",
)
REFEREE_LAG = Histogram(
    "tileroom_referee_lag_seconds",
    "How late the referee handled a game that was due.",
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)


@cache
def get_request_histogram(status: int) -> Histogram:
    """Return the child of :data:`REQUESTS` for this status.

    It is cached because looking it up costs as much as counting.
    """
    return REQUESTS.labels(str(status))


class ErrorCounter(logging.Handler):
    """A logging handler that counts errors by the part of the program that logged them."""

    def emit(self, record: logging.LogRecord) -> None:
        # The first two parts of the logger's name, such as "games.play", keep the number of labels
        # small.
        ERRORS.labels(".".join(record.name.split(".")[:2])).inc()
