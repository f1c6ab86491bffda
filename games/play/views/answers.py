"""What a command answers: the asker's own bundle, or why it was refused.

200 with the bundle; 409 with a fresh bundle and a message when the game has moved on; 422, 403
and 404 with the message alone, so that tentative tiles stay as they lie.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from games.common.refusals import Conflict, Missing, Refusal
from games.common.requests import PageRequest
from games.live.broadcast import announce
from games.live.gallery import Shown
from games.play.fragments import render_message
from games.play.scenes import Scene
from games.play.topics import hang_room, hang_scene, show_room
from games.play.wording import explain
from games.players.identity import known_id
from games.rules.errors import RuleError

View = Callable[..., HttpResponse]


def command(view: View) -> View:
    """Let a view raise refusals and rule errors; they are answered in the page's own terms."""

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Conflict as refusal:
            return _conflict(request, refusal, kwargs.get("code", ""))
        except Refusal as refusal:
            return _refused(request, refusal, refusal.status)
        except RuleError as error:
            return _refused(request, error, 422)

    return answering


def answer_changed(request: PageRequest, code: str, said: str = "") -> HttpResponse:
    """Read and publish a change and answer with the asker's own bundle, or go to the room.

    ``said`` is what to tell the asker besides.
    """
    response = _answer(request, code, hang_room(code))
    if said and request.htmx:
        response.write(render_message(said, "info"))
    return response


def answer_scene(request: PageRequest, scene: Scene) -> HttpResponse:
    """The same for a service that hands on what it has made of the room."""
    return _answer(request, scene.room.code, hang_scene(scene))


def own_bundle(request: PageRequest, shown: Shown) -> HttpResponse:
    """The bundle of whoever asks."""
    return _private(HttpResponse(shown.text_for(known_id(request))))


def _answer(request: PageRequest, code: str, shown: Shown) -> HttpResponse:
    wants_parts = bool(request.htmx)
    response = own_bundle(request, shown) if wants_parts else redirect("games:room", code=code)
    announce(shown)
    return response


def _conflict(request: PageRequest, refusal: Conflict, code: str) -> HttpResponse:
    if not request.htmx or not code:
        return _refused(request, refusal, refusal.status)
    try:
        bundle = show_room(code).text_for(known_id(request))
    except Missing:
        bundle = ""
    response = HttpResponse(bundle + render_message(explain(refusal), "warning"), status=409)
    return _private(response)


def _refused(request: PageRequest, error: Refusal | RuleError, status: int) -> HttpResponse:
    sentence = explain(error)
    if request.htmx:
        return _private(HttpResponse(render_message(sentence, "error"), status=status))
    return render(request, "refused.html", {"sentence": sentence, "status": status}, status=status)


def _private(response: HttpResponse) -> HttpResponse:
    """A bundle belongs to one pair of eyes: no cache between here and there may keep it."""
    response["Cache-Control"] = "no-store, private"
    return response
