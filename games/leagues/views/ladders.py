"""The page of a ladder, and what players do on it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.requests import MAX_ROW_ID, PageRequest, parse_number
from games.leagues.perspective.ladder_views import build_ladder_view
from games.leagues.services import ladders
from games.leagues.services.access import find_league
from games.leagues.views.responses import answer_refusals, carry_out, require_player
from games.play.services.naming import get_or_create_player
from games.players.services.identity import get_player, get_visitor_id
from scrabble_site.shared.refusals import InvalidRequest

LADDER = "games:ladder"
ANSWERS = {
    "accept": ladders.accept_challenge,
    "decline": ladders.decline_challenge,
    "cancel": ladders.cancel_challenge,
}


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_ladder(request: PageRequest, code: str) -> HttpResponse:
    """Show the ladder of a league, with buttons for those whom the viewer may challenge."""
    get_visitor_id(request)
    view = build_ladder_view(find_league(code), get_player(request))
    return render(request, "games/leagues/ladder.html", {"view": view})


@require_POST
@answer_refusals
def join(request: PageRequest, code: str) -> HttpResponse:
    """Join the ladder, under the name that was typed if the visitor has none."""
    find_league(code)
    player = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""))
    now = timezone.now()
    return carry_out(request, code, lambda: ladders.join_ladder(code, player, now), LADDER)


@require_POST
@answer_refusals
def leave(request: PageRequest, code: str) -> HttpResponse:
    find_league(code)
    player, now = require_player(request, "ladder.not_on"), timezone.now()
    return carry_out(request, code, lambda: ladders.leave_ladder(code, player, now), LADDER)


@require_POST
@answer_refusals
def challenge(request: PageRequest, code: str) -> HttpResponse:
    """Challenge the player whose row of the ladder the form names."""
    find_league(code)
    player, now = require_player(request, "ladder.not_on"), timezone.now()
    place = parse_number(request.POST.get("place"), "ladder.no_place", maximum=MAX_ROW_ID)
    return carry_out(request, code, lambda: ladders.challenge(code, player, place, now), LADDER)


@require_POST
@answer_refusals
def answer(request: PageRequest, code: str) -> HttpResponse:
    """Accept, decline or take back a challenge."""
    find_league(code)
    player, now = require_player(request, "ladder.not_on"), timezone.now()
    pk = parse_number(request.POST.get("challenge"), "ladder.no_challenge", maximum=MAX_ROW_ID)
    act = ANSWERS.get(request.POST.get("answer", ""))
    if act is None:
        raise InvalidRequest("form.text")
    return carry_out(request, code, lambda: act(code, player, pk, now), LADDER)
