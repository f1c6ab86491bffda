"""How long the line to a page takes, as the server measures it by the pings of the page's socket.

A browser answers pings by itself, so no page can say that its line is slower than it is.
"""

from collections.abc import Iterator

from django.core.cache import cache

from games.live.hub import open_hubs
from games.live.layer import has_others
from games.live.listeners import lag_key
from games.live.topics import Topic


def lag_of(topic: Topic, viewer: str) -> int:
    """Milliseconds from this viewer's page to the server, one way; 0 where nothing is known."""
    trips = list(_trips(topic, viewer))
    if trips:
        return round(500 * min(trips))
    return int(cache.get(lag_key(viewer), 0)) if viewer and has_others() else 0


def _trips(topic: Topic, viewer: str) -> Iterator[float]:
    """Seconds there and back on the viewer's sockets in this process."""
    for hub in open_hubs():
        ears = hub.topics.get(topic)
        for listener in list(ears.listeners) if ears else ():
            if viewer and listener.viewer == viewer and listener.trip:
                yield listener.trip
