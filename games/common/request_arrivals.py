"""When a request arrived, as early as the server knows: processing time costs no player clock time.

The server's protocol notes the time of the last byte (:mod:`scrabble_site.server.protocols`).
Behind another server it is the time at which the body had been read.
"""

import time
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

ARRIVAL = "tileroom.arrival"
"""The key of the scope's extension that holds an :class:`Arrival`."""


TRIP_HEADER = b"x-line-rtt"
"""The header in which a trusted proxy gives the round-trip time of its connection to the page, in
microseconds."""


class Arrival:
    """The arrival of one request.

    ``at`` is in seconds since the epoch, ``None`` until the last byte is there. ``round_trip`` is
    the round-trip time of the connection in seconds, ``None`` if unknown.
    """

    __slots__ = ("at", "round_trip")

    def __init__(self) -> None:
        self.at: float | None = None
        self.round_trip: float | None = None


def record_arrival(scope: Any) -> None:
    """Set the arrival time to now, unless the server has already noted it."""
    arrival: Arrival = scope.setdefault("extensions", {}).setdefault(ARRIVAL, Arrival())
    if arrival.at is None:
        arrival.at = time.time()


def get_round_trip(request: HttpRequest) -> float | None:
    """Return the round-trip time of this request's connection in seconds.

    It is measured by the operating system here or at a trusted proxy; ``None`` if neither did.
    """
    scope = getattr(request, "scope", None) or {}
    arrival = scope.get("extensions", {}).get(ARRIVAL)
    return None if arrival is None else arrival.round_trip


def get_arrival_time(request: HttpRequest) -> datetime:
    """Return the time at which a request arrived, or now if it was not noted."""
    now = timezone.now()
    scope = getattr(request, "scope", None) or {}
    arrival = scope.get("extensions", {}).get(ARRIVAL)
    if arrival is None or arrival.at is None:
        return now
    # The clock may have been set back since the arrival was noted.
    return min(now, datetime.fromtimestamp(arrival.at, UTC))
