"""Socket writer for ASGI servers that do not supply one, such as daphne or a test client.

``manage.py serve`` runs a server that writes prepared frames
(:mod:`scrabble_site.server.protocols`). With any other ASGI server, such as the one behind
``manage.py runserver``, each frame is unpacked and sent as an ASGI message.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from games.live.state_cache import decode_text_frame

AsgiSend = Callable[[dict[str, Any]], Awaitable[None]]


class MessageSocketWriter:
    """A :class:`games.live.mailbox.SocketWriter` on top of ASGI ``send``, one message at a time."""

    def __init__(self, send: AsgiSend) -> None:
        self.is_full = False
        self.on_writable: Callable[[], None] | None = None
        self._send = send
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._sender: asyncio.Task[None] | None = None

    def write_frame(self, frame: bytes) -> None:
        """Queue a frame; ``is_full`` holds until the server has taken the whole queue."""
        self.is_full = True
        self._waiting.put_nowait(frame)
        if self._sender is None:
            self._sender = asyncio.create_task(self._send_all())

    async def _send_all(self) -> None:
        while not self._waiting.empty():
            text = decode_text_frame(self._waiting.get_nowait())
            await self._send({"type": "websocket.send", "text": text})
        self.is_full, self._sender = False, None
        if self.on_writable is not None:
            self.on_writable()
