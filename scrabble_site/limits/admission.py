"""Admission control for pages and sockets: how much each address may have open at a time.

It counts in this process only, without Redis or the database. Static files bypass it.

A proxy such as nginx could set these limits, but a site of one process runs without a proxy.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from games.common.client_addresses import get_scope_address
from games.common.languages import get_language_from_scope
from games.common.metrics import REFUSALS
from games.common.rate_limits import enforce_rate_limit
from games.play.live.fragments import render_message
from games.play.perspective.wording import explain
from games.players.services.identity import get_claim_from_scope
from scrabble_site.limits.fair_threads import PAGE_CLASS, AtCapacityError, FairSlots
from scrabble_site.limits.plain_responses import HTML, JSON, send_plain_response
from scrabble_site.limits.usage_budget import UsageBudget
from scrabble_site.shared.refusals import TooManyRequests

CLOSE_LIMIT = 4429
"""Close code for too many sockets. The page shows the reason and reconnects later."""

RETRY_SECONDS = 2
"""Seconds after which a client may retry a request for which there was no room."""

REFUSAL_DELAY = 1.0
"""Seconds by which a refusal is delayed, so that a client that retries in a loop slows down."""
MAX_DELAYED_REFUSALS = 400
"""Refusals of one address that are delayed at a time: as many as it may have connections."""

OPENED_AT_ONCE = 20
OPENED_EACH_SECOND = 8
"""How many sockets an address may open in a burst, and then each second. The others wait."""

OPENING = 0.02
"""Rough processor time, in seconds, of opening a socket."""

API_PREFIX = "/api/1/"
"""Below this path, every response is JSON."""

STREAM_PREFIX = "/api/1/stream/"
"""Responses below this path last until the client disconnects."""

HEALTH_PATHS = ("/healthz", "/readyz")

ROOM_SOCKET_PATH = re.compile(r"/ws/r/([^/]+)/")


class ConcurrencyCounts:
    """Counters of what is open at the moment, such as the requests of one address."""

    def __init__(self) -> None:
        self.counts: Counter[Hashable] = Counter()

    @contextmanager
    def hold_places(self, *kinds: tuple[Hashable, int]) -> Iterator[None]:
        """Occupy one place of each kind for the duration of the ``with`` block.

        Each kind comes with its maximum. Raises ``AtCapacityError`` if one has been reached.
        """
        if any(self.counts[kind] >= most for kind, most in kinds):
            raise AtCapacityError
        for kind, _most in kinds:
            self.counts[kind] += 1
        try:
            yield
        finally:
            for kind, _most in kinds:
                self.counts[kind] -= 1
                if not self.counts[kind]:
                    del self.counts[kind]

    async def delay(self, address: str) -> None:
        """Wait before a refusal, unless too many refusals of this address wait already."""
        with (
            suppress(AtCapacityError),
            self.hold_places(((address, "delayed"), MAX_DELAYED_REFUSALS)),
        ):
            await asyncio.sleep(REFUSAL_DELAY)


class RequestAdmission:
    """ASGI wrapper that answers 429 if an address sends too many requests per minute or at once."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.held = ConcurrencyCounts()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = get_scope_address(scope) if settings.LIMITS_ENABLED else ""
        try:
            if address:
                await self._pass_counted(address, scope, receive, send)
            else:
                await self.application(scope, receive, send)
        # Also catches the TooManyRequests of the thread pool further inside.
        except (TooManyRequests, AtCapacityError) as refusal:
            if address:
                await self.held.delay(address)
            await _refuse(scope, send, refusal)

    async def _pass_counted(self, address: str, scope: Any, receive: Any, send: Any) -> None:
        enforce_rate_limit(_get_rate_name(scope), address=address)
        kind = "streams" if scope["path"].startswith(STREAM_PREFIX) else "requests"
        with self.held.hold_places(
            ((kind, address), settings.CONCURRENCY_LIMITS[f"{kind}_of_address"])
        ):
            await self.application(scope, receive, send)


class SocketAdmission:
    """ASGI wrapper that closes a socket with a code and a reason if there are too many.

    Only so many sockets may be opening at a time, at most half of them from one address. The
    others wait their turn.
    """

    def __init__(self, application: Any) -> None:
        self.application = application
        self.held = ConcurrencyCounts()
        self.opening = FairSlots(
            settings.CONCURRENCY_LIMITS["sockets_opening"],
            kept=0,
            share=UsageBudget(OPENED_EACH_SECOND * OPENING, OPENED_AT_ONCE * OPENING),
            cost=OPENING,
        )

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = get_scope_address(scope)
        if not settings.LIMITS_ENABLED or not address:
            await self.application(scope, receive, send)
            return
        try:
            enforce_rate_limit("sockets", address=address)
            with self.held.hold_places(*_list_socket_limits(scope, address)):
                await self._open(address, scope, receive, send)
        except (TooManyRequests, AtCapacityError):
            await self.held.delay(address)
            REFUSALS.labels("sockets.too_soon").inc()
            await receive()
            # A browser shows close code and reason to the page only after a completed handshake.
            await send({"type": "websocket.accept"})
            with translation.override(get_language_from_scope(scope)):
                reason = _("Too many pages are open from your address. Close some and try again.")
            await send({"type": "websocket.close", "code": CLOSE_LIMIT, "reason": reason})

    async def _open(self, address: str, scope: Any, receive: Any, send: Any) -> None:
        """Run the application, and hold an opening slot until the socket is open.

        It counts as open once the application waits for the page's first message or has returned.
        """
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.opening.hold(PAGE_CLASS, address))
            opened = False

            async def receive_once_open() -> Any:
                nonlocal opened
                if opened:  # the first event was the connection itself
                    await stack.aclose()
                opened = True
                return await receive()

            await self.application(scope, receive_once_open, send)


def _get_rate_name(scope: Any) -> str:
    """Return the name of the rate limit that counts this request."""
    if scope["path"] in HEALTH_PATHS:
        return "health"
    return "pages" if scope["method"] in ("GET", "HEAD", "OPTIONS") else "commands"


def _list_socket_limits(scope: Any, address: str) -> list[tuple[Hashable, int]]:
    """Return the kinds under which a socket is counted, each with its maximum."""
    most = settings.CONCURRENCY_LIMITS
    kinds: list[tuple[Hashable, int]] = [(("address", address), most["sockets_of_address"])]
    if player := get_claim_from_scope(scope).player:
        kinds.append((("player", player), most["sockets_of_player"]))
    if room := ROOM_SOCKET_PATH.match(scope["path"]):
        kinds.append((("room", room[1]), most["sockets_of_room"]))
        kinds.append((("room", room[1], address), most["sockets_of_address_in_room"]))
    return kinds


async def _refuse(scope: Any, send: Any, refusal: TooManyRequests | AtCapacityError) -> None:
    """Answer 429 in the format the client expects: a page, an htmx fragment or JSON."""
    refused = (
        refusal
        if isinstance(refusal, TooManyRequests)
        else TooManyRequests("gate.full", seconds=RETRY_SECONDS)
    )
    REFUSALS.labels(refused.code).inc()
    wait = max(RETRY_SECONDS, refused.seconds)
    language = get_language_from_scope(scope)
    with translation.override(language):
        sentence = explain(refused)
    if scope["path"].startswith(API_PREFIX):
        text = json.dumps({"code": refused.code, "message": sentence, "details": {}})
        await send_plain_response(send, 429, text, wait=wait, kind=JSON)
        return
    if (b"hx-request", b"true") in scope["headers"]:
        text = _render_fragment(sentence)
    else:
        text = _render_page(sentence, language, wait if scope["method"] in ("GET", "HEAD") else 0)
    await send_plain_response(send, 429, text, wait=wait, kind=HTML)


@lru_cache(64)
def _render_fragment(sentence: str) -> str:
    return render_message(sentence, "warning")


@lru_cache(64)
def _render_page(sentence: str, language: str, again: int) -> str:
    with translation.override(language):
        return render_to_string("429.html", {"sentence": sentence, "again": again})
