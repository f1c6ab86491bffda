"""Ends the streams and sockets of programs whose token is no longer valid.

All tokens in use in a process are checked with one query, every few seconds and as soon as any
session ends or any token is revoked in this process.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from channels.db import database_sync_to_async
from django.db import DatabaseError

from games.api.services.tokens import list_valid_ids
from games.api.signals import token_revoked
from games.live.subscribers import PULSE_INTERVAL
from games.players.signals import sessions_ended

logger = logging.getLogger(__name__)

EndFunction = Callable[[], object]


class TokenGuard:
    """Tracks open streams and sockets by token. It runs on the event loop that first uses it."""

    def __init__(self) -> None:
        self._open: defaultdict[int, set[EndFunction]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._check_now = asyncio.Event()
        for signal in (sessions_ended, token_revoked):
            # Weak, so that the guard of a closed loop can be collected.
            signal.connect(self._on_signal, weak=True)

    @contextmanager
    def hold(self, token: int, end: EndFunction) -> Iterator[None]:
        """Call ``end`` on the event loop if the token becomes invalid within this context."""
        self._loop = asyncio.get_running_loop()
        self._open[token].add(end)
        if self._task is None or self._task.done():
            self._check_now = asyncio.Event()
            self._task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            self._open[token].discard(end)
            if not self._open[token]:
                del self._open[token]

    def count(self, token: int) -> int:
        """Return the number of open streams and sockets of a token in this process."""
        return len(self._open[token]) if token in self._open else 0

    def _on_signal(self, **_signal: object) -> None:
        """Wake the checking loop. Signals arrive on any thread."""
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._check_now.set)

    async def _run(self) -> None:
        while self._open:
            try:
                async with asyncio.timeout(PULSE_INTERVAL):
                    await self._check_now.wait()
            except TimeoutError:
                pass
            self._check_now.clear()
            try:
                await self._close_invalid()
            except DatabaseError:
                logger.exception("Could not look up whose tokens are good")

    async def _close_invalid(self) -> None:
        tokens = list(self._open)
        good = await database_sync_to_async(list_valid_ids)(tokens)
        for token in set(tokens) - good:
            # A copy, because ending a stream removes it from the set.
            for end in list(self._open.get(token, ())):
                end()


_guards: dict[asyncio.AbstractEventLoop, TokenGuard] = {}


def get_current_guard() -> TokenGuard:
    """Return the guard of the running event loop."""
    loop = asyncio.get_running_loop()
    # Tests run many loops in one process; closed ones would pile up here.
    for closed in [known for known in _guards if known.is_closed()]:
        del _guards[closed]
    if loop not in _guards:
        _guards[loop] = TokenGuard()
    return _guards[loop]
