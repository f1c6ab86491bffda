"""The hub of a process serves all its sockets, topic by topic.

It joins a topic's group on the channel layer once, however many sockets follow the topic. Messages
there only announce that something changed: the hub then loads the newest state, once for all its
sockets. Changes made in this process reach it directly. Every few seconds (the pulse) the hub
compares its stamps with the database, so a lost message only delays an update.
"""

import asyncio
import contextlib
import logging
import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async

from games.live.channel_layer import (
    LAYER_TIMEOUT,
    PROCESS_ID,
    get_layer,
    is_unreachable,
    layer_timeout,
    reaches_other_processes,
)
from games.live.delivery import SOCKETS_PER_STEP, StateDelivery
from games.live.direct_messages import DirectMessage, DirectMessageSender
from games.live.failures import log_failures
from games.live.presence import (
    PresenceUpdates,
    count_sockets,
    render_heartbeats,
    report_latencies,
    report_to_processes,
    report_viewers,
)
from games.live.state_cache import RenderedState, state_cache
from games.live.subscribers import CLOSE_UNKNOWN, PULSE_INTERVAL, Subscriber, Subscribers
from games.live.topics import TOPIC_CHANGED, Audience, Topic, get_topic_kind
from scrabble_site.shared.refusals import NotFound

logger = logging.getLogger(__name__)

# Seconds after which a socket is closed with CLOSE_RESTART; the page opens a new one at once.
SOCKET_LIFETIME = 12 * 3600.0
# Seconds between two reports of viewers to the listeners.
VIEWER_REPORT_INTERVAL = 20.0
# Seconds after which group membership is renewed; channel layers forget it after a day.
REJOIN_INTERVAL = 6 * 3600.0

# Close codes of the WebSocket registry: service restart, and try again later.
CLOSE_RESTART = 1012
CLOSE_BEHIND = 1013


class Hub:
    """The sockets of this process by topic. Each event loop has one hub, see
    :func:`games.live.running_hubs.get_current_hub`."""

    def __init__(self) -> None:
        self.topics: dict[Topic, Subscribers] = defaultdict(Subscribers)
        self.loop = asyncio.get_running_loop()
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._checking: dict[Topic, asyncio.Task[None]] = {}
        self._viewers_reported_at = -math.inf
        self._delivery = StateDelivery()
        self._direct_message_sender = DirectMessageSender(self.topics)
        self._presence_updates = PresenceUpdates(self.topics)

    async def register(self, subscriber: Subscriber) -> None:
        """Start serving a socket and send it the newest state, unless its page already has it.

        Raises ``NotFound`` if the topic does not exist.
        """
        if not self._tasks:
            self._tasks.append(asyncio.create_task(self._pulse()))
        subscriber.since = self.loop.time()
        topic = subscriber.topic
        subscribers = self.topics[topic]
        subscribers.local_subscribers.add(subscriber)
        if subscribers.stamp == 0:
            if subscribers.opening is None:
                subscribers.opening = asyncio.create_task(self._open(topic, subscribers))
            await asyncio.shield(subscribers.opening)
        elif subscriber.mailbox.stamp == 0:
            await self._check_topic(topic)  # its page may be newer than the state that others have
        if subscribers.stamp == 0:
            raise NotFound(f"{topic.kind}.unknown")
        self._bring_up_to_date(subscribers, subscriber, new=True)
        if frame := subscribers.heartbeats.get(subscriber.reader.language):
            subscriber.writer.write_frame(frame)
        self._presence_updates.add(topic)

    async def unregister(self, subscriber: Subscriber) -> None:
        """Stop serving a socket; leave the topic's group with the last one."""
        subscribers = self.topics.get(subscriber.topic)
        if subscribers is None:
            return
        subscribers.local_subscribers.discard(subscriber)
        self._presence_updates.add(subscriber.topic)
        if not subscribers.local_subscribers:
            del self.topics[subscriber.topic]
            for task in (subscribers.opening, subscribers.reading):
                if task is not None:
                    task.cancel()
            if self._channel:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(LAYER_TIMEOUT):
                        await get_layer().group_discard(subscriber.topic.group, self._channel)
            if subscriber.topic in self.topics:
                # A socket was registered while the group was being left: rejoin at the next pulse.
                self.topics[subscriber.topic].joined_at = -math.inf

    def on_update(self, topic: Topic, rendered: RenderedState) -> None:
        """Deliver a state that was changed in this process. May be called from any thread."""
        # Two turns of the loop, so that pending answers (to the move itself) are written first.
        self.loop.call_soon_threadsafe(self.loop.call_soon, self._deliver_state, topic, rendered)

    def on_direct_message(self, direct_message: DirectMessage) -> None:
        """Send a message to some viewers only. May be called from any thread."""
        self.loop.call_soon_threadsafe(self._direct_message_sender.send, direct_message)

    def check(self, topic: Topic) -> None:
        """Check the database for a newer state. May be called from any thread."""
        if topic in self.topics:
            self.loop.call_soon_threadsafe(self._check_soon, topic)

    def _check_soon(self, topic: Topic) -> None:
        if topic not in self._checking:
            task = self._checking[topic] = asyncio.create_task(self._check_topic(topic))
            task.add_done_callback(lambda _done: self._checking.pop(topic, None))

    async def _check_topic(self, topic: Topic) -> None:
        found = await database_sync_to_async(get_topic_kind(topic).stamps)([topic.key])
        if (subscribers := self.topics.get(topic)) is not None:
            self._note_stamp(topic, subscribers, found.get(topic.key, 0))

    async def _open(self, topic: Topic, subscribers: Subscribers) -> None:
        try:
            await self._join(topic, subscribers)
            found = await database_sync_to_async(get_topic_kind(topic).stamps)([topic.key])
            subscribers.stamp = max(subscribers.stamp, found.get(topic.key, 0))
        finally:
            subscribers.opening = None

    async def _join(self, topic: Topic, subscribers: Subscribers) -> None:
        """Join a topic's group. If that fails, the pulse serves the topic and tries again."""
        if not reaches_other_processes():
            subscribers.joined_at = math.inf
        if not reaches_other_processes() or is_unreachable():
            return
        with log_failures("Could not join the group of %s; the pulse serves it", topic):
            async with layer_timeout():
                if not self._channel:
                    self._channel = await get_layer().new_channel("hub")
                    self._tasks.append(asyncio.create_task(self._listen()))
                await get_layer().group_add(topic.group, self._channel)
            subscribers.joined_at = self.loop.time()

    async def _listen(self) -> None:
        while True:
            try:
                message = await get_layer().receive(self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("The channel layer is out of reach; the pulse serves meanwhile")
                await asyncio.sleep(1)
                continue
            with log_failures("A message from the channel layer could not be used"):
                self._handle_message(message)

    def _handle_message(self, message: Mapping[str, Any]) -> None:
        topic = Topic(*message["topic"])
        subscribers = self.topics.get(topic)
        if subscribers is None or message["from"] == PROCESS_ID:
            return
        if message["type"] == "topic.audience":
            audience = Audience(message["people"], message["seen"])
            known = subscribers.elsewhere.get(message["from"])
            subscribers.elsewhere[message["from"]] = (audience, self.loop.time())
            if known is None or known[0] != audience:
                self._presence_updates.add(topic)
        elif message["type"] == "topic.direct_message":
            viewers, key, text = frozenset(message["viewers"]), message["key"], message["text"]
            self._direct_message_sender.send(DirectMessage(topic, viewers, key, text))
        elif message["type"] == TOPIC_CHANGED:
            self._check_soon(topic)
        else:
            self._note_stamp(topic, subscribers, message["stamp"])

    def _deliver_state(self, topic: Topic, rendered: RenderedState) -> None:
        subscribers = self.topics.get(topic)
        if subscribers is not None and rendered.stamp > (
            subscribers.state.stamp if subscribers.state else 0
        ):
            before, subscribers.state = subscribers.state, rendered
            self._presence_updates.add_if_changed(topic, before, rendered)
            subscribers.stamp = max(subscribers.stamp, rendered.stamp)
            self._delivery.deliver_change(list(subscribers.local_subscribers), before, rendered)

    def _note_stamp(self, topic: Topic, subscribers: Subscribers, stamp: int) -> None:
        """Load the state of a stamp that was set elsewhere, unless it is known already."""
        subscribers.stamp = max(subscribers.stamp, stamp)
        known = subscribers.state.stamp if subscribers.state else 0
        if known < subscribers.stamp and subscribers.reading is None:
            subscribers.reading = asyncio.create_task(self._read(topic, subscribers))

    async def _read(self, topic: Topic, subscribers: Subscribers) -> None:
        try:
            rendered = await database_sync_to_async(state_cache.at_least)(topic, subscribers.stamp)
        except Exception:
            logger.exception("Could not read %s; the pulse tries again", topic)
        else:
            self._deliver_state(topic, rendered)
            if rendered.stamp < subscribers.stamp:  # something changed while it was read
                self.loop.call_soon(self._note_stamp, topic, subscribers, subscribers.stamp)
        finally:
            subscribers.reading = None

    def _bring_up_to_date(
        self, subscribers: Subscribers, subscriber: Subscriber, *, new: bool = False
    ) -> None:
        """Bring one socket up to date."""
        # A new socket may belong to a viewer who is barred, so its close code is always checked.
        barred = new and get_topic_kind(subscriber.topic).close_code_for is not None
        if subscriber.mailbox.stamp >= subscribers.stamp and not barred:
            return
        if subscribers.state is not None and subscribers.state.stamp >= subscribers.stamp:
            self._delivery.deliver([subscriber], subscribers.state)
        else:
            self._note_stamp(subscriber.topic, subscribers, subscribers.stamp)

    async def _pulse(self) -> None:
        steps = (
            *(self._catch_up, self._renew, self._report_to_processes),
            *(self._maintain_sockets, self._report_viewers, self._count_sockets),
        )
        while True:
            await asyncio.sleep(PULSE_INTERVAL)
            for step in steps:
                with log_failures("A step of the hub's pulse failed: %s", step.__name__):
                    await step()

    async def _catch_up(self) -> None:
        by_kind: dict[str, list[Topic]] = defaultdict(list)
        for topic in list(self.topics):
            by_kind[topic.kind].append(topic)
        for name, topics in by_kind.items():
            with log_failures("Could not read the stamps of %s", name):
                await self._catch_up_with(topics)

    async def _catch_up_with(self, topics: list[Topic]) -> None:
        """Compare the stamps of topics of one kind with the database, in one query."""
        stamps = database_sync_to_async(get_topic_kind(topics[0]).stamps)
        found = await stamps([topic.key for topic in topics])
        for topic in topics:
            subscribers = self.topics.get(topic)
            if subscribers is not None and topic.key not in found:
                subscribers.close_all(CLOSE_UNKNOWN)  # deleted since its pages were opened
            elif subscribers is not None:
                subscribers.stamp = max(subscribers.stamp, found[topic.key])
                for subscriber in list(subscribers.local_subscribers):
                    self._bring_up_to_date(subscribers, subscriber)

    async def _count_sockets(self) -> None:
        count_sockets(self.topics)

    async def _renew(self) -> None:
        for topic, subscribers in list(self.topics.items()):
            if self.loop.time() - subscribers.joined_at > REJOIN_INTERVAL:
                await self._join(topic, subscribers)

    async def _report_to_processes(self) -> None:
        for topic, subscribers in list(self.topics.items()):
            await report_to_processes(topic, subscribers)

    async def _report_viewers(self) -> None:
        if self.loop.time() - self._viewers_reported_at >= VIEWER_REPORT_INTERVAL:
            self._viewers_reported_at = self.loop.time()
            await report_viewers(self.topics)
            await report_latencies(self.topics)

    async def _maintain_sockets(self) -> None:
        """Send heartbeats, and close sockets that stay behind or have been open for very long."""
        renewed = await render_heartbeats(self.topics, self.loop.time())
        for topic, subscribers in list(self.topics.items()):
            now = self.loop.time()
            frames = subscribers.heartbeats if topic in renewed else {}
            for number, subscriber in enumerate(list(subscribers.local_subscribers), 1):
                if subscriber.mailbox.is_overdue(now):
                    subscriber.close(CLOSE_BEHIND)
                elif now - subscriber.since > SOCKET_LIFETIME:
                    subscriber.close(CLOSE_RESTART)
                elif subscriber.reader.language in frames and not subscriber.writer.is_full:
                    subscriber.writer.write_frame(frames[subscriber.reader.language])
                if number % SOCKETS_PER_STEP == 0:
                    await asyncio.sleep(0)  # let moves be answered in between
