"""Sends viewers the parts of a topic that are theirs alone, after a change that concerns everyone.

A thousand pages that had to ask for them would cost a thousand requests.
"""

import asyncio
from collections.abc import Sequence

from channels.db import database_sync_to_async

from games.live.failures import log_failures
from games.live.state_cache import RenderedState, encode_text_frame
from games.live.subscribers import Subscriber
from games.live.topics import Topic, get_topic_kind

SOCKETS_AT_ONCE = 25
"""Sockets whose parts are rendered together; other work of the same thread goes between them."""


class OwnPartsSender:
    """Sends own parts on the event loop it was created on.

    A page requests the parts that it did not receive because it was behind or sending failed.
    """

    def __init__(self) -> None:
        self._sending: dict[Topic, asyncio.Task[None]] = {}

    def send_if_changed(
        self, subscribers: Sequence[Subscriber], before: RenderedState | None, after: RenderedState
    ) -> None:
        """Send the viewers' parts if what they depend on differs between two states of a topic, or
        if the first one is not known."""
        topic, key_of = after.topic, get_topic_kind(after.topic).own_parts_key_of
        if key_of is None or (before and key_of(before.state) == key_of(after.state)):
            return
        if (running := self._sending.pop(topic, None)) is not None:
            running.cancel()  # these parts are out of date
        task = self._sending[topic] = asyncio.create_task(self._send(subscribers, after))
        task.add_done_callback(lambda done: self._forget(topic, done))

    def _forget(self, topic: Topic, task: asyncio.Task[None]) -> None:
        if self._sending.get(topic) is task:
            del self._sending[topic]

    async def _send(self, subscribers: Sequence[Subscriber], rendered: RenderedState) -> None:
        """Send in two rounds, in case that some have not been sent the state in the first one."""
        waiting = [subscriber for subscriber in subscribers if subscriber.viewer]
        for _round in range(2):
            later = []
            for start in range(0, len(waiting), SOCKETS_AT_ONCE):
                some = waiting[start : start + SOCKETS_AT_ONCE]
                ready = [one for one in some if one.mailbox.stamp >= rendered.stamp]
                later += [one for one in some if one.mailbox.stamp < rendered.stamp]
                with log_failures("Could not send the viewers' own parts of %s", rendered.topic):
                    await self._send_some(ready, rendered.topic)
            waiting = later

    async def _send_some(self, subscribers: Sequence[Subscriber], topic: Topic) -> None:
        render = get_topic_kind(topic).render_own_parts
        readers = {subscriber.reader for subscriber in subscribers}
        texts = await database_sync_to_async(render)(topic.key, readers) if render else {}
        for subscriber in subscribers:
            text = texts.get(subscriber.reader)
            if text and not subscriber.writer.is_full:
                subscriber.writer.write_frame(encode_text_frame(text))
