"""The socket of a room: it says who looks, then only listens. Commands travel by POST."""

import asyncio
import contextlib
import logging
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games.live.broadcast import render_all
from games.live.hub import Listener, current_hub
from games.live.mailbox import Mailbox, StayedBehindError
from games.play.fragments import render_lookers
from games.play.models import Room
from games.players.identity import PLAYER_KEY

logger = logging.getLogger(__name__)

HEARTBEAT = 20.0
"""Seconds between two signs of life; the page takes twice as long a silence for a dead line."""

LIFETIME = 12 * 3600.0
"""Seconds after which a socket is closed as "going away"; the page opens a new one at once."""

LONGEST_WORD_FROM_PAGE = 64
SEEN = "seen"

CLOSE_UNKNOWN_ROOM = 4404
CLOSE_GARBAGE = 1003
CLOSE_RESTART = 1012
CLOSE_BEHIND = 1013


class RoomConsumer(AsyncWebsocketConsumer):
    """One page that looks at one room. All it may say is that it has seen a bundle."""

    channel_layer_alias = ""
    """No channel of its own: the hub alone listens to the layer, and a socket outlives it."""

    async def connect(self) -> None:
        self.code: str = self.scope["url_route"]["kwargs"]["code"]
        self.listener: Listener | None = None
        self.tasks: list[asyncio.Task[None]] = []
        await self.accept()
        stamp = await _stamp_of(self.code)
        if stamp is None:
            await self.close(CLOSE_UNKNOWN_ROOM)
            return
        player = str(await database_sync_to_async(self._player)() or "")
        self.mailbox = Mailbox(self._send_text, known=self._stamp_in_address())
        self.listener = Listener(self.code, player, self.mailbox)
        await current_hub().register(self.listener)
        await self._catch_up()
        self.tasks = [
            asyncio.create_task(self._deliver()),
            asyncio.create_task(self._beat()),
            asyncio.create_task(self._expire()),
        ]

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()
        if self.listener is not None:
            await current_hub().unregister(self.listener)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take the page's acknowledgement; whatever else it says ends the conversation."""
        if text_data is None or len(text_data) > LONGEST_WORD_FROM_PAGE or text_data != SEEN:
            await self.close(CLOSE_GARBAGE)
        elif self.listener is not None:
            self.mailbox.seen()

    def _player(self) -> Any:
        return self.scope["session"].get(PLAYER_KEY)

    def _stamp_in_address(self) -> int:
        """The stamp of the state the page shows already, ``0`` when it does not say."""
        said = parse_qs(self.scope["query_string"].decode("latin-1")).get("stamp", ["0"])[0]
        return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0

    async def _catch_up(self) -> None:
        """Send what changed between the page's making and now."""
        stamp = await _stamp_of(self.code)
        if self.listener is not None and stamp is not None and stamp > self.mailbox.stamp:
            rendered = await database_sync_to_async(render_all)(self.code)
            self.mailbox.put(rendered.stamp, rendered.bundle_for(self.listener.player))

    async def _send_text(self, text: str) -> None:
        await self.send(text_data=text)

    async def _deliver(self) -> None:
        try:
            await self.mailbox.deliver()
        except (StayedBehindError, TimeoutError):
            with contextlib.suppress(Exception):
                await self.close(CLOSE_BEHIND)

    async def _beat(self) -> None:
        while True:
            await self.send(text_data=render_lookers(current_hub().lookers(self.code)))
            await asyncio.sleep(HEARTBEAT)

    async def _expire(self) -> None:
        await asyncio.sleep(LIFETIME)
        await self.close(CLOSE_RESTART)


@database_sync_to_async
def _stamp_of(code: str) -> int | None:
    return Room.objects.filter(code=code).values_list("stamp", flat=True).first()
