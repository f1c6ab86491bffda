"""How an HTTP request reaches its view: in one of a few kept threads.

Django's own ASGI handler gives every request a new thread, and with it a new database
connection; opening one costs more than a move. Here the threads stay, each with its connection
(``CONN_MAX_AGE`` is None), and everything from the request's making to its end runs in one go,
with one change of thread. A visitor who hangs up does not stop a command under way.
"""

from functools import cache
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
from django.utils.translation import gettext as _

from games.common.addresses import address_in_scope
from games.common.figures import requests_with
from scrabble_site.answers import answer_plainly
from scrabble_site.lanes import COMMAND, MOVE, PAGE, FairThreads
from scrabble_site.logs import REQUEST_HEADER, begin_request, end_request

AT_TABLE = "/r/"
"""Where people post what they do at a table."""

BUSY = 10
"""Seconds after which one may try again to log in, where many do."""


class KeptThreadHandler(ASGIHandler):
    """Django's ASGI handler on kept threads. Passwords are hashed in one of their own, one after
    another, and whoever guesses many makes no move wait."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = FairThreads(settings.WEB_THREADS)
        self._hashing = FairThreads(1, "hashing")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        kind = _kind_of(scope)
        threads = self._threads
        if kind == COMMAND and scope["path"].startswith(_hashing_paths()):
            threads = self._hashing
            if threads.count_waiting() >= settings.AT_ONCE["log_ins"]:
                body.close()
                sentence = _("Many log in just now. Try again in a moment.")
                await answer_plainly(send, 429, sentence, wait=BUSY)
                return
        response = await threads.run(kind, address_in_scope(scope), self._respond, scope, body)
        await self.send_response(response, send)

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
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = list(response)
        response.close()
        response.headers[REQUEST_HEADER] = request_id
        requests_with(response.status_code).observe(perf_counter() - begun)
        end_request()
        return response


def _kind_of(scope: Any) -> str:
    if scope["method"] != "POST":
        return PAGE
    return MOVE if scope["path"].startswith(AT_TABLE) else COMMAND


@cache
def _hashing_paths() -> tuple[str, ...]:
    """Where passwords are posted to."""
    return ("/accounts/", f"/{settings.ADMIN_PATH}login/")
