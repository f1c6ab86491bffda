"""What is told to some who look at a topic, beside its pictures: thoughts of the moment.

Nothing of it is kept here; who comes later asks for it elsewhere. Of several whispers with one key
the newest counts, and a topic's listeners hear no more often than every :data:`REST` seconds.
"""

import asyncio
import math
from collections.abc import Mapping
from typing import NamedTuple

from games.live.gallery import frame_text
from games.live.listeners import Ears
from games.live.topics import Topic

REST = 0.1


class Whisper(NamedTuple):
    """``text`` for these ``viewers`` of a topic, and nobody else who looks at it."""

    topic: Topic
    viewers: frozenset[str]
    key: str
    text: str


class Whisperer:
    """Works on the event loop it was made on, among the listeners a hub has in ``topics``."""

    def __init__(self, topics: Mapping[Topic, Ears]) -> None:
        self._loop = asyncio.get_running_loop()
        self._topics = topics
        self._waiting: dict[Topic, dict[str, Whisper]] = {}
        self._told_at: dict[Topic, float] = {}

    def take(self, whisper: Whisper) -> None:
        """Pass a whisper on, at once or after a rest with what else has come by then."""
        topic = whisper.topic
        if topic not in self._topics:
            return
        waiting = self._waiting.setdefault(topic, {})
        waiting[whisper.key] = whisper
        if len(waiting) == 1:
            rest = self._told_at.get(topic, -math.inf) + REST - self._loop.time()
            self._loop.call_later(max(0.0, rest), self._tell, topic)

    def _tell(self, topic: Topic) -> None:
        waiting = self._waiting.pop(topic, {})
        now = self._loop.time()
        self._told_at = {one: at for one, at in self._told_at.items() if now - at < REST}
        self._told_at[topic] = now
        ears = self._topics.get(topic)
        for key, whisper in waiting.items():
            frame = frame_text(whisper.text)
            for listener in list(ears.listeners) if ears else ():
                if listener.viewer in whisper.viewers:
                    listener.mailbox.whisper(key, frame)
