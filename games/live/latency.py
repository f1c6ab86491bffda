"""The network latency of a viewer, used to compensate clocks.

It is half of the shortest round trip seen during the game, measured by pings on the page's socket
and by the operating system on the connections of its commands. A page can delay its answers to
pings but not speed them up, and scripts cannot influence the operating system's figure. A
manipulated network stack could delay both, for which the credit of a whole game is limited.
"""

from collections.abc import Iterator

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
    key = f"trip.{game}.{viewer}"
    cached = cache.get_many([key, latency_cache_key(viewer)])
    # Trips are in seconds there and back; 500 times that is milliseconds one way.
    known = [500 * seconds for seconds in _list_round_trips(topic, viewer)]
    known += [] if trip is None else [500 * trip]
    known += [float(latency) for latency in cached.values()]
    if not known:
        return 0
    lowest = min(known)
    if key not in cached or lowest < cached[key]:
        cache.set(key, lowest, timeout=SHORTEST_TRIP_LIFETIME)
    return round(lowest)


def _list_round_trips(topic: Topic, viewer: str) -> Iterator[float]:
    """Yield the round trips in seconds of the viewer's sockets in this process."""
    for hub in list_hubs():
        subscribers = hub.topics.get(topic)
        for subscriber in list(subscribers.local_subscribers) if subscribers else ():
            if subscriber.viewer == viewer and subscriber.round_trip:
                yield subscriber.round_trip
