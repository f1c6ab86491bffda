"""An ASGI handler that runs views in a few permanent threads.

Django's own ASGI handler gives every request a new thread, and with it a new database connection,
which costs more than a move. Here the threads stay, each with its connection (``CONN_MAX_AGE`` is
None). A request is built, answered and closed in one thread, so it switches threads only once. A
visitor who disconnects does not interrupt a command that is running.
"""

import re
from collections import Counter
from functools import cache, partial
from time import perf_counter
from typing import IO, Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from games.common.client_addresses import get_scope_address
from games.common.metrics import get_request_histogram
from games.common.request_arrivals import record_arrival
from games.common.waiting_commands import hold_command
from scrabble_site.limits.fair_threads import (
    COMMAND_CLASS,
    MOVE_CLASS,
    PAGE_CLASS,
    AtCapacityError,
    FairThreadPool,
)
from scrabble_site.limits.request_bodies import is_record_upload
from scrabble_site.limits.usage_budget import UsageBudget
from scrabble_site.observing.logs import REQUEST_HEADER, begin_request, end_request
from scrabble_site.server.record_checkers import RecordCheckerPool, RunInThread
from scrabble_site.server.streaming import send_stream
from scrabble_site.shared.refusals import TooManyRequests

MOVE_PATHS = re.compile(r"/r/\w+/(?:play|exchange|pass|challenge|accept|resign|abort)", re.ASCII)
"""Paths to which moves are posted. Moves go first, whatever their address has used."""

BUSY_RETRY_SECONDS = 10
"""Seconds after which a client may retry if the queue for a thread is full."""

HEAVY_PATHS = re.compile(
    r"/games/[^/]+/\d+\.png|/dictionaries/[^/]+/search/|/analyse/(?:plays|rollouts)"
    r"|/api/1/games/[^/]+/plays",
    re.ASCII,
)
"""Paths of slow requests: board images, searches of whole dictionaries, the engine."""

CPU_BURST_SECONDS = 0.3
"""Seconds of processor time that an address may use in a burst."""

HASHING_BUDGET = (0.25, 1.0)
"""Seconds of processor time for hashing passwords: per second, and in a burst.

Each web process keeps its own budget, so an address has twice as much with two. A school class that
signs up at once waits for up to half a minute.
"""

HEAVY_BUDGET = (0.2, 0.4)
"""Seconds of thread time for slow requests of one address: per second, and in a burst."""


class ThreadPoolHandler(ASGIHandler):
    """Django's ASGI handler on permanent threads.

    Passwords are hashed in a separate thread, one after another. Slow requests and game records
    have their own threads. So none of them makes a page or a move wait.

    Raises ``TooManyRequests`` if the queue for a thread is full. Admission control, which wraps
    this handler, turns that into a response.
    """

    def __init__(self) -> None:
        # Skips ASGIHandler.__init__, which would load the middleware for async use.
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        most = settings.CONCURRENCY_LIMITS
        limited = settings.LIMITS_ENABLED
        share = (
            UsageBudget(most["processor_of_address"] / 100, CPU_BURST_SECONDS) if limited else None
        )
        at_work = Counter[str]()
        self._threads = FairThreadPool(settings.WEB_THREADS, share=share, at_work=at_work)
        self._hashing = FairThreadPool(
            1,
            "hashing",
            places=most["log_ins"],
            share=UsageBudget(*HASHING_BUDGET) if limited else None,
        )
        self._checkers = RecordCheckerPool(most["record_checks"])
        self._heavy = FairThreadPool(
            most["heavy"],
            "heavy",
            kept=0,
            places=most["heavy_waiting"],
            share=UsageBudget(*HEAVY_BUDGET) if limited else None,
            at_work=at_work,
            # Wall time: images are drawn by another program, whose processor time does not count
            # as this thread's.
            clock=perf_counter,
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        record_arrival(scope)
        kind = _classify_request(scope)
        address = get_scope_address(scope)
        run: RunInThread = partial(self._threads_for(kind, scope).run, kind, address)
        try:
            if is_record_upload(scope):
                response, run = await self._checkers.respond(
                    address, run, self._respond, scope, body
                )
            else:
                with hold_command(scope):
                    response = await run(self._respond, scope, body)
        except AtCapacityError as full:
            body.close()
            raise TooManyRequests("threads.too_soon", seconds=BUSY_RETRY_SECONDS) from full
        if isinstance(response, StreamingHttpResponse):
            await send_stream(response, receive, send, run)
        else:
            await self.send_response(response, send)

    def _threads_for(self, kind: str, scope: Any) -> FairThreadPool:
        if kind == COMMAND_CLASS and scope["path"].startswith(_list_hashing_paths()):
            return self._hashing
        return self._heavy if HEAVY_PATHS.fullmatch(scope["path"]) else self._threads

    def _respond(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        begun = perf_counter()
        given = dict(scope["headers"]).get(REQUEST_HEADER.lower().encode(), b"")
        request_id = begin_request(scope["path"], given.decode("latin-1"))
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        request, error = self.create_request(scope, body)
        try:
            response = error if request is None else self.get_response(request)
        finally:
            body.close()
        assert response is not None
        if not isinstance(response, StreamingHttpResponse):
            response.close()
        response.headers[REQUEST_HEADER] = request_id
        get_request_histogram(response.status_code).observe(perf_counter() - begun)
        end_request()
        return response


def _classify_request(scope: Any) -> str:
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return PAGE_CLASS
    return MOVE_CLASS if MOVE_PATHS.fullmatch(scope["path"]) else COMMAND_CLASS


@cache
def _list_hashing_paths() -> tuple[str, ...]:
    """Return the path prefixes of views that hash passwords."""
    return ("/accounts/", f"/{settings.ADMIN_PATH}login/")
