"""Announce a change to everyone who views its topic.

The code that made the change (a view, the worker) calls :func:`publish_state` after the commit.
The hub of the same process gets the new state; other processes only learn that there is one.
Nothing here blocks on delivery: the database already holds the change. If the channel layer is
down, viewers see the change a few seconds later, because hubs also poll for newer stamps.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from asgiref.sync import async_to_sync

from games.live.channel_layer import reaches_other_processes, send_to_hubs
from games.live.direct_messages import DirectMessage
from games.live.running_hubs import list_hubs
from games.live.state_cache import RenderedState, state_cache
from games.live.topics import TOPIC_CHANGED, Topic, TopicState

logger = logging.getLogger(__name__)

_loop: asyncio.AbstractEventLoop | None = None
# The event loop keeps only weak references to tasks, so running ones are held here.
_sending: set[asyncio.Task[None]] = set()


def use_running_loop() -> None:
    """Send messages to other processes on the running event loop from now on."""
    global _loop
    _loop = asyncio.get_running_loop()


def publish_state(topic: Topic, state: TopicState) -> RenderedState:
    """Cache a new state and send it to all viewers of its topic."""
    rendered = state_cache.put(topic, state)
    announce_state(rendered)
    return rendered


def announce_state(rendered: RenderedState) -> None:
    """Send a state that is already cached to all viewers of its topic.

    A caller that needs a rendering itself should render it first: afterwards it competes with the
    hubs that render for their viewers.
    """
    for hub in list_hubs():
        hub.on_update(rendered.topic, rendered)
    _notify_processes(rendered.topic, {"type": "topic.changed", "stamp": rendered.stamp})


def send_direct_message(topic: Topic, viewers: Iterable[str], key: str, text: str) -> None:
    """Send a text to some viewers of a topic, outside the topic's state."""
    message = DirectMessage(topic, frozenset(viewers), key, text)
    for hub in list_hubs():
        hub.on_direct_message(message)
    to = sorted(message.viewers)
    _notify_processes(
        topic, {"type": "topic.direct_message", "viewers": to, "key": key, "text": text}
    )


def _notify_processes(topic: Topic, message: Mapping[str, Any]) -> None:
    if reaches_other_processes():
        if _loop is not None and _loop.is_running():
            _loop.call_soon_threadsafe(_send_soon, topic, message)
        else:  # a process without an event loop, such as a management command
            async_to_sync(_send)(topic, message)


def check_topic(topic: Topic, *, everywhere: bool = False) -> None:
    """Check a topic that may have changed, at once, if this process has viewers of it.

    Other processes notice at their next pulse, or check at once as well with ``everywhere``.
    """
    for hub in list_hubs():
        hub.check(topic)
    if everywhere:
        _notify_processes(topic, {"type": TOPIC_CHANGED, "stamp": 0})


def _send_soon(topic: Topic, message: Mapping[str, Any]) -> None:
    task = asyncio.create_task(_send(topic, message))
    _sending.add(task)
    task.add_done_callback(_sending.discard)


async def _send(topic: Topic, message: Mapping[str, Any]) -> None:
    try:
        await send_to_hubs(topic, message)
    except Exception:
        logger.exception("The channel layer took no message for %s", topic)
