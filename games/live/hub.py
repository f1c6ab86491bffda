"""One hub a process: it alone listens to the channel layer and serves all local sockets.

It joins a room's group once, however many sockets look at the room, and puts the ready bundle
of the right audience into each socket's mailbox. Every few seconds it compares the stamps of the
rooms it serves with the database, so a message lost on the way is made good by itself.
"""

import asyncio
import contextlib
import logging
import math
import secrets
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer

from games.live.broadcast import LAYER_PATIENCE, Rendered, render_all, send_to_room
from games.live.groups import room_group
from games.live.mailbox import Mailbox
from games.play.models import Room

logger = logging.getLogger(__name__)

PULSE = 5.0
"""Seconds between two looks for stamps that went by unheard."""

REJOIN = 6 * 3600.0
"""Seconds after which group membership is renewed; channel layers forget it after a day."""


@dataclass(eq=False)
class Listener:
    """A socket as the hub sees it: who looks (a player's id, or ``""``) and its mailbox."""

    code: str
    player: str
    mailbox: Mailbox


@dataclass
class RoomEars:
    """What a hub keeps for one room: local listeners, and how many look on elsewhere."""

    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[str, tuple[int, float]] = field(default_factory=dict)
    joined_at: float = -math.inf

    def lookers(self, now: float) -> int:
        fresh = (count for count, told_at in self.elsewhere.values() if now - told_at < 3 * PULSE)
        return len(self.listeners) + sum(fresh)


class Hub:
    """The sockets of this process by room. Use :func:`current_hub`; one event loop, one hub."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(4)
        self.rooms: dict[str, RoomEars] = defaultdict(RoomEars)
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._opening = asyncio.Lock()

    async def register(self, listener: Listener) -> None:
        """Begin to serve a socket; joins the room's group for the first one."""
        async with self._opening:
            if not self._tasks:
                self._tasks.append(asyncio.create_task(self._pulse()))
            ears = self.rooms[listener.code]
            ears.listeners.add(listener)
            if len(ears.listeners) == 1:
                await self._join(listener.code, ears)

    async def unregister(self, listener: Listener) -> None:
        """Stop serving a socket; leaves the room's group with the last one."""
        ears = self.rooms.get(listener.code)
        if ears is None:
            return
        ears.listeners.discard(listener)
        if not ears.listeners:
            del self.rooms[listener.code]
            with contextlib.suppress(Exception):
                async with asyncio.timeout(LAYER_PATIENCE):
                    await self._layer.group_discard(room_group(listener.code), self._channel)

    def lookers(self, code: str) -> int:
        """How many pages look at the room, here and in the other processes."""
        ears = self.rooms.get(code)
        return ears.lookers(asyncio.get_running_loop().time()) if ears else 0

    @property
    def _layer(self) -> Any:
        return get_channel_layer()

    async def _join(self, code: str, ears: RoomEars) -> None:
        """Join a room's group. Where that fails, the pulse serves the room and tries again."""
        try:
            async with asyncio.timeout(LAYER_PATIENCE):
                if not self._channel:
                    self._channel = await self._layer.new_channel("hub")
                    self._tasks.append(asyncio.create_task(self._listen()))
                await self._layer.group_add(room_group(code), self._channel)
        except Exception:
            logger.exception("Could not join the group of room %s; the pulse serves it", code)
        else:
            ears.joined_at = asyncio.get_running_loop().time()

    async def _listen(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("The channel layer is out of reach; the pulse serves meanwhile")
                await asyncio.sleep(1)
                continue
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        ears = self.rooms.get(message["code"])
        if ears is None:
            return
        if message["type"] == "room.lookers":
            if message["hub"] != self.name:
                now = asyncio.get_running_loop().time()
                ears.elsewhere[message["hub"]] = (message["count"], now)
            return
        self._spread(ears, Rendered.from_message(message))

    def _spread(self, ears: RoomEars, rendered: Rendered) -> None:
        for listener in ears.listeners:
            listener.mailbox.put(rendered.stamp, rendered.bundle_for(listener.player))

    async def _pulse(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._catch_up()
                await self._renew()
                await self._tell_lookers()
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("A pulse of the hub failed")

    async def _catch_up(self) -> None:
        for code, stamp in await _stamps(list(self.rooms)):
            ears = self.rooms.get(code)
            if ears is not None and any(x.mailbox.stamp < stamp for x in ears.listeners):
                self._spread(ears, await database_sync_to_async(render_all)(code))

    async def _tell_lookers(self) -> None:
        for code, ears in list(self.rooms.items()):
            message = {
                "type": "room.lookers",
                "code": code,
                "hub": self.name,
                "count": len(ears.listeners),
            }
            await send_to_room(code, message)

    async def _renew(self) -> None:
        now = asyncio.get_running_loop().time()
        for code, ears in list(self.rooms.items()):
            if now - ears.joined_at > REJOIN:
                await self._join(code, ears)


@database_sync_to_async
def _stamps(codes: list[str]) -> list[tuple[str, int]]:
    return list(Room.objects.filter(code__in=codes).values_list("code", "stamp"))


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def current_hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    for closed in [known for known in _hubs if known.is_closed()]:
        del _hubs[closed]
    return _hubs.setdefault(loop, Hub())
