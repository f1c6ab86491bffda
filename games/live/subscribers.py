"""The records of a hub: its sockets, and the audience of each topic."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from games.live.mailbox import Mailbox, SocketWriter
from games.live.readers import Reader
from games.live.state_cache import RenderedState
from games.live.topics import Audience, Topic

MAX_REPORTED_VIEWERS = 200
"""Viewers of a topic whose ids a process shares with the others; more are only counted."""

PULSE_INTERVAL = 5.0
"""Seconds between two checks of the database for stamps whose announcement was lost."""


def latency_cache_key(viewer: str) -> str:
    """Return the cache key under which processes share a viewer's latency."""
    return f"lag.{viewer}"


CLOSE_UNKNOWN = 4404
"""Close code for a topic that does not exist, or no longer: the page does not reconnect."""


@dataclass(eq=False, slots=True)
class Subscriber:
    """One open socket."""

    topic: Topic
    reader: Reader
    writer: SocketWriter
    mailbox: Mailbox
    # Closes the socket with a close code.
    close: Callable[[int], object]
    # Event-loop time at which the hub began to serve the socket.
    since: float = 0.0
    # Whether the page has reported that it is not visible.
    hidden: bool = False

    @property
    def viewer(self) -> str:
        """Return the viewer's id, empty for a visitor without one."""
        return self.reader.viewer

    @property
    def round_trip(self) -> float:
        """Return the fastest ping's round trip in seconds, 0 before the first answer."""
        return float(getattr(self.writer, "min_round_trip", 0.0))


@dataclass(slots=True)
class Subscribers:
    """A hub's record of one topic: its own sockets, and the audience in other processes.

    All times are event-loop times.
    """

    local_subscribers: set[Subscriber] = field(default_factory=set)
    # By process id: the audience it reported, and when.
    elsewhere: dict[str, tuple[Audience, float]] = field(default_factory=dict)
    # When this process last joined the topic's group on the channel layer.
    joined_at: float = -math.inf
    # The last heartbeat: when it was rendered, for which audience, and its frames by language.
    sent_at: float = -math.inf
    sent_audience: Audience | None = None
    heartbeats: dict[str, bytes] = field(default_factory=dict)
    # The newest stamp the hub has heard of; ``state`` may still be older.
    stamp: int = 0
    state: RenderedState | None = None
    # Joins the topic's group and reads the first stamp; continues when a socket gives up.
    opening: asyncio.Task[None] | None = None
    # Loads the state for ``stamp``.
    reading: asyncio.Task[None] | None = None

    def close_all(self, code: int) -> None:
        """Close this process's sockets."""
        for subscriber in list(self.local_subscribers):
            subscriber.close(code)

    def viewers(self) -> dict[str, bool]:
        """Return this process's viewers with an id, and whether a page of theirs is visible."""
        found: dict[str, bool] = {}
        for subscriber in self.local_subscribers:
            if subscriber.viewer:
                found[subscriber.viewer] = (
                    found.get(subscriber.viewer, False) or not subscriber.hidden
                )
        return found

    def languages(self) -> set[str]:
        """Return the languages of this process's sockets."""
        return {subscriber.reader.language for subscriber in self.local_subscribers}

    def local_audience(self) -> Audience:
        """Return the audience in this process."""
        found = self.viewers()
        unknown = sum(1 for subscriber in self.local_subscribers if not subscriber.viewer)
        return Audience(len(found) + unknown, dict(islice(found.items(), MAX_REPORTED_VIEWERS)))

    def audience(self, now: float) -> Audience:
        """Return the audience in all processes, ignoring reports older than three pulses."""
        people, viewers = 0, dict[str, bool]()
        fresh = [
            report
            for report, sent_at in self.elsewhere.values()
            if now - sent_at < 3 * PULSE_INTERVAL
        ]
        for audience in (self.local_audience(), *fresh):
            people += audience.people
            for viewer, is_visible in audience.viewers.items():
                viewers[viewer] = viewers.get(viewer, False) or is_visible
        return Audience(people, viewers)
