"""Responses to commands in events: back to the page, or a refusal."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from games.common.metrics import REFUSALS
from games.common.requests import PageRequest, set_retry_after
from games.events.live.topics import publish_event
from games.events.perspective.wording import explain
from games.events.services.acts import AlreadyDone
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Forbidden, Refusal

View = Callable[..., HttpResponse]


def answer_refusals(view: View) -> View:
    """Decorate a view so that refusals become a page that explains them."""

    @wraps(view)
    def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            REFUSALS.labels(refusal.code).inc()
            status = getattr(refusal, "status", 422)
            context = {"sentence": explain(refusal), "status": status}
            response = render(request, "refusal.html", context, status=status)
            set_retry_after(response, refusal)
            return response

    return answer


def carry_out(
    request: PageRequest, code: str, act: Callable[[], object], back: str
) -> HttpResponse:
    """Carry out an act, publish the event and return to a page.

    A refusal is shown there, so that nothing typed elsewhere on the page seems to be lost. An act
    that was carried out before succeeds again.
    """
    try:
        act()
    except AlreadyDone:
        pass
    except Refusal as refusal:
        REFUSALS.labels(refusal.code).inc()
        messages.error(request, explain(refusal))
        return redirect(back, code=code)
    publish_event(code)
    return redirect(back, code=code)


def require_player(request: PageRequest) -> Player:
    player = get_player(request)
    if player is None:
        raise Forbidden("event.not_entered")
    return player
