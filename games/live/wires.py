"""The way to a page where the server hands in none of its own, as daphne's and a test's do not.

``manage.py serve`` runs a server that writes ready frames (:mod:`scrabble_site.wires`); through
any other ASGI server, such as the one behind ``manage.py runserver``, a frame is sent as a message.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from games.live.gallery import text_of

Send = Callable[[dict[str, Any]], Awaitable[None]]


class MessageWire:
    """A :class:`games.live.mailbox.Wire` made of an ASGI server's ``send``: one message at once."""

    def __init__(self, send: Send) -> None:
        self.full = False
        self.when_free: Callable[[], None] | None = None
        self._send = send
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._sender: asyncio.Task[None] | None = None

    def write_frame(self, frame: bytes) -> None:
        """Send a frame after those before it; ``full`` until the server took them all."""
        self.full = True
        self._waiting.put_nowait(frame)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        while not self._waiting.empty():
            text = text_of(self._waiting.get_nowait())
            await self._send({"type": "websocket.send", "text": text})
        self.full, self._sender = False, None
        if self.when_free is not None:
            self.when_free()
