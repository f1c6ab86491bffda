"""Responses to commands in leagues: back to the page, or a refusal."""

from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import redirect

from games.common.refusal_pages import RefusalPages
from games.common.requests import PageRequest
from games.leagues.perspective.wording import explain
from games.players.models import Player
from games.players.services.identity import get_player
from games.rules.equipment.errors import RuleError
from scrabble_site.shared.refusals import Forbidden, NotFound

_pages = RefusalPages(explain, RuleError)
answer_refusals = _pages.answer_refusals
PAGES_OF_THEIR_OWN = frozenset({Forbidden.status, NotFound.status})
"""Statuses of refusals after which there is nothing to return to."""


def carry_out(
    request: PageRequest, code: str, act: Callable[[], object], back: str
) -> HttpResponse:
    """Carry out a command and return to a page, which shows a ``Conflict`` or the like."""
    _pages.carry_out(request, act, PAGES_OF_THEIR_OWN)
    return redirect(back, code=code)


def require_player(request: PageRequest, code: str = "league.not_entered") -> Player:
    """Return the player who asks. Raises ``Forbidden`` with ``code`` for a stranger."""
    player = get_player(request)
    if player is None:
        raise Forbidden(code)
    return player
