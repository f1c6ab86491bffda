"""Responses to commands in clubs: back to the page, or a refusal."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from games.clubs.perspective.wording import explain
from games.common.refusal_pages import RefusalPages
from games.common.requests import PageRequest
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Forbidden

_pages = RefusalPages(explain, RuleError)
answer_club_refusals = _pages.answer_refusals


def carry_out(
    request: PageRequest, act: Callable[[], object], back: str, *args: object
) -> HttpResponse:
    """Carry out an act and return to a page, which shows a refusal."""
    _pages.carry_out(request, act)
    return redirect(back, *args)


def require_player(request: PageRequest) -> Player:
    """Return the player who asks. Raises ``Forbidden`` for a visitor without a name."""
    player = get_player(request)
    if player is None:
        raise Forbidden("club.account_needed")
    return player
