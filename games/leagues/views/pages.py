"""Pages of leagues: the list, the form, and a league with one of its seasons."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, set_retry_after
from games.leagues.forms import LeagueForm
from games.leagues.perspective.league_lists import list_leagues, list_own_leagues
from games.leagues.perspective.league_views import build_league_view
from games.leagues.perspective.wording import explain
from games.leagues.services.access import find_league
from games.leagues.services.leagues import create_league as create
from games.leagues.views.responses import answer_refusals
from games.play.services.naming import get_or_create_player
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import Refusal

MAX_DIGITS = 4
"""Digits of the number of a division in an address."""


@require_GET
@never_cache
def show_leagues(request: PageRequest) -> HttpResponse:
    """List the open leagues, and the viewer's own."""
    player = get_player(request)
    context = {"leagues": list_leagues(), "own": list_own_leagues(player) if player else ()}
    return render(request, "games/leagues/leagues.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
@answer_refusals
def create_league(request: PageRequest) -> HttpResponse:
    """Show the form for a new league (GET), or make the league (POST)."""
    get_visitor_id(request)
    form = LeagueForm(
        request.POST if request.method == "POST" else None,
        languages=read_languages(request.headers.get("Accept-Language", "")),
    )
    if request.method != "POST":
        return _render_form(request, form)
    if not form.is_valid():
        return _render_form(request, form, status=422)
    try:
        now = timezone.now()
        founder = get_or_create_player(get_visitor_id(request), request.POST.get("name", ""))
        league = create(founder, form.league_settings(now), parse_form_key(request), now)
    except Refusal as refusal:
        form.add_error(None, explain(refusal))
        response = _render_form(request, form, status=refusal.status)
        set_retry_after(response, refusal)
        return response
    return redirect("games:league", code=league.code)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_league(request: PageRequest, code: str) -> HttpResponse:
    """Show a league: its season, and the sign-up for the next one."""
    get_visitor_id(request)
    return _render_league(request, code, None)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_season(request: PageRequest, code: str, number: int) -> HttpResponse:
    """Show an earlier season of a league."""
    get_visitor_id(request)
    return _render_league(request, code, number)


def _render_league(request: PageRequest, code: str, number: int | None) -> HttpResponse:
    chosen = request.GET.get("division", "")
    division = int(chosen) if chosen.isdecimal() and len(chosen) <= MAX_DIGITS else None
    player, now = get_player(request), timezone.now()
    view = build_league_view(find_league(code), player, now, number, division)
    if view is None:
        raise Http404
    return render(request, "games/leagues/league.html", {"view": view})


def _render_form(request: PageRequest, form: LeagueForm, status: int = 200) -> HttpResponse:
    player = get_player(request)
    context: dict[str, Any] = {
        "form": form,
        "name": request.POST.get("name", player.shown_name if player else ""),
        "key": make_form_key(),
    }
    return render(request, "games/leagues/new_league.html", context, status=status)
