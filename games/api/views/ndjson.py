"""Responses in NDJSON, each line made only when the previous one has been sent.

A response with a plain iterator runs step by step in the web threads and occupies none in between.
One with an asynchronous iterator lives on the event loop. Neither is ever in memory as a whole. See
:mod:`scrabble_site.server.streaming`.
"""

from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from threading import Lock
from typing import Any
from uuid import UUID
from weakref import finalize

from django.conf import settings
from django.http import StreamingHttpResponse
from ninja import Schema

from scrabble_site.shared.refusals import TooManyRequests

NDJSON = "application/x-ndjson"

LINES_RESPONSE: dict[str, Any] = {
    "description": "OK",
    "content": {NDJSON: {"schema": {"type": "string"}}},
}
"""OpenAPI description of an NDJSON response."""

EVENTS_RESPONSE: dict[str, Any] = {
    "description": "OK",
    "content": {**LINES_RESPONSE["content"], "text/event-stream": {"schema": {"type": "string"}}},
}
"""OpenAPI description of a response that is also available as server-sent events."""

STREAM_HEADERS = {"Cache-Control": "no-store, private", "X-Accel-Buffering": "no"}
"""``X-Accel-Buffering`` makes nginx pass on each line at once."""


RETRY_SECONDS = 15
"""Value of ``Retry-After`` for a member with too many open streams."""


class StreamSlots:
    """Counts the open streams of each member in this process. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._open: Counter[UUID] = Counter()

    def acquire(self, member: UUID) -> None:
        """Reserve a slot.

        Raises ``TooManyRequests`` "streams_of_member.too_soon" if the member has none left.
        """
        with self._lock:
            if (
                settings.LIMITS_ENABLED
                and self._open[member] >= settings.CONCURRENCY_LIMITS["streams_of_member"]
            ):
                raise TooManyRequests("streams_of_member.too_soon", seconds=RETRY_SECONDS)
            self._open[member] += 1

    def release(self, member: UUID) -> None:
        with self._lock:
            self._open[member] -= 1
            self._open += Counter()  # drops members whose count is zero

    def hold(self, member: UUID, response: StreamingHttpResponse) -> None:
        """Free the slot when the response is closed, or garbage-collected before it was sent."""
        # The finalizer also covers responses that are dropped without being closed.
        release = finalize(response, self.release, member)
        response._resource_closers.append(release)  # type: ignore[attr-defined]


stream_slots = StreamSlots()


def respond_with_lines(lines: Iterable[Schema]) -> StreamingHttpResponse:
    """Return a response with one object per line, each made in a web thread."""
    return StreamingHttpResponse(_encode_lines(lines), content_type=NDJSON, headers=STREAM_HEADERS)


def respond_with_events(
    lines: AsyncGenerator[Schema | None, None], *, as_events: bool
) -> StreamingHttpResponse:
    """Return a response with one object per line as it arrives, and a heartbeat for each
    ``None``.
    """
    kind, write = ("text/event-stream", _encode_event) if as_events else (NDJSON, _encode_line)

    async def pieces() -> AsyncIterator[bytes]:
        async for line in lines:
            yield write(line)

    response = EventStreamResponse(pieces(), content_type=kind, headers=STREAM_HEADERS)
    response.source = lines
    return response


class EventStreamResponse(StreamingHttpResponse):
    """A response that runs until the client disconnects, and then closes its ``source``."""

    source: AsyncGenerator[Schema | None, None]

    async def aclose(self) -> None:
        await self.source.aclose()


def _encode_lines(lines: Iterable[Schema]) -> Iterator[bytes]:
    for line in lines:
        yield _encode_line(line)


def _encode_line(line: Schema | None) -> bytes:
    return b"\n" if line is None else f"{line.model_dump_json()}\n".encode()


def _encode_event(line: Schema | None) -> bytes:
    """Encode a line as a server-sent event (SSE)."""
    if line is None:
        return b":\n\n"
    number, kind = getattr(line, "id", ""), getattr(line, "type", "")
    head = f"id: {number}\n" if isinstance(number, str) and number else ""
    head += f"event: {kind}\n" if kind else ""
    return f"{head}data: {line.model_dump_json()}\n\n".encode()
