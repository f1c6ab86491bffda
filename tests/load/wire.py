"""A socket that costs the measuring side next to nothing: it notes when a bundle came, and says
that it was seen. Frames are read just far enough for that (RFC 6455, no extensions)."""

import asyncio
import base64
import os
import time
from collections.abc import Callable

from tests.sites import WebServer

_SEEN = b"\x81\x84\0\0\0\0seen"
_BUNDLE = b'<script id="_state"'


class Watcher(asyncio.Protocol):
    """One page that watches. ``on_bundle`` is called with the moment each bundle was whole."""

    def __init__(self, web: WebServer, code: str, on_bundle: Callable[[float], None]) -> None:
        self.web, self.code, self.on_bundle = web, code, on_bundle
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /ws/r/{self.code}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.web.port}\r\n"
            f"Origin: {self.web.url}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head, head
            self._open, self._buffer = True, bytearray(rest)
        while (frame := self._take_frame()) is not None:
            if frame.startswith(_BUNDLE):
                self.transport.write(_SEEN)
                self.on_bundle(time.perf_counter())
                if not self.opened.done():
                    self.opened.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("closed before the first bundle"))

    def _take_frame(self) -> bytes | None:
        if len(self._buffer) < 4:
            return None
        size, start = self._buffer[1] & 0x7F, 2
        if size == 126:
            size, start = int.from_bytes(self._buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(self._buffer[2:10], "big"), 10
        if len(self._buffer) < start + size:
            return None
        frame = bytes(self._buffer[start : start + size])
        del self._buffer[: start + size]
        return frame
