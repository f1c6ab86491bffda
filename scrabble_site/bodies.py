"""Turns away request bodies that are too large or come too slowly, before anything keeps them.

A command is tiny. A word list is not, and may be sent by editors alone: who sends one is looked up
before the first byte of it is read. A game's record may be sent by everybody, to the page for it
and, by programs, to the API's address.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.urls import reverse

from scrabble_site.answers import answer_plainly

PATIENCE = 20.0
"""Seconds a body may take besides what its size needs."""
SLOWEST = 16 * 1024
"""Bytes a second that a long body has to bring."""

RECORD_LIMIT = 2 * 1024 * 1024 + 64 * 1024
"""Bytes of a game's record, and what is said besides."""
RECORD_ADDRESSES = ("games:upload", "games:api:upload_game")

MayUpload = Callable[[Any], bool]


class Allowance(NamedTuple):
    """How long a body may be; of its ``kind`` only so many come in at once."""

    limit: int
    kind: str


class BodyLimit:
    """ASGI wrapper: 413 for a body that is too large for who sends it, 408 for one that stops.

    The length announced is checked first; bytes are counted as well, since a chunked body
    announces none.
    """

    def __init__(self, application: Any, may_upload: MayUpload) -> None:
        self.application = application
        self._may_upload = may_upload
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        announced = _announced_length(scope)
        if announced is not None and announced <= settings.REQUEST_BODY_LIMIT:
            await self._pass_on(scope, receive, send, settings.REQUEST_BODY_LIMIT)
            return
        allowed = await self._find_allowance(scope)
        if allowed is None:
            await self._pass_on(scope, receive, send, settings.REQUEST_BODY_LIMIT, announced or 0)
        elif self._under_way[allowed.kind] >= settings.AT_ONCE[allowed.kind]:
            await answer_plainly(send, 429, "Others upload just now. Try again soon.", wait=30)
        else:
            self._under_way[allowed.kind] += 1
            try:
                await self._pass_on(scope, receive, send, allowed.limit, announced or 0)
            finally:
                self._under_way[allowed.kind] -= 1

    async def _find_allowance(self, scope: Any) -> Allowance | None:
        """``None`` for whoever may send commands alone, there."""
        if scope["method"] == "POST" and scope["path"] in map(reverse, RECORD_ADDRESSES):
            return Allowance(RECORD_LIMIT, "record_bodies")
        if not scope["path"].startswith(f"/{settings.ADMIN_PATH}"):
            return None
        if await database_sync_to_async(self._may_upload)(scope):
            return Allowance(settings.UPLOAD_LIMIT, "word_lists")
        return None

    async def _pass_on(
        self, scope: Any, receive: Any, send: Any, limit: int, announced: int = 0
    ) -> None:
        if announced > limit:
            await _refuse(send)
            return
        counted, answered = 0, False
        end = time.monotonic() + PATIENCE

        async def receive_counted() -> Any:
            nonlocal counted, answered
            try:
                async with asyncio.timeout(end + counted / SLOWEST - time.monotonic()):
                    message = await receive()
            except TimeoutError:
                answered = True
                await answer_plainly(send, 408, "This request came too slowly.")
                return {"type": "http.disconnect"}
            counted += len(message.get("body", b""))
            if counted > limit and not answered:
                answered = True
                await _refuse(send)
            return {"type": "http.disconnect"} if answered else message

        await self.application(scope, receive_counted, send)


def _announced_length(scope: Any) -> int | None:
    """``None`` for a body that does not say; one that is not there has none."""
    headers = dict(scope["headers"])
    text = headers.get(b"content-length", b"")
    if text.isdigit():
        return int(text)
    return None if b"transfer-encoding" in headers else 0


async def _refuse(send: Any) -> None:
    await answer_plainly(send, 413, "This request is too large.")
