"""Checking the sessions of sockets, when they open and as long as they are open.

A socket of an ended session opens as an anonymous one. The middleware wraps all sockets
(``scrabble_site.asgi``), so nothing behind it has to check again. Sessions of sockets that open at
the same time are looked up in one query. If a session ends in this process, its sockets close at
once. If it ends in another process, they close at the next check.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError

from games.live.subscribers import PULSE_INTERVAL
from games.players.models import Player, SessionValidity
from games.players.services.identity import CLAIM_KEY, SessionClaim, get_claim_from_scope
from games.players.signals import session_validity_changed

CLOSE_SESSION_ENDED = 4401
"""Makes the page reload, without the player of the ended session."""
CLOSE_TRY_LATER = 1013

NO_EPOCH = -1
"""Matches no session: the epoch of players whose account is disabled."""

MAX_PLAYERS_PER_QUERY = 400
"""Databases limit the number of parameters of a query."""

logger = logging.getLogger(__name__)

AsgiSend = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApplication = Callable[[Mapping[str, Any], Any, AsgiSend], Awaitable[None]]


class SocketAuthMiddleware:
    """ASGI middleware for sockets. Use one instance per event loop.

    ``is_barred`` returns whether a valid session is to be treated as anonymous nevertheless.
    """

    def __init__(
        self,
        application: AsgiApplication,
        is_barred: Callable[[Mapping[str, Any]], Awaitable[bool]],
    ) -> None:
        self._application = application
        self._is_barred = is_barred
        self._open: dict[SessionClaim, set[AsgiSend]] = {}
        self._pending: dict[SessionClaim, asyncio.Future[bool]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._check_task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        session_validity_changed.connect(self._on_signal, weak=True)

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: AsgiSend) -> None:
        claim = get_claim_from_scope(scope)
        if not claim.player:
            await self._application(scope, receive, send)
            return
        try:
            valid = await self._is_still_valid(claim) and not await self._is_barred(scope)
        except DatabaseError:
            logger.exception("Could not look up who opens a socket")
            # A server expects the connect message to be read before the answer.
            await receive()
            await send({"type": "websocket.close", "code": CLOSE_TRY_LATER})
            return
        if not valid:
            await self._application(_anonymize_scope(scope), receive, send)
            return
        self._open.setdefault(claim, set()).add(send)
        try:
            await self._application(scope, receive, send)
        finally:
            self._open[claim].discard(send)
            if not self._open[claim]:
                del self._open[claim]

    def _on_signal(self, *, player: str, validity: SessionValidity, **_signal: Any) -> None:
        """Close the sockets of a player's ended sessions. May be called from any thread."""
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._close, {player: validity})

    async def _is_still_valid(self, claim: SessionClaim) -> bool:
        """Return whether a session is valid. Requests that arrive together share one query."""
        self._loop = asyncio.get_running_loop()
        if not self._pending:
            self._start(self._answer_pending())
        # The checks stop when no socket is open, and start again with the next one.
        if self._check_task is None or self._check_task.done():
            self._check_task = asyncio.create_task(self._run())
        if claim not in self._pending:
            self._pending[claim] = self._loop.create_future()
        return await asyncio.shield(self._pending[claim])

    async def _answer_pending(self) -> None:
        await asyncio.sleep(0)  # let other sockets that are opening join this query
        pending, self._pending = self._pending, {}
        try:
            people = [claim.player for claim in pending]
            validities = await database_sync_to_async(_load_validities)(people)
        except Exception as error:
            for answer in pending.values():
                answer.set_exception(error)
        else:
            for claim, answer in pending.items():
                answer.set_result(_is_valid(claim, validities))

    async def _run(self) -> None:
        """Check the sessions of all open sockets regularly, until none is open."""
        await asyncio.sleep(PULSE_INTERVAL)
        while self._open:
            await asyncio.sleep(PULSE_INTERVAL)
            try:
                players = [claim.player for claim in self._open]
                self._close(await database_sync_to_async(_load_validities)(players))
            except DatabaseError:
                logger.exception("Could not look up whose sockets are open")

    def _close(self, validities: Mapping[str, SessionValidity]) -> None:
        for claim, sockets in list(self._open.items()):
            if not _is_valid(claim, validities):
                for send in sockets:
                    self._start(send({"type": "websocket.close", "code": CLOSE_SESSION_ENDED}))

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _is_valid(claim: SessionClaim, validities: Mapping[str, SessionValidity]) -> bool:
    """Return whether a session has not ended.

    A visitor who is no player yet has no row, and so no session that could have ended.
    """
    validity = validities.get(claim.player)
    return validity is None or validity.is_valid(claim.epoch, claim.number)


def _load_validities(players: Iterable[str]) -> dict[str, SessionValidity]:
    """Return the valid sessions of those ids that are players; none for disabled accounts."""
    ids = sorted(set(players))
    found: dict[str, SessionValidity] = {}
    columns = ("pk", "epoch", "session_count", "open_sessions", "user__is_active")
    for start in range(0, len(ids), MAX_PLAYERS_PER_QUERY):
        some = Player.objects.filter(pk__in=ids[start : start + MAX_PLAYERS_PER_QUERY])
        for pk, epoch, count, numbers, active in some.values_list(*columns):
            # ``None`` for players without an account.
            is_disabled = active is False
            found[str(pk)] = SessionValidity.of(NO_EPOCH if is_disabled else epoch, count, numbers)
    return found


def _anonymize_scope(scope: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the scope without its cookie and claim."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    return {**scope, "headers": headers, CLAIM_KEY: None}
