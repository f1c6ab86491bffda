"""The ASGI application for a page's WebSocket.

Commands travel by HTTP POST, except those that come by the thousand (``TopicKind.on_message``).

Each socket costs one coroutine and no further tasks: the hub writes prepared frames to the writer
that the server passes in with the scope.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs

from django.db import DatabaseError

from games.common.client_addresses import get_scope_address
from games.common.languages import get_language_from_scope
from games.live.absences import note_absence
from games.live.mailbox import Mailbox
from games.live.readers import Reader
from games.live.running_hubs import get_current_hub
from games.live.socket_writers import MessageSocketWriter
from games.live.state_cache import encode_text_frame
from games.live.subscribers import CLOSE_UNKNOWN, Subscriber
from games.live.topics import PageMessage, Topic, TopicKind, get_topic_kind
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import NotFound
from scrabble_site.shared.release import get_release

WRITER_KEY = "tileroom.wire"
"""Key in the scope's ``extensions`` that holds the :class:`games.live.mailbox.SocketWriter`."""

PAGE_MESSAGE = re.compile(r"seen(?: (\d{1,9}))?|hidden|shown")
"""A page acknowledges one state or all up to a stamp, or reports whether it is visible."""

TIME_MESSAGE = re.compile(r"time (\d{1,15})")
"""A page asks for the server's time; its own, in milliseconds, is echoed in the answer."""

AWAY = re.compile(r"away (\d{1,8})")
"""A page is visible again after being hidden for so many milliseconds."""

MAX_STAMP = 999_999_999

# Close codes of the WebSocket registry: unsupported data, and try again later.
CLOSE_BAD_MESSAGE = 1003
CLOSE_TRY_LATER = 1013

logger = logging.getLogger(__name__)

AsgiScope = Mapping[str, Any]
AsgiReceive = Callable[[], Awaitable[dict[str, Any]]]
AsgiSend = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApplication = Callable[[AsgiScope, AsgiReceive, AsgiSend], Awaitable[None]]


def build_socket_application(kind: TopicKind) -> AsgiApplication:
    """Return the ASGI application for sockets on topics of a kind."""

    async def serve_socket(scope: AsgiScope, receive: AsgiReceive, send: AsgiSend) -> None:
        await receive()  # websocket.connect
        await send({"type": "websocket.accept"})
        subscriber = _create_subscriber(kind, scope, send)
        hub = get_current_hub()
        if _read_query(scope, "release") not in ("", get_release()):
            subscriber.writer.write_frame(encode_text_frame(f"release {get_release()}"))
        try:
            await hub.register(subscriber)
            while await _handle_message(subscriber, receive, get_scope_address(scope)):
                pass
            code = CLOSE_BAD_MESSAGE  # the loop ends only at a message that no page of ours sends
        except NotFound:
            code = CLOSE_UNKNOWN
        except _SocketClosed:
            return
        except DatabaseError:
            logger.exception("Could not open %s", subscriber.topic)
            code = CLOSE_TRY_LATER
        finally:
            await hub.unregister(subscriber)
        await send({"type": "websocket.close", "code": code})

    return serve_socket


class _SocketClosed(Exception):  # noqa: N818 - the ordinary end
    """The page or the server closed the socket."""


def _create_subscriber(kind: TopicKind, scope: AsgiScope, send: AsgiSend) -> Subscriber:
    key = scope["url_route"]["kwargs"].get("key", "")
    topic = Topic(kind.name, kind.key_of(scope) if kind.key_of else key)
    reader = Reader(kind.viewer_of(scope), get_language_from_scope(scope))
    writer = scope.get("extensions", {}).get(WRITER_KEY) or MessageSocketWriter(send)
    mailbox = Mailbox(
        writer, reader, known=_parse_known_stamp(scope), acknowledges=kind.acknowledges
    )
    closing: list[asyncio.Task[None]] = []

    def close(code: int) -> None:
        if not closing:
            closing_message = send({"type": "websocket.close", "code": code})
            closing.append(asyncio.ensure_future(closing_message))

    return Subscriber(topic, reader, writer, mailbox, close)


async def _handle_message(subscriber: Subscriber, receive: AsgiReceive, address: str) -> bool:
    """Handle the page's next message. Returns false for one that no page of this site sends.

    Raises ``_SocketClosed`` when the socket is closed.
    """
    message = await receive()
    if message["type"] == "websocket.disconnect":
        raise _SocketClosed
    text = message.get("text") or ""
    if match := TIME_MESSAGE.fullmatch(text):
        subscriber.writer.write_frame(
            encode_text_frame(f"time {match[1]} {time.time_ns() // 1_000_000}")
        )
        return True
    if away := AWAY.fullmatch(text):
        note_absence(subscriber.topic, subscriber.viewer, int(away[1]))
        return True
    parsed = PAGE_MESSAGE.fullmatch(text)
    if parsed is None:
        return _pass_on(subscriber, text, address)
    if parsed[0].startswith("seen"):
        subscriber.mailbox.acknowledge(int(parsed[1]) if parsed[1] else None)
    else:
        subscriber.hidden = parsed[0] == "hidden"
    return True


def _pass_on(subscriber: Subscriber, text: str, address: str) -> bool:
    """Pass a message to the domain of its topic. Returns false if that takes no such message."""
    topic, writer = subscriber.topic, subscriber.writer
    take = get_topic_kind(topic).on_message
    arrived_at: float | None = getattr(writer, "arrived_at", None)
    return take is not None and take(
        PageMessage(
            key=topic.key,
            reader=subscriber.reader,
            address=address,
            text=text,
            arrived=datetime.fromtimestamp(arrived_at or time.time(), UTC),
            round_trip=subscriber.round_trip or None,
            reply=lambda answer: writer.write_frame(encode_text_frame(answer)),
        )
    )


def _parse_known_stamp(scope: AsgiScope) -> int:
    """Return the stamp of the state that the page already shows; 0 if it names none."""
    return parse_small_number(_read_query(scope, "stamp"), MAX_STAMP) or 0


def _read_query(scope: AsgiScope, name: str) -> str:
    """Return what the page says about itself in the socket's address, or ""."""
    return parse_qs(scope["query_string"].decode("latin-1")).get(name, [""])[0]
