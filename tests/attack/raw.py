"""The other side of a connection that keeps to no rules: bytes by hand, frames of any form."""

import socket
import struct
from contextlib import suppress
from typing import Self

GREETING = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{cookie}\r\n"
)
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
MASK = b"mask"


def frame(payload: bytes, kind: int = TEXT, *, last: bool = True, masked: bool = True) -> bytes:
    """A frame as a browser would send it, of any ``kind`` from 0 to 15."""
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


class Wire:
    """A connection to a port of this machine; ``greet`` makes it a socket."""

    def __init__(self, port: int, *, limit: float = 10.0, takes: int = 0) -> None:
        """``takes``: so many bytes the network keeps for us unread, as few as it will."""
        self.port = port
        self.line = socket.socket()
        if takes:
            self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        self.line.settimeout(limit)
        self.line.connect(("127.0.0.1", port))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.line.close()

    def greet(self, path: str, cookie: str = "") -> bytes:
        """Ask for a socket; the head of the answer, and what has come with it."""
        said = f"Cookie: {cookie}\r\n" if cookie else ""
        host = f"127.0.0.1:{self.port}"
        self.say(GREETING.format(path=path, host=host, cookie=said).encode())
        return self.hear_until(b"\r\n\r\n")

    def say(self, said: bytes) -> None:
        """Send this, if the other side is still there."""
        with suppress(ConnectionError):
            self.line.sendall(said)

    def hear_until(self, wanted: bytes) -> bytes:
        """All that comes until these bytes do, or the end. Raises ``TimeoutError``."""
        heard = b""
        with suppress(ConnectionError):
            while wanted not in heard and (more := self.line.recv(1 << 16)):
                heard += more
        return heard

    def hear_end(self) -> bytes:
        """Say nothing more; the end of what comes until the other side is done. Raises
        ``TimeoutError``."""
        heard = b""
        with suppress(OSError):
            self.line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while more := self.line.recv(1 << 16):
                heard = (heard + more)[-1000:]
        return heard
