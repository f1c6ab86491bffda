"""What players do in a league: sign up, take that back, and give up."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest
from games.leagues.services import entries
from games.leagues.services.access import find_league
from games.leagues.views.responses import answer_refusals, carry_out, require_player
from games.play.services.naming import get_or_create_player
from games.players.services.identity import get_visitor_id

LEAGUE = "games:league"


@require_POST
@answer_refusals
def sign_up(request: PageRequest, code: str) -> HttpResponse:
    """Sign up for the next season, under the name that was typed if the visitor has none."""
    find_league(code)
    player = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""))
    now = timezone.now()
    return carry_out(request, code, lambda: entries.sign_up(code, player, now), LEAGUE)


@require_POST
@answer_refusals
def cancel_sign_up(request: PageRequest, code: str) -> HttpResponse:
    find_league(code)
    player = require_player(request)
    return carry_out(request, code, lambda: entries.cancel_sign_up(code, player), LEAGUE)


@require_POST
@answer_refusals
def leave_season(request: PageRequest, code: str) -> HttpResponse:
    """Give up in the season that goes on."""
    find_league(code)
    player, now = require_player(request), timezone.now()
    return carry_out(request, code, lambda: entries.leave_season(code, player, now), LEAGUE)
