"""What waits for one socket: never more than the newest picture, however slowly it is read."""

from collections import deque
from collections.abc import Callable
from typing import Protocol

from games.live.gallery import Shown

WINDOW = 8
"""Pictures a page may have been sent without saying that it has seen them.

It says so when half of them are outstanding, and with the sign of life."""

DEADLINE = 20.0
"""Seconds a page may stay behind before it is dropped; it reconnects and asks anew."""


class Wire(Protocol):
    """The way to one page. ``full``: the network takes no more for now; ``when_free`` is called
    once it does."""

    full: bool
    when_free: Callable[[], None] | None

    def write_frame(self, frame: bytes) -> None: ...


class Mailbox:
    """Paces one socket by the page's acknowledgements and by what the network takes, or by the
    latter alone where it is not ``paced``.

    The server's and the network's buffers may take any amount for a reader that has stopped, so
    only the page itself can tell that it follows.
    """

    __slots__ = (
        "_behind_since",
        "_paced",
        "_sent",
        "_viewer",
        "_waiting",
        "_whispered",
        "_whispers",
        "_wire",
        "stamp",
    )

    def __init__(self, wire: Wire, viewer: str, known: int = 0, *, paced: bool = True) -> None:
        self.stamp = known
        """Of the newest picture that was put in."""
        self._wire = wire
        self._viewer = viewer
        self._paced = paced
        self._sent: deque[int] = deque()
        self._waiting: Shown | None = None
        self._behind_since: float | None = None
        self._whispers: dict[str, bytes] = {}
        self._whispered = 0
        """Since the page last said that it follows."""
        wire.when_free = self._go_on

    def put(self, shown: Shown, now: float) -> None:
        """Offer a picture; one that is not newer than the last is ignored. Never waits."""
        if shown.stamp <= self.stamp:
            return
        if self._may_send():
            self._send(shown)
        else:
            self._waiting = shown
            if self._behind_since is None:
                self._behind_since = now
        self.stamp = shown.stamp

    def whisper(self, key: str, frame: bytes) -> None:
        """Offer something beside the pictures; of what has to wait, the newest with a key."""
        self._whispers[key] = frame
        self._go_on()

    def seen(self, stamp: int | None = None) -> None:
        """The page has seen all pictures up to this stamp, or the oldest that is outstanding."""
        if stamp is None:
            stamp = self._sent[0] if self._sent else 0
        while self._sent and self._sent[0] <= stamp:
            self._sent.popleft()
        self._whispered = 0
        self._go_on()

    def overdue(self, now: float) -> bool:
        """Whether the page has been behind for longer than it may."""
        return self._behind_since is not None and now - self._behind_since > DEADLINE

    def _may_send(self) -> bool:
        return len(self._sent) < WINDOW and not self._wire.full

    def _go_on(self) -> None:
        if self._waiting is not None and self._may_send():
            shown, self._waiting, self._behind_since = self._waiting, None, None
            self._send(shown)
        while self._whispers and self._whispered < WINDOW and not self._wire.full:
            self._wire.write_frame(self._whispers.pop(next(iter(self._whispers))))
            self._whispered += self._paced

    def _send(self, shown: Shown) -> None:
        self._wire.write_frame(shown.frame_for(self._viewer))
        if self._paced:
            self._sent.append(shown.stamp)
