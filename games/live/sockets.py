"""The socket of a page: it says who looks at what, then only listens. Commands travel by POST.

A plain ASGI application, one coroutine a socket and nothing beside it: the hub writes ready
frames to the wire that the server hands in with the scope.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from django.db import DatabaseError

from games.common.refusals import Missing
from games.live.gallery import frame_text
from games.live.hub import current_hub
from games.live.listeners import Listener
from games.live.mailbox import Mailbox
from games.live.topics import Kind, Topic
from games.live.wires import MessageWire
from lexicon.numbers import read_small

WIRE = "tileroom.wire"
"""Key in the scope's ``extensions`` of the :class:`games.live.mailbox.Wire` to the page."""

SAID = re.compile(r"seen(?: (\d{1,9}))?|hidden|shown")
"""A page says that it has seen a picture, or all up to a stamp; whether it is in front."""

TIME = re.compile(r"time (\d{1,15})")
"""It asks what time it is; its own, in milliseconds, comes back with the answer."""

STAMP_MOST = 999_999_999

CLOSE_GARBAGE = 1003
CLOSE_UNKNOWN = 4404
CLOSE_LATER = 1013

logger = logging.getLogger(__name__)

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def socket_for(kind: Kind) -> Application:
    """The application for sockets that look at topics of a kind."""

    async def look_on(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        listener = _listener(kind, scope, send)
        hub = current_hub()
        try:
            await hub.register(listener)
            while await _heard(listener, receive):
                pass
            code = CLOSE_GARBAGE
        except Missing:
            code = CLOSE_UNKNOWN
        except _Gone:
            return
        except DatabaseError:
            logger.exception("Could not open %s", listener.topic)
            code = CLOSE_LATER
        finally:
            await hub.unregister(listener)
        await send({"type": "websocket.close", "code": code})

    return look_on


class _Gone(Exception):  # noqa: N818 - the ordinary end
    """The page has closed the socket, or the server did."""


def _listener(kind: Kind, scope: Scope, send: Send) -> Listener:
    said = scope["url_route"]["kwargs"].get("key", "")
    topic = Topic(kind.name, kind.key_of(scope) if kind.key_of else said)
    viewer = kind.viewer_of(scope)
    wire = scope.get("extensions", {}).get(WIRE) or MessageWire(send)
    mailbox = Mailbox(wire, viewer, known=_stamp_in_address(scope), paced=kind.paced)
    closing: list[asyncio.Task[None]] = []

    def end(code: int) -> None:
        if not closing:
            goodbye = send({"type": "websocket.close", "code": code})
            closing.append(asyncio.ensure_future(goodbye))

    return Listener(topic, viewer, wire, mailbox, end)


async def _heard(listener: Listener, receive: Receive) -> bool:
    """Take in what the page says; false for what no page of this site says."""
    message = await receive()
    if message["type"] == "websocket.disconnect":
        raise _Gone
    text = message.get("text") or ""
    if asked := TIME.fullmatch(text):
        listener.wire.write_frame(frame_text(f"time {asked[1]} {time.time_ns() // 1_000_000}"))
        return True
    said = SAID.fullmatch(text)
    if said is None:
        return False
    if said[0].startswith("seen"):
        listener.mailbox.seen(int(said[1]) if said[1] else None)
    else:
        listener.hidden = said[0] == "hidden"
    return True


def _stamp_in_address(scope: Scope) -> int:
    """The stamp of the state the page shows already, ``0`` when it does not say."""
    said = parse_qs(scope["query_string"].decode("latin-1")).get("stamp", ["0"])[0]
    return read_small(said, STAMP_MOST) or 0
