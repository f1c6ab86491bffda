"""Turns away request bodies that are too large before anything reads them."""

from typing import Any

from django.conf import settings


class BodyLimit:
    """ASGI wrapper: 413 for a body over ``REQUEST_BODY_LIMITS`` (by path) or the common limit.

    The length announced is checked first; bytes are counted as well, since a chunked body
    announces none.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        limit = _limit_for(scope["path"])
        if _announced_length(scope) > limit:
            await _refuse(send)
            return
        counted = 0
        answered = False

        async def receive_counted() -> Any:
            nonlocal counted, answered
            message = await receive()
            counted += len(message.get("body", b""))
            if counted > limit and not answered:
                answered = True
                await _refuse(send)
            return {"type": "http.disconnect"} if answered else message

        await self.application(scope, receive_counted, send)


def _limit_for(path: str) -> int:
    limits: dict[str, int] = settings.REQUEST_BODY_LIMITS
    own = [limit for start, limit in limits.items() if path.startswith(start)]
    return max(own, default=settings.REQUEST_BODY_LIMIT)


def _announced_length(scope: Any) -> int:
    text = dict(scope["headers"]).get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0


async def _refuse(send: Any) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"This request is too large.\n"})
