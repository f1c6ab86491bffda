"""Responses to commands in clubs: back to the page, or a refusal."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from games.clubs.perspective.wording import explain
from games.common.metrics import REFUSALS
from games.common.requests import PageRequest, set_retry_after
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Forbidden, Refusal

View = Callable[..., HttpResponse]


def answer_club_refusals(view: View) -> View:
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
    request: PageRequest, act: Callable[[], object], back: str, *args: object
) -> HttpResponse:
    """Carry out an act and return to a page, which shows the refusal if there is one."""
    try:
        act()
    except Refusal as refusal:
        REFUSALS.labels(refusal.code).inc()
        messages.error(request, explain(refusal))
    return redirect(back, *args)


def require_player(request: PageRequest) -> Player:
    """Return the player who asks. Raises ``Forbidden`` for a visitor without a name."""
    player = get_player(request)
    if player is None:
        raise Forbidden("club.account_needed")
    return player
