"""Responses to commands in events: back to the page, or a refusal."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from games.common.refusal_pages import RefusalPages
from games.common.requests import PageRequest
from games.events.live.topics import publish_event
from games.events.perspective.wording import explain
from games.events.services.acts import AlreadyDone
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Forbidden

_pages = RefusalPages(explain, RuleError)
answer_refusals = _pages.answer_refusals


def carry_out(
    request: PageRequest, code: str, act: Callable[[], object], back: str
) -> HttpResponse:
    """Carry out an act, publish the event and return to a page, which shows a refusal.

    An act that was carried out before succeeds again.
    """
    try:
        done = _pages.carry_out(request, act)
    except AlreadyDone:
        done = True
    if done:
        publish_event(code)
    return redirect(back, code=code)


def require_player(request: PageRequest) -> Player:
    """Return the player who asks. Raises ``Forbidden`` for a stranger."""
    player = get_player(request)
    if player is None:
        raise Forbidden("event.not_entered")
    return player
