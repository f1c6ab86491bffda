"""The network latency of a viewer, used to compensate clocks.

It is half of the shortest round trip seen during the game, measured by pings on the page's socket
and by the operating system on the connections of its commands. A page can delay its answers to
pings but not speed them up, and scripts cannot influence the operating system's figure. A
manipulated network stack could delay both, so the credit for a whole game is limited.
"""

from collections.abc import Iterator, Mapping
from math import inf

from django.core.cache import cache

from games.live.running_hubs import list_hubs
from games.live.subscribers import latency_cache_key
from games.live.topics import Topic

SHORTEST_TRIP_LIFETIME = 24 * 3600
"""Seconds for which the shortest trip of a game is kept after a command."""


def get_latency(topic: Topic, viewer: str, game: str, trip: float | None) -> int:
    """Return the one-way latency of a viewer in milliseconds; 0 when nothing is known.

    ``trip`` is the round trip in seconds of the command's own connection, if known.
    """
    if not viewer:
        return 0
    trips = [*_list_round_trips(topic, viewer), *([] if trip is None else [trip])]
    return get_latencies(game, {viewer: min(trips, default=None)})[viewer]


def get_latencies(game: str, trips: Mapping[str, float | None]) -> dict[str, int]:
    """Return the one-way latency in milliseconds of each viewer of whom ``trips`` has a round trip
    in seconds, or ``None``; 0 where nothing is known."""
    keys = {viewer: f"trip.{game}.{viewer}" for viewer in trips}
    cached = cache.get_many([*keys.values(), *map(latency_cache_key, trips)])
    latencies, shorter = dict[str, int](), dict[str, float]()
    for viewer, trip in trips.items():
        known = [cached.get(keys[viewer]), cached.get(latency_cache_key(viewer))]
        # Half of the trip, in milliseconds.
        known.append(None if trip is None else 500 * trip)
        lowest = min((float(latency) for latency in known if latency is not None), default=None)
        latencies[viewer] = round(lowest or 0)
        if lowest is not None and lowest < cached.get(keys[viewer], inf):
            shorter[keys[viewer]] = lowest
    if shorter:
        cache.set_many(shorter, timeout=SHORTEST_TRIP_LIFETIME)
    return latencies


def _list_round_trips(topic: Topic, viewer: str) -> Iterator[float]:
    """Yield the round trips in seconds of the viewer's sockets in this process."""
    for hub in list_hubs():
        subscribers = hub.topics.get(topic)
        for subscriber in list(subscribers.local_subscribers) if subscribers else ():
            if subscriber.viewer == viewer and subscriber.round_trip:
                yield subscriber.round_trip
