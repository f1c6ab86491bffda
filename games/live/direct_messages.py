"""Short-lived messages to some viewers of a topic, outside the topic's state.

Messages are not stored; a viewer who connects later has to ask for them elsewhere. Of several
messages with the same key only the newest is sent, and each topic sends at most once every
:data:`MIN_INTERVAL` seconds.
"""

import asyncio
import math
from collections.abc import Mapping
from typing import NamedTuple

from games.live.state_cache import encode_text_frame
from games.live.subscribers import Subscribers
from games.live.topics import Topic

# Seconds between two deliveries to a topic.
MIN_INTERVAL = 0.1


class DirectMessage(NamedTuple):
    """A text for the named viewers of a topic only."""

    topic: Topic
    viewers: frozenset[str]
    # A newer message replaces a waiting one with the same key.
    key: str
    text: str


class DirectMessageSender:
    """Sends direct messages to a hub's subscribers, on the event loop it was created on."""

    def __init__(self, topics: Mapping[Topic, Subscribers]) -> None:
        self._loop = asyncio.get_running_loop()
        self._topics = topics
        self._waiting: dict[Topic, dict[str, DirectMessage]] = {}
        self._sent_at: dict[Topic, float] = {}

    def send(self, direct_message: DirectMessage) -> None:
        """Send a message at once, or with others when the topic's minimum interval is over."""
        topic = direct_message.topic
        if topic not in self._topics:
            return
        is_timed = topic in self._waiting  # a timer is running and sends this message as well
        self._waiting.setdefault(topic, {})[direct_message.key] = direct_message
        if not is_timed:
            rest = self._sent_at.get(topic, -math.inf) + MIN_INTERVAL - self._loop.time()
            self._loop.call_later(max(0.0, rest), self._send, topic)

    def _send(self, topic: Topic) -> None:
        waiting = self._waiting.pop(topic, {})
        now = self._loop.time()
        # Drop old entries here, so that the mapping does not grow with every topic ever served.
        self._sent_at = {
            other: at for other, at in self._sent_at.items() if now - at < MIN_INTERVAL
        }
        self._sent_at[topic] = now
        subscribers = self._topics.get(topic)
        for key, direct_message in waiting.items():
            frame = encode_text_frame(direct_message.text)
            for subscriber in list(subscribers.local_subscribers) if subscribers else ():
                if subscriber.viewer in direct_message.viewers:
                    subscriber.mailbox.put_direct_message(key, frame)
