"""Close sockets safely, whichever ASGI server runs the site."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from games.live.hub import CLOSE_RESTART
from games.live.sockets import CLOSE_BAD_MESSAGE, CLOSE_TRY_LATER, WRITER_KEY

AsgiSend = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApplication = Callable[[Mapping[str, Any], Any, AsgiSend], Awaitable[None]]

FALLBACK_CODES = {CLOSE_BAD_MESSAGE: 4400, CLOSE_RESTART: 1000, CLOSE_TRY_LATER: 1000}
"""Replacement close codes for servers that accept only 1000 and 3000 to 4999 from an application.

After 1000 a page reconnects at once.
"""


class CloseOnceMiddleware:
    """ASGI middleware that sends only the first close and drops everything after it.

    The site may close a socket for several reasons at the same moment, possibly while the page is
    closing it as well. Messages to a socket that is gone are dropped.
    """

    def __init__(self, application: AsgiApplication) -> None:
        self._application = application

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: AsgiSend) -> None:
        # Our own server, which hands in a writer, accepts every close code.
        codes = {} if WRITER_KEY in scope.get("extensions", {}) else FALLBACK_CODES
        closed = False

        async def send_unless_closed(message: dict[str, Any]) -> None:
            nonlocal closed
            if closed:
                return
            if message["type"] == "websocket.close":
                closed = True
                code = message.get("code", 1000)
                message = {**message, "code": codes.get(code, code)}
            with suppress(OSError):  # servers raise it when the page is gone
                await send(message)

        await self._application(scope, receive, send_unless_closed)
