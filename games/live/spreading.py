"""From a picture to the mailboxes of all who look at its topic, keeping nobody waiting."""

import asyncio
import logging
from time import monotonic

from channels.db import database_sync_to_async

from games.common.figures import DELIVERY, PUSHES
from games.live.gallery import Shown
from games.live.listeners import Listener
from games.live.topics import Bars, Topic, kind_of

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""Sockets written to before others get their turn: whoever moved waits for no more of them."""


class Spreader:
    """Works on the event loop it was made on. What fails is left to the hub's pulse."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._telling: set[asyncio.Task[None]] = set()

    def spread(self, topic: Topic, listeners: list[Listener], shown: Shown) -> None:
        if kind_of(topic).asks:
            task = asyncio.create_task(self._tell_each(listeners, shown))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)
        else:
            self._tell_some(listeners, shown)

    def _tell_some(self, listeners: list[Listener], shown: Shown, start: int = 0) -> None:
        now, bars = self._loop.time(), kind_of(shown.topic).bars
        some = listeners[start : start + AT_ONCE]
        for listener in some:
            self._put(listener, shown, now, bars)
        PUSHES.inc(len(some))
        if start + AT_ONCE < len(listeners):
            self._loop.call_soon(self._tell_some, listeners, shown, start + AT_ONCE)
        elif not shown.is_told:  # who comes later has not waited for it
            shown.is_told = True
            DELIVERY.observe(monotonic() - shown.since)

    async def _tell_each(self, listeners: list[Listener], shown: Shown) -> None:
        """One after another, where telling a viewer asks the database."""
        for listener in listeners:
            try:
                await database_sync_to_async(shown.frame_for)(listener.viewer)
            except Exception:
                logger.exception("Could not tell %s; the pulse tries again", listener.topic)
            else:
                self._put(listener, shown, self._loop.time(), kind_of(shown.topic).bars)

    def _put(self, listener: Listener, shown: Shown, now: float, bars: Bars | None) -> None:
        try:
            listener.mailbox.put(shown, now)
            if bars is not None and (code := bars(shown.picture, listener.viewer)):
                listener.end(code)
        except Exception:
            logger.exception("Could not tell %s; the pulse tries again", listener.topic)
