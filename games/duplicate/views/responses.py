"""Responses to commands in duplicate games.

Success is 200 with the viewer's own parts and, if everyone's page has changed, the bundle. If the
game has moved on, the answer is 409 with both and a message. Other refusals carry the message only,
so that tentative tiles stay where they are.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.common.metrics import REFUSALS
from games.common.requests import PageRequest, forbid_caching, set_retry_after
from games.duplicate.live.fragments import render_own_parts, render_submission
from games.duplicate.live.topics import publish_duplicate, render_current_bundle
from games.duplicate.models import DuplicateSubmission
from games.duplicate.perspective.views import build_duplicate_view, build_submission_view
from games.duplicate.perspective.wording import explain
from games.duplicate.services.games import find_shown_game
from games.play.live.fragments import render_message
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Conflict, NotFound, Refusal

DuplicateCommand = Callable[..., HttpResponse]


def answer_refusals(view: DuplicateCommand) -> DuplicateCommand:
    """Decorate a view so that refusals and rule errors become responses the page can show."""

    @wraps(view)
    def answering(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            REFUSALS.labels(refusal.code).inc()
            return answer_refusal(request, refusal, kwargs.get("code", ""))

    return answering


def answer_changed(request: PageRequest, code: str) -> HttpResponse:
    """Publish a game that everyone sees changed, and answer with everything the viewer sees."""
    rendered = publish_duplicate(code)
    if not request.htmx:
        return redirect("games:duplicate_game", code=code)
    return forbid_caching(HttpResponse(rendered.text_for("") + render_own(request, code)))


def answer_own(request: PageRequest, code: str) -> HttpResponse:
    """Answer a command that no one else learns of with the viewer's own parts."""
    if not request.htmx:
        return redirect("games:duplicate_game", code=code)
    return forbid_caching(HttpResponse(render_own(request, code)))


def answer_submitted(
    request: PageRequest, code: str, player: Player, submission: DuplicateSubmission
) -> HttpResponse:
    """Answer a play, or one taken back, with the part of the page that shows it.

    Most plays of a turn arrive in its last seconds, so this renders nothing else.
    """
    view = build_submission_view(find_shown_game(code), player.pk, submission)
    if view is None or not request.htmx:
        return answer_own(request, code)
    return forbid_caching(HttpResponse(render_submission(view)))


def render_own(request: PageRequest, code: str) -> str:
    """Render the parts of the page that only this viewer sees."""
    game = find_shown_game(code)
    return render_own_parts(build_duplicate_view(game, get_player(request), timezone.now()))


def answer_refusal(
    request: PageRequest, refusal: Refusal | RuleError, code: str = ""
) -> HttpResponse:
    """Answer with the reason for a refusal, and with ``Retry-After`` if waiting helps."""
    sentence, status = explain(refusal), getattr(refusal, "status", 422)
    if request.htmx:
        parts = ""
        if isinstance(refusal, Conflict) and code:
            parts = _render_all(request, code)
        response = HttpResponse(parts + render_message(sentence, "warning"), status=status)
    else:
        context = {"sentence": sentence, "status": status}
        response = render(request, "refusal.html", context, status=status)
    set_retry_after(response, refusal)
    return forbid_caching(response)


def _render_all(request: PageRequest, code: str) -> str:
    try:
        return render_current_bundle(code) + render_own(request, code)
    except NotFound:  # the game has been deleted meanwhile
        return ""
