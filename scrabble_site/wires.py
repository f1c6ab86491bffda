"""What lies between the network and the application, on top of Uvicorn: limits, and whole frames.

Uvicorn bounds what waits to be read and written; here is what it leaves open. A request's head
has a size and a time. A socket may say little: every frame is counted as it is read, pings and
empty fragments too, before anything waits for it in a queue. And a socket can be handed a frame
that was encoded once for all who get it.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, ClassVar

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from games.common.addresses import place_of
from games.live.sockets import WIRE

HEAD_MOST = 32 * 1024
HEAD_PATIENCE = 30.0
"""Seconds from the first byte of a request, or from the connection's beginning, to its body."""

READ_PATIENCE = 30.0
"""Seconds for which an answer waits for whoever reads nothing of it."""

SLICE = 1024
"""Bytes of a socket's input that are read before its frames are counted."""

ALLOWANCE = 64.0
"""Frames a page may send at once; it says a few a minute."""
ALLOWANCE_BACK = 4.0
"""Frames a second that a page may send on and on."""

TOO_MANY = 1008
GOODBYE = 1.0
"""Seconds a socket closed for flooding has left, so that the close frame arrives."""

SOCKET_MESSAGE_MOST = 64 * 1024

FIRST_PING = 0.5
"""Seconds after which a socket is asked for the first time how long its line takes."""


@lru_cache(1024)
def is_proxy(peer: str) -> bool:
    """Whether a connection from there may be anybody's."""
    return any(ip_address(peer) in ip_network(one) for one in settings.TRUSTED_PROXIES)


class RequestWire(HttpToolsProtocol):
    """Uvicorn's protocol for requests with an end to what may come before the body."""

    _head = 0
    _patience: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _answering: RequestResponseCycle | None = None
    """Of requests that came one behind the other Uvicorn knows the last alone."""
    _from = ""
    _connections: ClassVar[Counter[str]] = Counter()
    """How many there are of each address, but for proxies that are trusted."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()
        peer = self.client[0] if self.client else ""
        if settings.LIMITED and peer and not is_proxy(peer):
            self._from = place_of(peer)
            self._connections[self._from] += 1
            if self._connections[self._from] > settings.AT_ONCE["connections_of_address"]:
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_answering()
        self._stop_waiting()
        self.resume_writing()
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        self._forget()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(READ_PATIENCE, self._give_up)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _forget(self) -> None:
        if self._from:
            self._connections[self._from] -= 1
            if not self._connections[self._from]:
                del self._connections[self._from]
            self._from = ""

    def data_received(self, data: bytes) -> None:
        if self._patience is not None:
            self._head += len(data)
        super().data_received(data)
        if self._patience is not None and self._head > HEAD_MOST and self.parser is not None:
            self.send_400_response("The head of this request is too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _stop_answering(self) -> None:
        """What is written from now on is dropped: the transport would raise."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _give_up(self) -> None:
        self._stop_answering()
        self.transport.abort()

    def _await_head(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(HEAD_PATIENCE, self._give_up)

    def _stop_waiting(self) -> None:
        self._head = 0
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class SocketWire(WebSocketsSansIOProtocol):
    """Uvicorn's protocol for sockets, which counts what comes in and writes ready frames."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.full = False
        self.when_free: Callable[[], None] | None = None
        self._left = ALLOWANCE
        self._counted_at = self.loop.time()
        self._deaf = False

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WIRE] = self

    def start_keepalive(self) -> None:
        super().start_keepalive()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.ping_timer = self.loop.call_later(FIRST_PING, self.send_keepalive_ping)

    def data_received(self, data: bytes) -> None:
        """Read a slice at a time, so that a flood is noticed before much of it was read."""
        for start in range(0, len(data), SLICE):
            if self._deaf or self.disconnected:
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        self._count(sum(isinstance(event, Frame) for event in self.conn.events))
        if self._left >= 0:
            super().handle_events()
        else:
            self._refuse_more()

    def send_receive_event_to_app(self) -> None:
        """What is no UTF-8 becomes a text that no page says: Uvicorn would log a fault of ours."""
        if self.curr_msg_data_type == "text":
            self.frames = [b"".join(self.frames).decode(errors="replace").encode()]
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.full = False
        if self.when_free is not None:
            self.when_free()

    async def send(self, message: Any) -> None:
        """Of two goodbyes the first is said: the wire, too, sends off who breaks its rules."""
        if not (self.close_sent and message["type"] == "websocket.close"):
            await super().send(message)

    def write_frame(self, frame: bytes) -> None:
        """Send a whole frame, unless the socket is on its way out."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(frame)

    def _count(self, frames: int) -> None:
        now = self.loop.time()
        back = (now - self._counted_at) * ALLOWANCE_BACK
        self._left = min(ALLOWANCE, self._left + back) - frames
        self._counted_at = now

    def _refuse_more(self) -> None:
        self._deaf = True
        self.conn.events_received()
        self.stop_keepalive()
        self.conn.send_close(TOO_MANY)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MANY})
        self.close_timer = self.loop.call_later(GOODBYE, self.transport.abort)
        if self.read_paused:  # what comes is read and dropped: unread, it would cut the goodbye off
            self.read_paused = False
            self.transport.resume_reading()
