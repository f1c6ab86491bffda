"""Sockets of sessions that have ended: none is opened as a player's, and those open are closed.

The doorkeeper stands before all sockets (``scrabble_site.asgi``), so that whatever is told live
need not ask again. Who opens a socket is looked up, many at once in one query; where a session ends
in this process its sockets close at once, elsewhere with the next round.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError

from games.live.listeners import PULSE
from games.players.identity import CLAIM, Claim, claim_in_scope
from games.players.models import Player
from games.players.signals import sessions_ended

CLOSE_ENDED = 4401
"""The page loads anew, as whoever the browser is by now."""
CLOSE_LATER = 1013

MOST_AT_ONCE = 400
"""Ids in one query: databases limit what one may name."""

logger = logging.getLogger(__name__)

Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Mapping[str, Any], Any, Send], Awaitable[None]]


class Doorkeeper:
    """ASGI wrapper for sockets. One event loop, one doorkeeper."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._open: dict[Claim, set[Send]] = {}
        self._asking: dict[Claim, asyncio.Future[bool]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rounds: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        sessions_ended.connect(self._hear, weak=True)

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Send) -> None:
        claim = claim_in_scope(scope)
        if not claim.player:
            await self._application(scope, receive, send)
            return
        try:
            holds = await self._ask(claim)
        except DatabaseError:
            logger.exception("Could not look up who opens a socket")
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_LATER})
            return
        if not holds:
            await self._application(_as_stranger(scope), receive, send)
            return
        self._open.setdefault(claim, set()).add(send)
        try:
            await self._application(scope, receive, send)
        finally:
            self._open[claim].discard(send)
            if not self._open[claim]:
                del self._open[claim]

    def _hear(self, *, player: str, epoch: int, **_signal: Any) -> None:
        """Close a player's sockets of other epochs. Called from any thread."""
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._close, {player: epoch})

    async def _ask(self, claim: Claim) -> bool:
        """Whether a claim holds; whoever asks while others wait for an answer shares the next."""
        self._loop = asyncio.get_running_loop()
        if not self._asking:
            self._start(self._answer())
        if self._rounds is None or self._rounds.done():
            self._rounds = asyncio.create_task(self._go_round())
        if claim not in self._asking:
            self._asking[claim] = self._loop.create_future()
        return await asyncio.shield(self._asking[claim])

    async def _answer(self) -> None:
        await asyncio.sleep(0)  # all who came together are asked for together
        asking, self._asking = self._asking, {}
        try:
            epochs = await database_sync_to_async(_epochs_of)([one.player for one in asking])
        except Exception as error:
            for answer in asking.values():
                answer.set_exception(error)
        else:
            for claim, answer in asking.items():
                answer.set_result(epochs.get(claim.player, claim.epoch) == claim.epoch)

    async def _go_round(self) -> None:
        """Look again and again at who is here, until nobody is."""
        await asyncio.sleep(PULSE)
        while self._open:
            await asyncio.sleep(PULSE)
            try:
                players = [claim.player for claim in self._open]
                self._close(await database_sync_to_async(_epochs_of)(players))
            except DatabaseError:
                logger.exception("Could not look up whose sockets are open")

    def _close(self, epochs: Mapping[str, int]) -> None:
        for claim, sockets in list(self._open.items()):
            if epochs.get(claim.player, claim.epoch) != claim.epoch:
                for send in sockets:
                    self._start(send({"type": "websocket.close", "code": CLOSE_ENDED}))

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _epochs_of(players: Iterable[str]) -> dict[str, int]:
    """The epochs of those who are players already."""
    ids = sorted(set(players))
    found: dict[str, int] = {}
    for start in range(0, len(ids), MOST_AT_ONCE):
        some = Player.objects.filter(pk__in=ids[start : start + MOST_AT_ONCE])
        found |= {str(pk): epoch for pk, epoch in some.values_list("pk", "epoch")}
    return found


def _as_stranger(scope: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without what makes a socket somebody's."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    return {**scope, "headers": headers, CLAIM: None}
