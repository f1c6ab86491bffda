"""Uvicorn's protocols with tighter limits, and with pre-encoded WebSocket frames.

Uvicorn bounds its read and write buffers; this module adds the limits it leaves open. The head of
a request is bounded in size and time. The frames of a socket are counted as they are read,
including pings and empty fragments, before any of them is queued. And a frame that goes to many
sockets can be encoded once and written to each of them.
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
from websockets.protocol import OPEN

from games.common.client_addresses import get_client_network
from games.common.request_arrivals import ARRIVAL, TRIP_HEADER, Arrival
from games.live.sockets import WRITER_KEY
from scrabble_site.server.loop_lag import get_lag_gauge
from scrabble_site.server.round_trip import measure_round_trip, parse_round_trip

MAX_HEAD_BYTES = 32 * 1024
HEAD_TIMEOUT = 30.0
"""Seconds from the first byte of a request, or from the start of the connection, to its body."""

READ_TIMEOUT = 30.0
"""Seconds that a response waits for a client that reads none of it."""

READ_SLICE_BYTES = 1024
"""Bytes of a socket's input that are parsed between two counts of its frames."""

FRAME_BURST = 64.0
"""Frames that a page may send in a burst. Our pages send a few per minute."""
FRAMES_PER_SECOND = 4.0
"""Frames per second that a page may send continuously."""

CLOSE_POLICY_VIOLATION = 1008
CLOSE_GRACE = 1.0
"""Seconds between the close frame to a flooding socket and the end of its connection."""

MAX_SOCKET_MESSAGE_BYTES = 64 * 1024

FIRST_PING_DELAY = 0.5
"""Seconds until the first ping of a new socket, which measures its round trip."""


@lru_cache(1024)
def is_trusted_proxy(peer: str) -> bool:
    """Return whether connections from this address come from a configured proxy."""
    return any(ip_address(peer) in ip_network(proxy) for proxy in settings.TRUSTED_PROXIES)


class RequestProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with limits on the head of a request and on unread responses."""

    _head = 0
    _patience: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _answering: RequestResponseCycle | None = None
    """The request being answered. With pipelined requests, Uvicorn itself tracks only the last."""
    _from = ""
    _arrival: Arrival
    _connections: ClassVar[Counter[str]] = Counter()
    """Open connections of each address, except those of trusted proxies."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        get_lag_gauge(self.loop)
        self._await_head()
        peer = self.client[0] if self.client else ""
        if settings.LIMITS_ENABLED and peer and not is_trusted_proxy(peer):
            self._from = get_client_network(peer)
            self._connections[self._from] += 1
            if (
                self._connections[self._from]
                > settings.CONCURRENCY_LIMITS["connections_of_address"]
            ):
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
        self._unread = self.loop.call_later(READ_TIMEOUT, self._give_up)

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
        if self._patience is not None and self._head > MAX_HEAD_BYTES and self.parser is not None:
            self.send_400_response("The headers of this request are too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._arrival = Arrival()
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        scope["extensions"] = {ARRIVAL: self._arrival}
        self._await_head()

    def on_message_complete(self) -> None:
        """Record when the last byte arrived: a command arrives when its body is complete."""
        self._arrival.at = get_lag_gauge(self.loop).estimate_arrival()
        self._arrival.round_trip = self._measure_trip()
        super().on_message_complete()

    def _measure_trip(self) -> float | None:
        """Return the round-trip time as measured by the trusted proxy, or else by our kernel.

        The peer's kernel sends the acknowledgements, so a page cannot delay them.
        """
        if is_trusted_proxy(self.client[0] if self.client else ""):
            return parse_round_trip(dict(self.headers).get(TRIP_HEADER, b""))
        return measure_round_trip(self.transport.get_extra_info("socket"))

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _stop_answering(self) -> None:
        """Drop everything written from now on, because the closed transport would raise."""
        if self._answering is not None and not self._answering.response_complete:
            self._answering.disconnected = True
            self._answering.message_event.set()

    def _give_up(self) -> None:
        self._stop_answering()
        self.transport.abort()

    def _await_head(self) -> None:
        self._stop_waiting()
        self._patience = self.loop.call_later(HEAD_TIMEOUT, self._give_up)

    def _stop_waiting(self) -> None:
        self._head = 0
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class SocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket protocol that limits incoming frames and writes pre-encoded ones."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_full = False
        self.min_round_trip = 0.0
        self.arrived_at: float | None = None
        """When the last input arrived, in seconds since the epoch."""
        self.on_writable: Callable[[], None] | None = None
        self._left = FRAME_BURST
        self._counted_at = self.loop.time()
        self._deaf = False

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else the handshake was refused
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[WRITER_KEY] = self

    def start_keepalive(self) -> None:
        super().start_keepalive()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.ping_timer = self.loop.call_later(FIRST_PING_DELAY, self.send_keepalive_ping)

    def handle_pong(self, event: Frame) -> None:
        """Keep the shortest round trip: a page can delay its pongs, but cannot speed them up."""
        super().handle_pong(event)
        self.min_round_trip = min(self.min_round_trip or self.last_ping_rtt, self.last_ping_rtt)

    def data_received(self, data: bytes) -> None:
        """Parse one slice at a time, so that a flood is noticed before much of it is parsed."""
        self.arrived_at = get_lag_gauge(self.loop).estimate_arrival()
        for start in range(0, len(data), READ_SLICE_BYTES):
            if self._deaf or self.disconnected or self.transport.is_closing():
                return
            super().data_received(data[start : start + READ_SLICE_BYTES])

    def handle_events(self) -> None:
        self._count(sum(isinstance(event, Frame) for event in self.conn.events))
        if self._left >= 0:
            super().handle_events()
        else:
            self._refuse_more()

    def send_receive_event_to_app(self) -> None:
        """Replace invalid UTF-8, for which Uvicorn would log an error as if it were ours."""
        if self.curr_msg_data_type == "text":
            self.frames = [b"".join(self.frames).decode(errors="replace").encode()]
        super().send_receive_event_to_app()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_full = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.is_full = False
        if self.on_writable is not None:
            self.on_writable()

    def shutdown(self) -> None:
        """Send no close frame to a socket that its page is already closing."""
        if self.handshake_complete and self.conn.state is not OPEN:
            self.close_sent = True
        super().shutdown()

    async def send(self, message: Any) -> None:
        """Send a message, but no second close frame: this protocol may have sent one already."""
        if not (self.close_sent and message["type"] == "websocket.close"):
            await super().send(message)

    def write_frame(self, frame: bytes) -> None:
        """Write an encoded frame, unless the socket is closing."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(frame)

    def _count(self, frames: int) -> None:
        now = self.loop.time()
        back = (now - self._counted_at) * FRAMES_PER_SECOND
        self._left = min(FRAME_BURST, self._left + back) - frames
        self._counted_at = now

    def _refuse_more(self) -> None:
        self._deaf = True
        self.conn.events_received()
        self.stop_keepalive()
        if self.conn.state is OPEN:  # otherwise the flood ended with a close frame
            self.conn.send_close(CLOSE_POLICY_VIOLATION)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CLOSE_POLICY_VIOLATION})
        self.close_timer = self.loop.call_later(CLOSE_GRACE, self.transport.abort)
        if self.read_paused:  # drain the input: unread bytes would reset the connection too early
            self.read_paused = False
            self.transport.resume_reading()
