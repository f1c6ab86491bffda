"""How an HTTP request reaches its view: in one of a few kept threads.

Django's own ASGI handler gives every request a new thread, and with it a new database
connection; opening one costs more than a move. Here the threads stay, each with its connection
(``CONN_MAX_AGE`` is None), and everything from the request's making to its end runs in one go,
with one change of thread. A visitor who hangs up does not stop a command under way.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix


class KeptThreads:
    """Lends single threads; the least busy comes first, so that its caches are warm."""

    def __init__(self, count: int) -> None:
        self._threads = [
            ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"web-{number}")
            for number in range(count)
        ]
        self._load = dict.fromkeys(range(count), 0)

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        number = min(self._load, key=self._load.__getitem__)
        self._load[number] += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads[number], work, *args)
        finally:
            self._load[number] -= 1


class KeptThreadHandler(ASGIHandler):
    """Django's ASGI handler on :class:`KeptThreads`."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = KeptThreads(settings.WEB_THREADS)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        response = await self._threads.run(self._respond, scope, body)
        await self.send_response(response, send)

    def _respond(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, error = self.create_request(scope, body)
        try:
            response = error if request is None else self.get_response(request)
        finally:
            body.close()
        assert response is not None
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = list(response)
        response.close()
        return response
