"""The socket of a page: it says who looks at what, then only listens. Commands travel by POST.

A plain ASGI application, one coroutine a socket and nothing beside it: the hub writes ready
frames to the wire that the server hands in with the scope.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from django.db import DatabaseError

from games.common.refusals import Missing
from games.live.hub import current_hub
from games.live.listeners import Listener
from games.live.mailbox import Mailbox
from games.live.topics import Kind, Topic
from games.live.wires import MessageWire

WIRE = "tileroom.wire"
"""Key in the scope's ``extensions`` of the :class:`games.live.mailbox.Wire` to the page."""

SEEN = re.compile(r"seen(?: (\d{1,9}))?")
"""All a page may say: that it has seen a picture, or all up to a stamp."""

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
    topic = Topic(kind.name, scope["url_route"]["kwargs"].get("key", ""))
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
    said = SEEN.fullmatch(message.get("text") or "")
    if said is None:
        return False
    listener.mailbox.seen(int(said[1]) if said[1] else None)
    return True


def _stamp_in_address(scope: Scope) -> int:
    """The stamp of the state the page shows already, ``0`` when it does not say."""
    said = parse_qs(scope["query_string"].decode("latin-1")).get("stamp", ["0"])[0]
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else 0
