"""From a change to everyone who looks at it.

:func:`publish` is called after the commit by whoever made the change (a view, the worker). The
hub of its own process is handed the picture; the others are told that there is a newer one. It
waits for nobody: the truth is in the database already, and a layer that is down costs a few
seconds (hubs look for newer stamps by themselves), never the change.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from asgiref.sync import async_to_sync

from games.live.gallery import Shown, gallery
from games.live.hub import open_hubs
from games.live.layer import has_others, send_to_hubs
from games.live.topics import Picture, Topic
from games.live.whispers import Whisper

logger = logging.getLogger(__name__)

_home: asyncio.AbstractEventLoop | None = None
_sending: set[asyncio.Task[None]] = set()


def settle() -> None:
    """Send to the other processes by the running event loop from now on."""
    global _home
    _home = asyncio.get_running_loop()


def publish(topic: Topic, picture: Picture) -> Shown:
    """Show a picture that was just made to all who look at its topic."""
    shown = gallery.put(topic, picture)
    announce(shown)
    return shown


def announce(shown: Shown) -> None:
    """The same for a picture that hangs in the gallery already. Whoever made the change renders
    what it needs itself before, for from now on others do the same at the same time."""
    for hub in open_hubs():
        hub.hear(shown.topic, shown)
    _tell_others(shown.topic, {"type": "topic.changed", "stamp": shown.stamp})


def whisper(topic: Topic, viewers: Iterable[str], key: str, text: str) -> None:
    """Tell some who look at a topic, and nobody else, what is no part of its pictures."""
    whispered = Whisper(topic, frozenset(viewers), key, text)
    for hub in open_hubs():
        hub.hear_whisper(whispered)
    to = sorted(whispered.viewers)
    _tell_others(topic, {"type": "topic.whisper", "viewers": to, "key": key, "text": text})


def _tell_others(topic: Topic, message: Mapping[str, Any]) -> None:
    if has_others():
        if _home is not None and _home.is_running():
            _home.call_soon_threadsafe(_send_soon, topic, message)
        else:
            async_to_sync(_send)(topic, message)


def wake(topic: Topic) -> None:
    """Something about a topic may have changed: this process looks at once, if anybody does; the
    others find out with their next pulse."""
    for hub in open_hubs():
        hub.look(topic)


def _send_soon(topic: Topic, message: Mapping[str, Any]) -> None:
    task = asyncio.create_task(_send(topic, message))
    _sending.add(task)
    task.add_done_callback(_sending.discard)


async def _send(topic: Topic, message: Mapping[str, Any]) -> None:
    try:
        await send_to_hubs(topic, message)
    except Exception:
        logger.exception("The channel layer took no message for %s", topic)
