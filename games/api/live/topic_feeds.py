"""Notifies a stream of changes.

A feed subscribes to the hub like a page does, but keeps only the fact that something has changed.
The stream reads the new state when it is ready to.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, Self

from django.conf import settings

from games.live.mailbox import Mailbox
from games.live.readers import Reader
from games.live.running_hubs import get_current_hub
from games.live.state_cache import RenderedState
from games.live.subscribers import CLOSE_UNKNOWN, Subscriber
from games.live.topics import Topic
from scrabble_site.shared.refusals import NotFound


class SilentSocketWriter:
    """A :class:`games.live.mailbox.SocketWriter` that discards everything."""

    is_full = False
    on_writable: Any = None

    def write_frame(self, frame: bytes) -> None:
        """Discard the frame: heartbeats are for pages."""


class FeedMailbox(Mailbox):
    """A mailbox that wakes its feed on a newer state and stores nothing."""

    __slots__ = ("_feed",)

    def __init__(self, feed: "TopicFeed", reader: Reader) -> None:
        super().__init__(SilentSocketWriter(), reader, acknowledges=False)
        self._feed = feed

    def put(self, rendered: RenderedState, now: float) -> None:  # noqa: ARG002 - a mailbox's
        if rendered.stamp > self.stamp:
            self.stamp = rendered.stamp
            self._feed.wake()

    def put_direct_message(self, key: str, frame: bytes) -> None:
        """Discard the direct message: those are for pages only."""


class TopicFeed:
    """The topics that one stream follows. Use it as an async context manager on the event loop."""

    def __init__(self, viewer: str = "") -> None:
        self.ended = False
        self._reader = Reader(viewer, settings.LANGUAGE_CODE)
        self._subscribers: dict[Topic, Subscriber] = {}
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        for topic in list(self._subscribers):
            await self._leave(topic)

    async def follow(self, topics: Iterable[Topic]) -> None:
        """Follow exactly these topics from now on; topics that do not exist are skipped."""
        wanted = set(topics)
        for topic in self._subscribers.keys() - wanted:
            await self._leave(topic)
        for topic in wanted - self._subscribers.keys():
            mailbox = FeedMailbox(self, self._reader)
            subscriber = Subscriber(topic, self._reader, SilentSocketWriter(), mailbox, self._close)
            self._subscribers[topic] = subscriber
            try:
                await get_current_hub().register(subscriber)
            # The room may have been deleted since its code was read.
            except NotFound:
                await self._leave(topic)

    async def wait(self, seconds: float) -> bool:
        """Wait for news or the end of the feed; return false if neither comes within
        ``seconds``.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True

    def wake(self) -> None:
        """Make the stream read again. Call it on the event loop."""
        self._news.set()

    def end(self, code: int = 0) -> None:  # noqa: ARG002 - sockets have closing codes
        """End the stream. Call it on the event loop."""
        self.ended = True
        self.wake()

    def _close(self, code: int) -> None:
        """End the stream, unless only one of its topics is gone: it then reads what is left."""
        if code == CLOSE_UNKNOWN:
            self.wake()
        else:
            self.end(code)

    async def _leave(self, topic: Topic) -> None:
        await get_current_hub().unregister(self._subscribers.pop(topic))
