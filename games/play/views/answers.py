"""What a command answers: the asker's own bundle, or why it was refused.

200 with the bundle; 409 with a fresh bundle and a message when the game has moved on; 422, 403
and 404 with the message alone, so that tentative tiles stay as they lie.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games.common.figures import REFUSALS
from games.common.refusals import Conflict, Missing, Refusal
from games.common.requests import PageRequest, say_when
from games.live.broadcast import announce
from games.live.gallery import Shown
from games.play.fragments import render_message
from games.play.scenes import Scene
from games.play.topics import hang_room, hang_scene, show_room
from games.play.wording import explain
from games.players.identity import claim_of, known_id
from games.rules.errors import RuleError

View = Callable[..., HttpResponse]


def command(view: View) -> View:
    """Let a view raise refusals and rule errors; they are answered in the page's own terms."""

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            REFUSALS.labels(refusal.code).inc()
            if isinstance(refusal, Conflict):
                return _conflict(request, refusal, kwargs.get("code", ""))
            return refuse(request, refusal)

    return answering


def answer_changed(request: PageRequest, code: str, said: str = "") -> HttpResponse:
    """Read and publish a change and answer with the asker's own bundle, or go to the room.

    ``said`` is what to tell the asker besides.
    """
    response = _answer(request, code, hang_room(code), known_id(request))
    if said and request.htmx:
        response.write(render_message(said, "info"))
    return response


def answer_scene(request: PageRequest, scene: Scene) -> HttpResponse:
    """The same for an act: its service has compared the session's claim with the seat's player, and
    hands on what it has made of the room."""
    return _answer(request, scene.room.code, hang_scene(scene), claim_of(request).player)


def own_bundle(shown: Shown, viewer: str) -> HttpResponse:
    """What somebody (an id) sees."""
    return _private(HttpResponse(shown.text_for(viewer)))


def _answer(request: PageRequest, code: str, shown: Shown, viewer: str) -> HttpResponse:
    wants_parts = bool(request.htmx)
    response = own_bundle(shown, viewer) if wants_parts else redirect("games:room", code=code)
    announce(shown)
    return response


def _conflict(request: PageRequest, refusal: Conflict, code: str) -> HttpResponse:
    if not request.htmx or not code:
        return refuse(request, refusal)
    try:
        bundle = show_room(code).text_for(known_id(request))
    except Missing:
        bundle = ""
    response = HttpResponse(bundle + render_message(explain(refusal), "warning"), status=409)
    return _private(response)


def refuse(request: PageRequest, error: Refusal | RuleError) -> HttpResponse:
    """Why it was refused, and when to come again where that is all."""
    response = _refused(request, error, getattr(error, "status", 422))
    say_when(response, error)
    return response


def _refused(request: PageRequest, error: Refusal | RuleError, status: int) -> HttpResponse:
    sentence = explain(error)
    if request.htmx:
        return _private(HttpResponse(render_message(sentence, "error"), status=status))
    return render(request, "refused.html", {"sentence": sentence, "status": status}, status=status)


def _private(response: HttpResponse) -> HttpResponse:
    """A bundle belongs to one pair of eyes: no cache between here and there may keep it."""
    response["Cache-Control"] = "no-store, private"
    return response
