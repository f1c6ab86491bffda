"""Presence: who views which topic, sent to pages as heartbeats and to interested listeners."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping
from functools import partial

from channels.db import database_sync_to_async
from django.core.cache import cache
from django.utils import translation

from games.common.metrics import SOCKETS, TOPICS
from games.live.channel_layer import reaches_other_processes, send_to_hubs
from games.live.failures import log_failures
from games.live.state_cache import RenderedState, encode_text_frame
from games.live.subscribers import Subscribers, latency_cache_key
from games.live.topics import (
    Audience,
    Topic,
    get_topic_kind,
    list_topic_kinds,
    list_viewer_listeners,
)

logger = logging.getLogger(__name__)

HEARTBEAT_INTERVAL = 20.0
"""Seconds between two heartbeats. A page that hears nothing for twice as long reconnects."""

LATENCY_LIFETIME = 60.0
"""Seconds for which other processes use a latency that one process measured."""

PRESENCE_DELAY = 1.0
"""Seconds for which changes of the audience are collected before they are sent."""

MAX_PROMPT_SUBSCRIBERS = 64
"""Topics with more sockets than this announce their audience only with the hub's pulse."""


async def render_heartbeats(topics: Mapping[Topic, Subscribers], now: float) -> set[Topic]:
    """Render heartbeats for topics whose audience changed or whose last heartbeat is old.

    They are also rendered when someone reads another language. All topics of a kind are loaded in
    one call. Returns the topics that got a new heartbeat.
    """
    due: dict[str, dict[str, Audience]] = defaultdict(dict)
    languages: dict[Topic, set[str]] = {}
    for topic, subscribers in topics.items():
        audience, languages[topic] = subscribers.audience(now), subscribers.languages()
        if (
            audience != subscribers.sent_audience
            or now - subscribers.sent_at >= HEARTBEAT_INTERVAL
            or not languages[topic] <= subscribers.heartbeats.keys()
        ):
            subscribers.sent_audience, subscribers.sent_at = audience, now
            due[topic.kind][topic.key] = audience
    renewed = set()
    for name, audiences in due.items():
        with log_failures("Could not render the audience of %s", name):
            render = partial(_render_presence, name, audiences, languages)
            for topic, frames in (await database_sync_to_async(render)()).items():
                if topic in topics:
                    topics[topic].heartbeats = frames
                    renewed.add(topic)
    return renewed


def _render_presence(
    name: str, audiences: Mapping[str, Audience], languages: Mapping[Topic, set[str]]
) -> dict[Topic, dict[str, bytes]]:
    """Return the heartbeat frames of topics of one kind, by language."""
    kind = get_topic_kind(Topic(name, ""))
    found: dict[Topic, dict[str, bytes]] = {}
    for key, presence in kind.load_presence(audiences).items():
        frames = found[Topic(name, key)] = {}
        for language in languages[Topic(name, key)]:
            with translation.override(language):
                frames[language] = encode_text_frame(kind.render_presence(presence))
    return found


async def report_to_processes(topic: Topic, subscribers: Subscribers) -> None:
    """Tell the other processes which viewers the topic has in this one."""
    if reaches_other_processes():
        audience = subscribers.local_audience()
        values = {"people": audience.people, "seen": dict(audience.viewers)}
        await send_to_hubs(topic, {"type": "topic.audience", **values})


class PresenceUpdates:
    """Announces changed audiences (arrivals, departures, seats taken or left) after a short delay.

    All changes within the delay go out together.
    """

    def __init__(self, topics: Mapping[Topic, Subscribers]) -> None:
        self._topics = topics
        self._changed: set[Topic] = set()
        self._sender: asyncio.Task[None] | None = None

    def add(self, topic: Topic) -> None:
        """Announce a topic's audience soon, if its kind shows one and it is not a crowd."""
        subscribers = self._topics.get(topic)
        if (
            subscribers is None
            or get_topic_kind(topic).presence_key_of is None
            or len(subscribers.local_subscribers) > MAX_PROMPT_SUBSCRIBERS
        ):
            return
        self._changed.add(topic)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_soon())

    def add_if_changed(
        self, topic: Topic, before: RenderedState | None, after: RenderedState
    ) -> None:
        """Announce a topic's audience again if its new state changes how presence is shown."""
        presence_key_of = get_topic_kind(topic).presence_key_of
        if presence_key_of is None:
            return
        if before is None or presence_key_of(before.state) != presence_key_of(after.state):
            # Forgotten, so that the heartbeat is rendered even for the same audience.
            self._topics[topic].sent_audience = None
            self.add(topic)

    async def _send_soon(self) -> None:
        try:
            while self._changed:
                await asyncio.sleep(PRESENCE_DELAY)
                changed = {
                    topic: self._topics.get(topic) or Subscribers() for topic in self._changed
                }
                self._changed.clear()
                await self._send(changed)
        except Exception:
            logger.exception("Could not send the audiences; the pulse does")
        finally:
            self._sender = None

    async def _send(self, changed: Mapping[Topic, Subscribers]) -> None:
        viewed = {
            topic: subscribers
            for topic, subscribers in changed.items()
            if subscribers.local_subscribers
        }
        for topic in await render_heartbeats(viewed, asyncio.get_running_loop().time()):
            frames = changed[topic].heartbeats
            for subscriber in list(changed[topic].local_subscribers):
                if subscriber.reader.language in frames and not subscriber.writer.is_full:
                    subscriber.writer.write_frame(frames[subscriber.reader.language])
        for topic, subscribers in changed.items():
            await report_to_processes(topic, subscribers)


async def report_viewers(topics: Mapping[Topic, Subscribers]) -> None:
    """Pass this process's viewers to the topic kinds and listeners that asked for them."""
    by_kind: dict[str, dict[str, dict[str, bool]]] = defaultdict(dict)
    for topic, subscribers in topics.items():
        by_kind[topic.kind][topic.key] = subscribers.viewers()
    for name, viewers_of in by_kind.items():
        on_viewers = get_topic_kind(Topic(name, "")).on_viewers
        if on_viewers is not None:
            with log_failures("Could not report the viewers of %s", name):
                await database_sync_to_async(on_viewers)(viewers_of)
    everybody = {viewer for subscribers in topics.values() for viewer in subscribers.viewers()}
    for listener in list_viewer_listeners():
        with log_failures("Could not report who is connected"):
            await database_sync_to_async(listener)(everybody)


async def report_latencies(topics: Mapping[Topic, Subscribers]) -> None:
    """Share viewers' latencies with the other processes, which may get those viewers' commands."""
    if reaches_other_processes():
        # Round trips are in seconds; 500 times that is milliseconds one way.
        local_subscribers = [
            one
            for subscribers in topics.values()
            for one in subscribers.local_subscribers
            if one.viewer
        ]
        latencies = {
            latency_cache_key(one.viewer): round(500 * one.round_trip)
            for one in local_subscribers
            if one.round_trip
        }
        await database_sync_to_async(cache.set_many)(latencies, timeout=LATENCY_LIFETIME)


def count_sockets(topics: Mapping[Topic, Subscribers]) -> None:
    """Update the metrics: sockets in this process and topics served, by kind."""
    for kind in list_topic_kinds():
        subscribers = [
            subscribers for topic, subscribers in topics.items() if topic.kind == kind.name
        ]
        TOPICS.labels(kind.name).set(len(subscribers))
        SOCKETS.labels(kind.name).set(sum(len(one.local_subscribers) for one in subscribers))
