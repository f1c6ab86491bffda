"""A socket that costs the measuring side next to nothing.

It records when each bundle arrived, and acknowledges regularly. Frames are read only as far as
that needs (RFC 6455).
"""

import asyncio
import base64
import os
import re
import time
from collections.abc import Callable
from typing import cast

from games.live.mailbox import MAX_UNACKNOWLEDGED
from tests.site_processes import WebServer

TEXT, PING, PONG = 0x1, 0x9, 0xA
"""Kinds of frames."""
MAX_SHORT = 125
"""Length of the longest frame whose length is in one byte."""


class SpectatorSocket(asyncio.Protocol):
    """One spectator's page. ``on_bundle`` is called with the moment at which each bundle was
    complete.

    It starts with the state of ``stamp`` (``0`` for none), and is read in ``language``. Like a page
    it acknowledges when half of the bundles that may be outstanding have arrived.
    """

    begin_of_bundle = re.compile(rb'<script id="_state" data-stamp="(\d+)"')

    def __init__(
        self,
        web: WebServer,
        code: str,
        on_bundle: Callable[[float], None],
        stamp: int = 0,
        language: str = "en",
    ) -> None:
        self.web, self.code, self.on_bundle, self.stamp = web, code, on_bundle, stamp
        self.language = language
        # The kind of page: a room's or a duplicate game's.
        self.kind = "r"
        self.cookie = ""
        # Called with what comes between bundles, and the moment at which it was complete.
        self.on_message: Callable[[bytes, float], None] | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.newest = b""
        self._buffer = bytearray()
        self._open = False
        self._unsaid = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's class, not asyncio's
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /ws/{self.kind}/{self.code}/?stamp={self.stamp} HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{self.web.port}\r\n"
            f"Origin: {self.web.url}\r\nAccept-Language: {self.language}\r\n"
            f"Cookie: {self.cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        is_whole = data[1:2] == b"\x7e" and len(data) == 4 + int.from_bytes(data[2:4])
        if self._open and not self._buffer and is_whole:  # one whole frame, nearly always
            self._receive(data[4:])
            return
        self._buffer += data
        if not self._open:
            head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head, head
            self._open, self._buffer = True, bytearray(rest)
        while (frame := self._take_frame()) is not None:
            self._receive(frame)

    def _receive(self, frame: bytes) -> None:
        if (found := self.begin_of_bundle.match(frame)) is not None:
            self.newest = frame
            self.on_bundle(time.perf_counter())
            self._acknowledge(found[1])
            if not self.opened.done():
                self.opened.set_result(None)
        elif self.on_message is not None:
            self.on_message(frame, time.perf_counter())

    def say(self, text: str) -> None:
        """Send a text to the server."""
        self._send(TEXT, text.encode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed before the first bundle"))

    def _acknowledge(self, stamp: bytes) -> None:
        self._unsaid += 1
        if self._unsaid >= MAX_UNACKNOWLEDGED // 2:
            self._unsaid = 0
            said = b"seen " + stamp
            self._send(TEXT, said)

    def _send(self, kind: int, said: bytes) -> None:
        # RFC 6455 demands a mask from clients; a mask of zeros leaves the bytes as they are.
        size = bytes([0x80 | len(said)])
        if len(said) > MAX_SHORT:
            size = bytes([0x80 | MAX_SHORT + 1]) + len(said).to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + size + b"\0\0\0\0" + said)

    def _take_frame(self) -> bytes | None:
        if len(self._buffer) < 2:
            return None
        size, start = self._buffer[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(self._buffer) < start:
                return None
            size = int.from_bytes(self._buffer[2:start], "big")
        if len(self._buffer) < start + size:
            return None
        frame = bytes(self._buffer[start : start + size])
        if self._buffer[0] & 0x0F == PING:
            self._send(PONG, frame)
        del self._buffer[: start + size]
        return frame
