"""One hub a process: it serves all local sockets, topic by topic.

It joins a topic's group on the channel layer once, however many sockets look at the topic. A
message there only says that something changed: the hub then reads the newest picture itself, once
for all its sockets. What was changed in this process is handed over as it is. Every few seconds
the hub compares the stamps of what it serves with the database, so a message lost on the way is
made good by itself.
"""

import asyncio
import contextlib
import logging
import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async

from games.common.refusals import Missing
from games.live.gallery import Shown, gallery
from games.live.layer import LAYER_PATIENCE, PROCESS, asking_layer, has_others, is_away, layer
from games.live.listeners import PULSE, Ears, Listener
from games.live.signs import Stirs, count_sockets, make_signs, tell_lags, tell_others, tell_viewers
from games.live.spreading import AT_ONCE, Spreader
from games.live.topics import Company, Topic, kind_of
from games.live.whispers import Whisper, Whisperer

logger = logging.getLogger(__name__)

LIFETIME = 12 * 3600.0
"""Seconds after which a socket is closed as "going away"; the page opens a new one at once."""

VIEWERS = 20.0
"""Seconds between two tellings of who looks at what."""

REJOIN = 6 * 3600.0
"""Seconds after which group membership is renewed; channel layers forget it after a day."""

CLOSE_RESTART = 1012
CLOSE_BEHIND = 1013


class Hub:
    """The sockets of this process by topic. Use :func:`current_hub`; one event loop, one hub."""

    def __init__(self) -> None:
        self.topics: dict[Topic, Ears] = defaultdict(Ears)
        self.loop = asyncio.get_running_loop()
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._opening: dict[Topic, asyncio.Task[None]] = {}
        self._looking: dict[Topic, asyncio.Task[None]] = {}
        self._told_viewers = -math.inf
        self._spreader = Spreader()
        self._whisperer = Whisperer(self.topics)
        self._stirs = Stirs(self.topics)

    async def register(self, listener: Listener) -> None:
        """Begin to serve a socket, and send it what it has not yet seen.

        Raises ``Missing`` for a topic that does not exist.
        """
        if not self._tasks:
            self._tasks.append(asyncio.create_task(self._pulse()))
        listener.since = self.loop.time()
        topic = listener.topic
        ears = self.topics[topic]
        ears.listeners.add(listener)
        if ears.stamp == 0:
            if topic not in self._opening:
                self._opening[topic] = asyncio.create_task(self._open(topic, ears))
            await asyncio.shield(self._opening[topic])
        elif listener.mailbox.stamp == 0:
            await self._look(topic)  # its page may be newer than what others were shown
        if ears.stamp == 0:
            raise Missing(f"{topic.kind}.unknown")
        self._show(ears, listener, new=True)
        if ears.sign:
            listener.wire.write_frame(ears.sign)
        self._stirs.note(topic)

    async def unregister(self, listener: Listener) -> None:
        """Stop serving a socket; leaves the topic's group with the last one."""
        ears = self.topics.get(listener.topic)
        if ears is None:
            return
        ears.listeners.discard(listener)
        self._stirs.note(listener.topic)
        if not ears.listeners:
            del self.topics[listener.topic]
            if ears.reading is not None:
                ears.reading.cancel()
            with contextlib.suppress(Exception):
                async with asyncio.timeout(LAYER_PATIENCE):
                    await self._leave(listener.topic)

    def hear(self, topic: Topic, shown: Shown) -> None:
        """Take what was changed in this process, when those have been answered who wait for it
        just now. May be called from any thread."""
        self.loop.call_soon_threadsafe(self.loop.call_soon, self._take, topic, shown)

    def hear_whisper(self, whisper: Whisper) -> None:
        """Take what is for some alone. May be called from any thread."""
        self.loop.call_soon_threadsafe(self._whisperer.take, whisper)

    def look(self, topic: Topic) -> None:
        """Look whether there is something newer. May be called from any thread."""
        if topic in self.topics:
            self.loop.call_soon_threadsafe(self._look_soon, topic)

    def _look_soon(self, topic: Topic) -> None:
        if topic not in self._looking:
            task = self._looking[topic] = asyncio.create_task(self._look(topic))
            task.add_done_callback(lambda _done: self._looking.pop(topic, None))

    async def _look(self, topic: Topic) -> None:
        found = await database_sync_to_async(kind_of(topic).stamps)([topic.key])
        if (ears := self.topics.get(topic)) is not None:
            self._learn(topic, ears, found.get(topic.key, 0))

    async def _open(self, topic: Topic, ears: Ears) -> None:
        try:
            await self._join(topic, ears)
            found = await database_sync_to_async(kind_of(topic).stamps)([topic.key])
            ears.stamp = max(ears.stamp, found.get(topic.key, 0))
        finally:
            del self._opening[topic]

    async def _join(self, topic: Topic, ears: Ears) -> None:
        """Join a topic's group. Where that fails, the pulse serves the topic and tries again."""
        if not has_others():
            ears.joined_at = math.inf
        if not has_others() or is_away():
            return
        try:
            async with asking_layer():
                if not self._channel:
                    self._channel = await layer().new_channel("hub")
                    self._tasks.append(asyncio.create_task(self._listen()))
                await layer().group_add(topic.group, self._channel)
        except Exception:
            logger.exception("Could not join the group of %s; the pulse serves it", topic)
        else:
            ears.joined_at = self.loop.time()

    async def _leave(self, topic: Topic) -> None:
        if self._channel:
            await layer().group_discard(topic.group, self._channel)

    async def _listen(self) -> None:
        while True:
            try:
                message = await layer().receive(self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("The channel layer is out of reach; the pulse serves meanwhile")
                await asyncio.sleep(1)
                continue
            self._understand(message)

    def _understand(self, message: Mapping[str, Any]) -> None:
        topic = Topic(*message["topic"])
        ears = self.topics.get(topic)
        if ears is None or message["from"] == PROCESS:
            return
        if message["type"] == "topic.lookers":
            company = Company(message["people"], message["seen"])
            known = ears.elsewhere.get(message["from"])
            ears.elsewhere[message["from"]] = (company, self.loop.time())
            if known is None or known[0] != company:
                self._stirs.note(topic)
        elif message["type"] == "topic.whisper":
            viewers = frozenset(message["viewers"])
            self._whisperer.take(Whisper(topic, viewers, message["key"], message["text"]))
        else:
            self._learn(topic, ears, message["stamp"])

    def _take(self, topic: Topic, shown: Shown) -> None:
        ears = self.topics.get(topic)
        if ears is not None and shown.stamp > (ears.shown.stamp if ears.shown else 0):
            self._stirs.compare(topic, ears.shown, shown)
            ears.shown = shown
            ears.stamp = max(ears.stamp, shown.stamp)
            self._spreader.spread(topic, list(ears.listeners), shown)

    def _learn(self, topic: Topic, ears: Ears, stamp: int) -> None:
        """Something changed elsewhere: have it read, unless it is known already."""
        ears.stamp = max(ears.stamp, stamp)
        known = ears.shown.stamp if ears.shown else 0
        if known < ears.stamp and ears.reading is None:
            ears.reading = asyncio.create_task(self._read(topic, ears))

    async def _read(self, topic: Topic, ears: Ears) -> None:
        try:
            shown = await database_sync_to_async(gallery.at_least)(topic, ears.stamp)
        except Exception:
            logger.exception("Could not read %s; the pulse tries again", topic)
        else:
            self._take(topic, shown)
            if shown.stamp < ears.stamp:  # something changed while it was read
                self.loop.call_soon(self._learn, topic, ears, ears.stamp)
        finally:
            ears.reading = None

    def _show(self, ears: Ears, listener: Listener, *, new: bool = False) -> None:
        """Bring one socket up to date, with what is at hand or by having it read. A new one may be
        barred, which the picture tells as well."""
        barred = new and kind_of(listener.topic).bars is not None
        if listener.mailbox.stamp >= ears.stamp and not barred:
            return
        if ears.shown is not None and ears.shown.stamp >= ears.stamp:
            self._spreader.spread(listener.topic, [listener], ears.shown)
        else:
            self._learn(listener.topic, ears, ears.stamp)

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._catch_up()
                await self._renew()
                await self._tell_others()
                await self._look_after_sockets()
                await self._tell_viewers()
                count_sockets(self.topics)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("A pulse of the hub failed")

    async def _catch_up(self) -> None:
        by_kind: dict[str, list[Topic]] = defaultdict(list)
        for topic in list(self.topics):
            by_kind[topic.kind].append(topic)
        for topics in by_kind.values():
            stamps = database_sync_to_async(kind_of(topics[0]).stamps)
            found = await stamps([topic.key for topic in topics])
            for topic in topics:
                ears = self.topics.get(topic)
                if ears is not None:
                    ears.stamp = max(ears.stamp, found.get(topic.key, 0))
                    for listener in list(ears.listeners):
                        self._show(ears, listener)

    async def _renew(self) -> None:
        for topic, ears in list(self.topics.items()):
            if self.loop.time() - ears.joined_at > REJOIN:
                await self._join(topic, ears)

    async def _tell_others(self) -> None:
        for topic, ears in list(self.topics.items()):
            await tell_others(topic, ears)

    async def _tell_viewers(self) -> None:
        if self.loop.time() - self._told_viewers >= VIEWERS:
            self._told_viewers = self.loop.time()
            await tell_viewers(self.topics)
            await tell_lags(self.topics)

    async def _look_after_sockets(self) -> None:
        """Signs of life, and an end for those who stay behind or have been here very long."""
        renewed = await make_signs(self.topics, self.loop.time())
        for topic, ears in list(self.topics.items()):
            now = self.loop.time()
            frame = ears.sign if topic in renewed else b""
            for number, listener in enumerate(list(ears.listeners), 1):
                if listener.mailbox.overdue(now):
                    listener.end(CLOSE_BEHIND)
                elif now - listener.since > LIFETIME:
                    listener.end(CLOSE_RESTART)
                elif frame and not listener.wire.full:
                    listener.wire.write_frame(frame)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def current_hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for closed in [known for known in _hubs if known.is_closed()]:
        del _hubs[closed]
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]


def open_hubs() -> list[Hub]:
    """The hubs of this process."""
    return [hub for loop, hub in list(_hubs.items()) if not loop.is_closed()]
