"""A client that ignores the protocols: bytes written by hand, frames of any form."""

import socket
import struct
from contextlib import suppress
from typing import Self

from tests.processes import PATIENCE

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{cookie}\r\n"
)
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = b"mask"


def build_frame(
    payload: bytes, kind: int = TEXT, *, last: bool = True, masked: bool = True
) -> bytes:
    """Build a frame as a browser would send it, of any ``kind`` from 0 to 15."""
    head, size = bytes([(128 if last else 0) | kind]), len(payload)
    mask = 128 if masked else 0
    if size < 126:
        head += bytes([mask | size])
    elif size < 1 << 16:
        head += struct.pack("!BH", mask | 126, size)
    else:
        head += struct.pack("!BQ", mask | 127, size)
    if not masked:
        return head + payload
    key = (MASK * (size // 4 + 1))[:size]
    hidden = int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")
    return head + MASK + hidden.to_bytes(size, "big")


class RawConnection:
    """A connection to a port of this machine; ``greet`` upgrades it to a WebSocket."""

    def __init__(self, port: int, *, limit: float = PATIENCE, takes: int = 0) -> None:
        """``takes``: the size of the receive buffer in bytes; the system may round it up."""
        self.port = port
        self.line = socket.socket()
        if takes:
            # Must be set before connecting, since the handshake announces the window.
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        self.line.settimeout(limit)
        self.line.connect(("127.0.0.1", port))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.line.close()

    def greet(self, path: str, cookie: str = "") -> bytes:
        """Request a WebSocket; return the head of the answer and what arrived with it."""
        said = f"Cookie: {cookie}\r\n" if cookie else ""
        host = f"127.0.0.1:{self.port}"
        self.say(HANDSHAKE.format(path=path, host=host, cookie=said).encode())
        return self.read_until(b"\r\n\r\n")

    def say(self, said: bytes) -> None:
        """Send these bytes if the other side is still connected."""
        with suppress(ConnectionError):
            self.line.sendall(said)

    def read_until(self, wanted: bytes) -> bytes:
        """Return everything up to these bytes, or to the end. Raises ``TimeoutError``."""
        received = b""
        with suppress(ConnectionError):
            while wanted not in received and (more := self.line.recv(1 << 16)):
                received += more
        return received

    def read_end(self) -> bytes:
        """Close the sending side; return the end of what arrives until the other one closes.

        At most the last thousand bytes are returned. Raises ``TimeoutError``.
        """
        received = b""
        with suppress(OSError):
            self.line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while more := self.line.recv(1 << 16):
                received = (received + more)[-1000:]
        return received
