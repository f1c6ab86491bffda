"""The queue of one socket: at most the newest state waits, however slowly the page reads."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from games.live.readers import Reader
from games.live.state_cache import RenderedState

MAX_UNACKNOWLEDGED = 8
"""States that may be sent to a page before it acknowledges one.

A page acknowledges when half of them are outstanding, and with every heartbeat.
"""

ACKNOWLEDGEMENT_DEADLINE = 20.0
"""Seconds a page may stay behind before its socket is closed; the page then reconnects."""


class SocketWriter(Protocol):
    """Writes WebSocket frames to one page."""

    # True while the network accepts no more data.
    is_full: bool
    # Called when the network accepts data again.
    on_writable: Callable[[], None] | None

    def write_frame(self, frame: bytes) -> None: ...


class Mailbox:
    """Sends states to one socket no faster than the network and the page can take them.

    Buffers in the server and the network may accept data for a page that has stopped reading, so
    only the page's own acknowledgements prove that it keeps up. A socket that sends none is limited
    by the network alone.
    """

    __slots__ = (
        "_acknowledges",
        "_behind_since",
        "_messages_sent",
        "_reader",
        "_sent",
        "_waiting",
        "_waiting_messages",
        "_writer",
        "stamp",
    )

    def __init__(
        self, writer: SocketWriter, reader: Reader, known: int = 0, *, acknowledges: bool = True
    ) -> None:
        self.stamp = known
        """Stamp of the newest state that was put in."""
        self._writer = writer
        self._reader = reader
        self._acknowledges = acknowledges
        self._sent: deque[int] = deque()
        self._waiting: RenderedState | None = None
        self._behind_since: float | None = None
        self._waiting_messages: dict[str, bytes] = {}
        self._messages_sent = 0
        """Direct messages sent since the page's last acknowledgement."""
        writer.on_writable = self._send_waiting

    def put(self, rendered: RenderedState, now: float) -> None:
        """Send a state, or keep it until the page catches up. Ignores states that are not newer."""
        if rendered.stamp <= self.stamp:
            return
        if self._may_send():
            self._send(rendered)
        else:
            self._waiting = rendered
            if self._behind_since is None:
                self._behind_since = now
        self.stamp = rendered.stamp

    def put_direct_message(self, key: str, frame: bytes) -> None:
        """Send a direct message, or keep it; a waiting one with the same key is replaced."""
        self._waiting_messages[key] = frame
        self._send_waiting()

    def acknowledge(self, stamp: int | None = None) -> None:
        """Record that the page has seen all states up to ``stamp``.

        Without a stamp, only the oldest outstanding state is acknowledged.
        """
        if stamp is None:
            stamp = self._sent[0] if self._sent else 0
        while self._sent and self._sent[0] <= stamp:
            self._sent.popleft()
        self._messages_sent = 0
        self._send_waiting()

    def is_overdue(self, now: float) -> bool:
        """Return whether the page has been behind for longer than the deadline."""
        return (
            self._behind_since is not None and now - self._behind_since > ACKNOWLEDGEMENT_DEADLINE
        )

    def _may_send(self) -> bool:
        return len(self._sent) < MAX_UNACKNOWLEDGED and not self._writer.is_full

    def _send_waiting(self) -> None:
        if self._waiting is not None and self._may_send():
            rendered, self._waiting, self._behind_since = self._waiting, None, None
            self._send(rendered)
        while (
            self._waiting_messages
            and self._messages_sent < MAX_UNACKNOWLEDGED
            and not self._writer.is_full
        ):
            self._writer.write_frame(self._waiting_messages.pop(next(iter(self._waiting_messages))))
            self._messages_sent += self._acknowledges

    def _send(self, rendered: RenderedState) -> None:
        self._writer.write_frame(rendered.frame_for(self._reader))
        if self._acknowledges:
            self._sent.append(rendered.stamp)
