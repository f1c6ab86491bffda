"""The sockets of programs: the very sockets of pages, opened with a token, told as JSON.

A browser cannot send the header, and names the page that asks (``Origin``); so whoever sends a
token and no origin is a program, and whatever cookies it sends are left aside. What a page is told
as HTML a program is told in one line: where the room stands. It fetches the rest.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from games.api.models import Token
from games.api.services.tokens import find_token
from games.live.sockets import WIRE
from games.players.identity import CLAIM, Claim

CLOSE_UNKNOWN = 4401
"""No token that is good, or none that plays: as of a session that has ended."""
CLOSE_LATER = 1013

SCHEME = b"bearer "

STATE = re.compile(r'<script id="_state"[^>]*>(.*?)</script>', re.DOTALL)
"""Leads every bundle of a room."""

TOLD = {
    "stamp": "stamp",
    "game": "game",
    "turn": "turn",
    "phase": "phase",
    "to_move": "toMove",
    "seat": "seat",
    "can": "can",
}
"""What a program is told, and what pages call it."""

Scope = Mapping[str, Any]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Any, Send], Awaitable[None]]


class ProgramDoor:
    """ASGI wrapper for sockets: those of programs become their bots', all others pass."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        if not is_program(scope):
            await self._application(scope, receive, send)
            return
        try:
            token = await database_sync_to_async(_look_up)(scope)
        except DatabaseError:
            await _close(receive, send, CLOSE_LATER)
            return
        if token is None or token.bot is None:
            await _close(receive, send, CLOSE_UNKNOWN)
            return
        claim = Claim(str(token.bot.pk), token.bot.epoch)
        await self._application(_as_bot(scope, claim), receive, _in_short(send))


def is_program(scope: Scope) -> bool:
    """Whether somebody opens a socket with a token, and no page does."""
    headers = dict(scope["headers"])
    return b"origin" not in headers and _is_token(headers.get(b"authorization", b""))


def _is_token(said: bytes) -> bool:
    return said[: len(SCHEME)].lower() == SCHEME


def _look_up(scope: Scope) -> Token | None:
    said = dict(scope["headers"])[b"authorization"][len(SCHEME) :]
    return find_token(said.decode("latin-1").strip(), timezone.now())


def _as_bot(scope: Scope, claim: Claim) -> Scope:
    """Without cookies and without the way around ``send``, on which ready frames are written."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    ways = {name: way for name, way in scope.get("extensions", {}).items() if name != WIRE}
    return {**scope, "headers": headers, "extensions": ways, CLAIM: claim}


def _in_short(send: Send) -> Send:
    """Tells where a room stands; what else pages are told is left out."""

    async def tell(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            told = STATE.search(message.get("text") or "")
            if told is None:
                return
            state = json.loads(told[1])
            short = {name: state.get(key) for name, key in TOLD.items()}
            message = {"type": "websocket.send", "text": json.dumps(short)}
        await send(message)

    return tell


async def _close(receive: Any, send: Send, code: int) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})
