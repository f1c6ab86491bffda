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
from games.live.broadcast import Rendered, publish, render_all
from games.play.fragments import render_message
from games.play.wording import explain
from games.players.identity import player_of
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


def answer_changed(request: PageRequest, code: str) -> HttpResponse:
    """Publish a change and answer with the asker's own bundle, or go to the room's page."""
    rendered = publish(code)
    if not request.htmx:
        return redirect("games:room", code=code)
    return own_bundle(request, rendered)


def own_bundle(request: PageRequest, rendered: Rendered) -> HttpResponse:
    """The bundle of whoever asks."""
    player = player_of(request)
    return _private(HttpResponse(rendered.bundle_for(str(player.pk) if player else "")))


def _conflict(request: PageRequest, refusal: Conflict, code: str) -> HttpResponse:
    if not request.htmx or not code:
        return _refused(request, refusal, refusal.status)
    try:
        bundle = own_bundle(request, render_all(code)).content.decode()
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
