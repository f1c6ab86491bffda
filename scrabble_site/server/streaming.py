"""Sends streaming responses piece by piece, without holding a whole one in memory.

A plain iterator is advanced in a web thread, one piece at a time; no thread is occupied while the
client receives a piece. An asynchronous iterator runs on the event loop. When the client
disconnects, the iterator is closed.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

from django.http import StreamingHttpResponse

RunInThread = Callable[..., Awaitable[Any]]

_readers: set[asyncio.Future[None]] = set()
"""One for each active stream, done once the client has disconnected."""


def end_streams() -> None:
    """End all streams cleanly, because the server is shutting down."""
    for reader in list(_readers):
        reader.cancel()


async def send_stream(
    response: StreamingHttpResponse, receive: Any, send: Any, run: RunInThread
) -> None:
    """Send a response until it ends or the client disconnects. ``run`` runs a function in a web
    thread."""
    pieces = _iterate_pieces(response, run)
    gone = asyncio.ensure_future(_wait_for_disconnect(receive))
    _readers.add(gone)
    try:
        await send(_build_start_message(response))
        while (piece := await _read_piece(pieces, gone, wait=not response.is_async)) is not None:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        if not gone.done() or gone.cancelled():
            await send({"type": "http.response.body", "body": b""})
    finally:
        _readers.discard(gone)
        gone.cancel()
        for ending in (pieces, response):
            if hasattr(ending, "aclose"):
                with suppress(Exception):
                    await ending.aclose()
        await run(response.close)


async def _read_piece(pieces: Any, gone: asyncio.Future[None], *, wait: bool) -> bytes | None:
    """Return the next piece; ``None`` at the end, or once the client has disconnected.

    With ``wait``, wait for the current piece, because a step in a thread cannot be cancelled.
    """
    step = asyncio.ensure_future(anext(pieces, None))
    try:
        await asyncio.wait({step, gone}, return_when=asyncio.FIRST_COMPLETED)
    except asyncio.CancelledError:
        step.cancel()
        raise
    if not gone.done():
        return await step
    if not wait:
        step.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await step
    return None


async def _iterate_pieces(
    response: StreamingHttpResponse, run: RunInThread
) -> AsyncIterator[bytes]:
    if response.is_async:
        async for piece in response:
            yield piece
        return
    iterator: Iterator[bytes] = iter(response)
    while (piece := await run(next, iterator, None)) is not None:
        yield piece


async def _wait_for_disconnect(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _build_start_message(response: StreamingHttpResponse) -> dict[str, Any]:
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in response.items()]
    cookies = [(b"set-cookie", one.OutputString().encode()) for one in response.cookies.values()]
    return {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": [*headers, *cookies],
    }
