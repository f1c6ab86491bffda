"""Refuses request bodies that are too large or too slow, before anything stores them.

A game command is tiny. A word list is large and only editors may send one, so the sender is looked
up before the first byte is read. Everyone may upload a game record, on the upload page or through
the API.

A proxy cannot do this: its body limits do not know who is an editor, and a site of one process
runs without a proxy.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.urls import reverse

from games.common.client_addresses import get_scope_address
from scrabble_site.limits.admission import ConcurrencyCounts
from scrabble_site.limits.fair_threads import AtCapacityError, half_share
from scrabble_site.limits.plain_responses import send_plain_response

BODY_TIMEOUT = 20.0
"""Seconds that any body may take. A long one gets more time, at :data:`MIN_BYTES_PER_SECOND`."""
MIN_BYTES_PER_SECOND = 16 * 1024
"""Slowest transfer of a long body that is accepted."""

MAX_RECORD_BYTES = 2 * 1024 * 1024 + 64 * 1024
"""Largest game record, with 64 KiB for the other form fields."""
RECORD_VIEW_NAMES = ("games:upload", "games:api:upload_game", "games:api:upload_games")

MayUpload = Callable[[Any], bool]


def is_record_upload(scope: Any) -> bool:
    """Return whether a request posts to one of the URLs that accept game records."""
    return scope["method"] == "POST" and scope["path"] in map(reverse, RECORD_VIEW_NAMES)


class BodyAllowance(NamedTuple):
    """The longest body accepted, in bytes, and how many are received at once.

    ``kind`` names that number in ``CONCURRENCY_LIMITS``. One address gets half of it.
    """

    limit: int
    kind: str


class BodyLimitMiddleware:
    """ASGI wrapper that answers 413 if a body is too large for its sender, and 408 if it stalls.

    The announced length is checked first. The bytes are counted as well, because a chunked body
    announces no length.
    """

    def __init__(self, application: Any, may_upload: MayUpload) -> None:
        self.application = application
        self._may_upload = may_upload
        self._held = ConcurrencyCounts()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        announced = _read_content_length(scope)
        # Short bodies, which are nearly all, skip the database query for the sender.
        if announced is not None and announced <= settings.REQUEST_BODY_LIMIT:
            await self._pass_on(scope, receive, send, settings.REQUEST_BODY_LIMIT)
            return
        allowed = await self._find_allowance(scope)
        if allowed is None:
            await self._pass_on(scope, receive, send, settings.REQUEST_BODY_LIMIT, announced or 0)
            return
        most, address = settings.CONCURRENCY_LIMITS[allowed.kind], get_scope_address(scope)
        try:
            with self._held.hold_places(
                (allowed.kind, most), ((allowed.kind, address), half_share(most))
            ):
                await self._pass_on(scope, receive, send, allowed.limit, announced or 0)
        except AtCapacityError:
            await send_plain_response(
                send, 429, "The server is busy with other uploads. Try again soon.", wait=30
            )

    async def _find_allowance(self, scope: Any) -> BodyAllowance | None:
        """Return what the sender may upload to this path; ``None`` if only short bodies."""
        if is_record_upload(scope):
            return BodyAllowance(MAX_RECORD_BYTES, "record_uploads")
        if not scope["path"].startswith(f"/{settings.ADMIN_PATH}"):
            return None
        if await database_sync_to_async(self._may_upload)(scope):
            return BodyAllowance(settings.UPLOAD_LIMIT, "word_lists")
        return None

    async def _pass_on(
        self, scope: Any, receive: Any, send: Any, limit: int, announced: int = 0
    ) -> None:
        if announced > limit:
            await _refuse(send)
            return
        counted, answered, is_complete = 0, False, False
        end = time.monotonic() + BODY_TIMEOUT

        async def receive_counted() -> Any:
            nonlocal counted, answered, is_complete
            if is_complete:  # from here on only a disconnect can come, however late
                return await receive()
            try:
                async with asyncio.timeout(end + counted / MIN_BYTES_PER_SECOND - time.monotonic()):
                    message = await receive()
            except TimeoutError:
                answered = True
                await send_plain_response(send, 408, "This request took too long to arrive.")
                return {"type": "http.disconnect"}
            counted += len(message.get("body", b""))
            is_complete = message["type"] == "http.request" and not message.get("more_body", False)
            if counted > limit and not answered:
                answered = True
                await _refuse(send)
            return {"type": "http.disconnect"} if answered else message

        await self.application(scope, receive_counted, send)


def _read_content_length(scope: Any) -> int | None:
    """Return the announced length: 0 without a body, ``None`` if a body does not announce it."""
    headers = dict(scope["headers"])
    text = headers.get(b"content-length", b"")
    if text.isdigit():
        return int(text)
    return None if b"transfer-encoding" in headers else 0


async def _refuse(send: Any) -> None:
    await send_plain_response(send, 413, "This request is too large.")
