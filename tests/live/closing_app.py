"""An ASGI application for tests of servers: its sockets close on request.

``close N`` closes with a code at once. ``later N`` closes in a separate task after a short delay,
when the page may have disconnected; it then sends one more text and closes again. The answer to an
HTTP request is the number of sockets that still have work to do.
"""

import asyncio
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrabble_site.settings")
django.setup(set_prefix=False)

from games.live.socket_closing import CloseOnceMiddleware  # noqa: E402
from games.live.socket_writers import MessageSocketWriter  # noqa: E402
from games.live.state_cache import encode_text_frame  # noqa: E402

LATER = 0.15
"""Seconds of delay for ``later``."""

_at_work: set[int] = set()


async def close_as_asked(scope: Any, receive: Any, send: Any) -> None:
    _at_work.add(id(scope))
    try:
        await obey(receive, send)
    finally:
        _at_work.discard(id(scope))


async def obey(receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    tasks = []
    while (message := await receive())["type"] != "websocket.disconnect":
        when, _, code = (message.get("text") or "").partition(" ")
        if when == "close":
            await send({"type": "websocket.close", "code": int(code)})
        elif when == "later":
            tasks.append(asyncio.ensure_future(close_later(send, int(code))))
    await asyncio.sleep(2 * LATER)
    assert all(task.done() for task in tasks)


async def close_later(send: Any, code: int) -> None:
    await asyncio.sleep(LATER)
    await send({"type": "websocket.close", "code": code})
    MessageSocketWriter(send).write_frame(encode_text_frame("a word"))
    asyncio.ensure_future(send({"type": "websocket.close", "code": 1000}))  # noqa: RUF006


_sockets = CloseOnceMiddleware(close_as_asked)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await _sockets(scope, receive, send)
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": str(len(_at_work)).encode()})


if __name__ == "__main__":
    from scrabble_site.server.uvicorn_server import build_server, open_listening_socket

    build_server(application, []).run(
        sockets=[open_listening_socket("127.0.0.1", int(sys.argv[1]))]
    )
