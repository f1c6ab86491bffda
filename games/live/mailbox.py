"""The newest bundle waiting for one socket: a slow reader costs one bundle, not a queue."""

import asyncio
from collections.abc import Awaitable, Callable

Send = Callable[[str], Awaitable[None]]

WINDOW = 4
"""Bundles a page may have been sent without saying that it has seen them."""

DEADLINE = 30.0
"""Seconds a page may stay behind before it is dropped; it reconnects and asks anew."""


class StayedBehindError(Exception):
    """The reader did not catch up within the deadline."""


class Mailbox:
    """Conflates the bundles of one socket and paces them by the page's own acknowledgements.

    The server in between may take any amount of text for a reader that has stopped reading, so
    only the page can tell that it follows: it answers every bundle with one short message.
    """

    def __init__(self, send: Send, known: int = 0) -> None:
        self._send = send
        self._newest: str | None = None
        self._stamp = known
        self._unseen = 0
        self._wake = asyncio.Event()

    @property
    def stamp(self) -> int:
        """Stamp of the newest bundle that was put in."""
        return self._stamp

    def put(self, stamp: int, bundle: str) -> None:
        """Offer a bundle; an older one than the last is ignored. Never waits."""
        if stamp <= self._stamp:
            return
        self._stamp = stamp
        self._newest = bundle
        self._wake.set()

    def seen(self) -> None:
        """The page has acknowledged a bundle."""
        self._unseen = max(0, self._unseen - 1)
        self._wake.set()

    async def deliver(self) -> None:
        """Send what comes until cancelled. Raises ``StayedBehindError``."""
        while True:
            await self._wait_for_bundle()
            await self._wait_for_room()
            bundle, self._newest = self._newest, None
            if bundle is not None:
                self._unseen += 1
                await asyncio.wait_for(self._send(bundle), DEADLINE)

    async def _wait_for_bundle(self) -> None:
        while self._newest is None:
            self._wake.clear()
            await self._wake.wait()

    async def _wait_for_room(self) -> None:
        try:
            async with asyncio.timeout(DEADLINE):
                while self._unseen >= WINDOW:
                    self._wake.clear()
                    await self._wake.wait()
        except TimeoutError as error:
            raise StayedBehindError from error
