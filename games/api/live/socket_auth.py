"""Token authentication for the WebSockets of programs.

Programs use the same sockets as web pages. A browser always sends ``Origin`` and cannot set the
``Authorization`` header, so a handshake with a token and no origin comes from a program; its
cookies are ignored. Where a page receives HTML, a program receives one line of JSON with the room's
current state, and fetches the rest over HTTP.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from games.api.live.token_guard import get_current_guard
from games.api.models import ApiToken
from games.api.services.tokens import find_token
from games.live.sockets import WRITER_KEY
from games.players.services.identity import CLAIM_KEY, SessionClaim

CLOSE_BAD_TOKEN = 4401
"""The token is invalid or may not play. Pages get the same code when their session has ended."""
CLOSE_TRY_LATER = 1013

CLOSE_MESSAGE = {"type": "websocket.close", "code": CLOSE_BAD_TOKEN}

BEARER_PREFIX = b"bearer "

PAGE_STATE_PATTERN = re.compile(r'<script id="_state"[^>]*>(.*?)</script>', re.DOTALL)
"""The script element at the start of every bundle that is sent to a room's page."""

SENT_FIELDS = {
    "stamp": "stamp",
    "game": "game",
    "turn": "turn",
    "phase": "phase",
    "to_move": "toMove",
    "seat": "seat",
    "can": "can",
}
"""Fields that a program receives, by their names in the page's state."""

AsgiScope = Mapping[str, Any]
AsgiSend = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApplication = Callable[[AsgiScope, Any, AsgiSend], Awaitable[None]]


class TokenSocketMiddleware:
    """ASGI middleware that runs a program's socket as its bot and passes all others through."""

    def __init__(self, application: AsgiApplication) -> None:
        self._application = application

    async def __call__(self, scope: AsgiScope, receive: Any, send: AsgiSend) -> None:
        if not is_program_socket(scope):
            await self._application(scope, receive, send)
            return
        try:
            token = await database_sync_to_async(_find_token)(scope)
        except DatabaseError:
            await _close(receive, send, CLOSE_TRY_LATER)
            return
        if token is None or token.bot is None:
            await _close(receive, send, CLOSE_BAD_TOKEN)
            return
        claim = SessionClaim(str(token.bot.pk), token.bot.epoch)
        # Keeps a reference to the closing task, because asyncio itself holds tasks only weakly.
        closing = set[asyncio.Task[None]]()

        def end() -> None:
            closing.add(asyncio.ensure_future(send(CLOSE_MESSAGE)))

        with get_current_guard().hold(token.pk, end):
            await self._application(_build_bot_scope(scope, claim), receive, _send_state_only(send))


def is_program_socket(scope: AsgiScope) -> bool:
    """Return whether the handshake has a token and does not come from a browser."""
    headers = dict(scope["headers"])
    return b"origin" not in headers and _is_bearer(headers.get(b"authorization", b""))


def _is_bearer(header: bytes) -> bool:
    return header[: len(BEARER_PREFIX)].lower() == BEARER_PREFIX


def _find_token(scope: AsgiScope) -> ApiToken | None:
    secret = dict(scope["headers"])[b"authorization"][len(BEARER_PREFIX) :]
    return find_token(secret.decode("latin-1").strip(), timezone.now())


def _build_bot_scope(scope: AsgiScope, claim: SessionClaim) -> AsgiScope:
    """Return the scope for a bot: without cookies, and without the extension that writes ready
    frames.

    Frames written by that extension would bypass ``send``, which reduces them to JSON.
    """
    headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    ways = {name: way for name, way in scope.get("extensions", {}).items() if name != WRITER_KEY}
    return {**scope, "headers": headers, "extensions": ways, CLAIM_KEY: claim}


def _send_state_only(send: AsgiSend) -> AsgiSend:
    """Wrap ``send`` so that only the room's state is sent; everything else meant for pages is
    dropped.
    """

    async def send_state(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            found = PAGE_STATE_PATTERN.search(message.get("text") or "")
            if found is None:
                return
            state = json.loads(found[1])
            short = {name: state.get(key) for name, key in SENT_FIELDS.items()}
            message = {"type": "websocket.send", "text": json.dumps(short)}
        await send(message)

    return send_state


async def _close(receive: Any, send: AsgiSend, code: int) -> None:
    # The close code reaches the client only after the handshake: a refused one gives a bare HTTP
    # 403.
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})
