"""The page on which the founder manages a league, and its commands."""

from collections.abc import Callable
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST

from games.common.requests import MAX_ROW_ID, PageRequest, parse_number
from games.leagues.forms import LeagueChangesForm
from games.leagues.models import League
from games.leagues.perspective.management_views import build_management_view
from games.leagues.services import management
from games.leagues.services.locking import find_league
from games.leagues.views.responses import answer_refusals, carry_out, require_player
from games.players.models import Player
from scrabble_site.shared.refusals import InvalidRequest

MANAGEMENT = "games:manage_league"


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_management(request: PageRequest, code: str) -> HttpResponse:
    """Show the founder what they can change, and whom they can remove."""
    league, founder = find_league(code), require_player(request, "league.founder_only")
    management.require_founder(league, founder)
    return _render(request, league, _fill_form(league))


@require_POST
@answer_refusals
def direct(request: PageRequest, code: str) -> HttpResponse:
    """Carry out the command that a button of the page names."""
    league, founder = find_league(code), require_player(request, "league.founder_only")
    management.require_founder(league, founder)
    act, now = request.POST.get("act", ""), timezone.now()
    if act == "edit":
        form = LeagueChangesForm(request.POST)
        if not form.is_valid():
            return _render(request, league, form, status=422)
        management.edit_league(code, founder, form.league_changes())
        return redirect(MANAGEMENT, code=code)
    if act in COMMANDS:
        command = COMMANDS[act]
        return carry_out(request, code, lambda: command(code, founder, now), MANAGEMENT)
    pk = parse_number(request.POST.get("who"), "league.no_entry", maximum=MAX_ROW_ID)
    if act == "remove":
        remove = management.remove_player
        return carry_out(request, code, lambda: remove(code, founder, pk, now), MANAGEMENT)
    if act == "readmit":
        readmit = management.readmit_player
        return carry_out(request, code, lambda: readmit(code, founder, pk), MANAGEMENT)
    raise InvalidRequest("form.text")


COMMANDS: dict[str, Callable[[str, Player, datetime], None]] = {
    "close": management.close_league,
    "reopen": management.reopen_league,
}


def _fill_form(league: League) -> LeagueChangesForm:
    names = LeagueChangesForm.base_fields
    return LeagueChangesForm(initial={name: getattr(league, name) for name in names})


def _render(
    request: PageRequest, league: League, form: LeagueChangesForm, status: int = 200
) -> HttpResponse:
    context = {"view": build_management_view(league), "form": form}
    return render(request, "games/leagues/manage_league.html", context, status=status)
