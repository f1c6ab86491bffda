"""How an HTTP request reaches its view: in one of a few kept threads.

Django's own ASGI handler gives every request a new thread, and with it a new database
connection; opening one costs more than a move. Here the threads stay, each with its connection
(``CONN_MAX_AGE`` is None), and middleware and view run in one go, with one change of thread.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class KeptThreads:
    """Lends single threads; the one that was idle last comes first, so its caches are warm."""

    def __init__(self, count: int) -> None:
        self._threads = [
            ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"web-{number}")
            for number in range(count)
        ]
        self._load = dict.fromkeys(range(count), 0)

    def take(self) -> int:
        number = min(self._load, key=self._load.__getitem__)
        self._load[number] += 1
        return number

    def give_back(self, number: int) -> None:
        self._load[number] -= 1

    def executor(self, number: int) -> ThreadPoolExecutor:
        return self._threads[number]


class KeptThreadHandler(ASGIHandler):
    """Django's ASGI handler on :class:`KeptThreads`."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = KeptThreads(settings.WEB_THREADS)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        number = self._threads.take()
        try:
            async with ThreadSensitiveContext(executor=self._threads.executor(number)):
                await self.handle(scope, receive, send)
        finally:
            self._threads.give_back(number)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
