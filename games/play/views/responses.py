"""Responses to commands: the player's own bundle, or why the command was refused.

Success is 200 with the bundle. If the game has moved on, the answer is 409 with a new bundle and a
message. 422, 403 and 404 carry only the message, so that tentative tiles stay where they are.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games.common.metrics import REFUSALS
from games.common.requests import PageRequest, forbid_caching, set_retry_after
from games.live.state_cache import RenderedState
from games.play.live.fragments import render_message
from games.play.live.topics import (
    announce_room,
    cache_room,
    cache_snapshot_state,
    get_room_state,
)
from games.play.perspective.wording import explain
from games.play.store.snapshots import RoomSnapshot
from games.players.services.identity import get_claim, get_known_id
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Conflict, NotFound, Refusal

CommandView = Callable[..., HttpResponse]


def answer_refusals(view: CommandView) -> CommandView:
    """Decorate a view so that refusals and rule errors become responses the page can show."""

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            REFUSALS.labels(refusal.code).inc()
            if isinstance(refusal, Conflict):
                return _conflict(request, refusal, kwargs.get("code", ""))
            return answer_refusal(request, refusal)

    return answering


def answer_changed(request: PageRequest, code: str, text: str = "") -> HttpResponse:
    """Load and publish a changed room. Answer with the player's bundle or a redirect to the room.

    ``text`` is a message for this player, shown in addition.
    """
    response = _answer(request, code, cache_room(code), get_known_id(request))
    if text and request.htmx:
        response.write(render_message(text, "info"))
    return response


def answer_snapshot(request: PageRequest, snapshot: RoomSnapshot) -> HttpResponse:
    """Publish the snapshot that results from an act, and answer with the player's bundle.

    The service has already checked the session's claim against the player of the seat.
    """
    return _answer(
        request, snapshot.room.code, cache_snapshot_state(snapshot), get_claim(request).player
    )


def render_own_bundle(rendered: RenderedState, viewer: str) -> HttpResponse:
    """Return what a viewer (an id) sees."""
    return forbid_caching(HttpResponse(rendered.text_for(viewer)))


def _answer(request: PageRequest, code: str, rendered: RenderedState, viewer: str) -> HttpResponse:
    wants_parts = bool(request.htmx)
    response = (
        render_own_bundle(rendered, viewer) if wants_parts else redirect("games:room", code=code)
    )
    # The mover's own bundle is rendered above, before the hubs start to render for everyone else.
    announce_room(rendered)
    return response


def _conflict(request: PageRequest, refusal: Conflict, code: str) -> HttpResponse:
    if not request.htmx or not code:
        return answer_refusal(request, refusal)
    try:
        bundle = get_room_state(code).text_for(get_known_id(request))
    except NotFound:  # the room has been deleted meanwhile
        bundle = ""
    response = HttpResponse(bundle + render_message(explain(refusal), "warning"), status=409)
    return forbid_caching(response)


def answer_refusal(request: PageRequest, error: Refusal | RuleError) -> HttpResponse:
    """Answer with the reason for a refusal, and with ``Retry-After`` if waiting helps."""
    response = _render_refusal(request, error, getattr(error, "status", 422))
    set_retry_after(response, error)
    return response


def _render_refusal(request: PageRequest, error: Refusal | RuleError, status: int) -> HttpResponse:
    sentence = explain(error)
    if request.htmx:
        return forbid_caching(HttpResponse(render_message(sentence, "error"), status=status))
    return render(request, "refusal.html", {"sentence": sentence, "status": status}, status=status)
