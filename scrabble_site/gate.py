"""The gate before all pages and sockets: how much of one address is let in at a time.

It counts in this process alone and asks nobody. Static files do not pass it.
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from games.common.addresses import address_in_scope
from games.common.figures import REFUSALS
from games.common.rates import spend
from games.common.refusals import TooSoon
from games.play.fragments import render_message
from games.play.wording import explain
from games.players.identity import claim_in_scope
from scrabble_site.answers import HTML, JSON, answer_plainly

CLOSE_LIMIT = 4429
"""Too many sockets: the page says so, and comes back later."""

RETRY = 2
"""Seconds after which a request is tried again for which there was no room."""

DELAY = 1.0
"""Seconds for which an address that is let in no more waits for being told so, and
:data:`MOST_DELAYED` of its requests at a time: whoever asks in a loop asks less."""
MOST_DELAYED = 100

PROGRAMS = "/api/1/"
"""Below it everything is said as JSON."""

HEALTH = ("/healthz", "/readyz")

ROOM = re.compile(r"/ws/r/([^/]+)/")


class Full(Exception):  # noqa: N818 - the ordinary answer to a flood
    """There is no room for one more."""


class Held:
    """How many of each there are at the moment."""

    def __init__(self) -> None:
        self.counts: Counter[Hashable] = Counter()

    @contextmanager
    def one_more(self, *kinds: tuple[Hashable, int]) -> Iterator[None]:
        """Hold one of each of these to the end. Raises ``Full`` where one has reached its most."""
        if any(self.counts[kind] >= most for kind, most in kinds):
            raise Full
        for kind, _most in kinds:
            self.counts[kind] += 1
        try:
            yield
        finally:
            for kind, _most in kinds:
                self.counts[kind] -= 1
                if not self.counts[kind]:
                    del self.counts[kind]


class Gate:
    """ASGI wrapper for pages: 429 for an address that asks too often, or too much at a time."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.held = Held()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = address_in_scope(scope)
        if not settings.LIMITED or not address:
            await self.application(scope, receive, send)
            return
        try:
            spend(_name_of(scope), address=address)
            with self.held.one_more((address, settings.AT_ONCE["requests_of_address"])):
                await self.application(scope, receive, send)
        except (TooSoon, Full) as refusal:
            with suppress(Full), self.held.one_more(((address, "delayed"), MOST_DELAYED)):
                await asyncio.sleep(DELAY)
            await _refuse(scope, send, refusal)


class SocketGate:
    """ASGI wrapper for sockets: a closing code with a sentence where there are too many."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.held = Held()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = address_in_scope(scope)
        if not settings.LIMITED or not address:
            await self.application(scope, receive, send)
            return
        try:
            spend("sockets", address=address)
            with self.held.one_more(*_kinds_of(scope, address)):
                await self.application(scope, receive, send)
        except (TooSoon, Full):
            REFUSALS.labels("sockets.too_soon").inc()
            await receive()
            await send({"type": "websocket.accept"})
            reason = _("Too many pages are open from here.")
            await send({"type": "websocket.close", "code": CLOSE_LIMIT, "reason": reason})


def _name_of(scope: Any) -> str:
    """By which limit a request is counted."""
    if scope["path"] in HEALTH:
        return "health"
    return "commands" if scope["method"] == "POST" else "pages"


def _kinds_of(scope: Any, address: str) -> list[tuple[Hashable, int]]:
    """What a socket is one of, and how many of that there may be."""
    most = settings.AT_ONCE
    kinds: list[tuple[Hashable, int]] = [(("address", address), most["sockets_of_address"])]
    if player := claim_in_scope(scope).player:
        kinds.append((("player", player), most["sockets_of_player"]))
    if room := ROOM.match(scope["path"]):
        kinds.append((("room", room[1]), most["sockets_of_room"]))
        kinds.append((("room", room[1], address), most["sockets_of_address_in_room"]))
    return kinds


async def _refuse(scope: Any, send: Any, refusal: TooSoon | Full) -> None:
    told = refusal if isinstance(refusal, TooSoon) else TooSoon("gate.full", seconds=RETRY)
    REFUSALS.labels(told.code).inc()
    wait = max(RETRY, told.seconds)
    if scope["path"].startswith(PROGRAMS):
        text = json.dumps({"code": told.code, "message": explain(told), "details": {}})
        await answer_plainly(send, 429, text, wait=wait, kind=JSON)
        return
    if (b"hx-request", b"true") in scope["headers"]:
        text = _part(explain(told))
    else:
        text = _page(explain(told), wait if scope["method"] in ("GET", "HEAD") else 0)
    await answer_plainly(send, 429, text, wait=wait, kind=HTML)


@lru_cache(64)
def _part(sentence: str) -> str:
    return render_message(sentence, "warning")


@lru_cache(64)
def _page(sentence: str, again: int) -> str:
    return render_to_string("429.html", {"sentence": sentence, "again": again})
