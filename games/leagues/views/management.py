"""The page on which the founder manages a league, and its commands."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

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
from games.leagues.services.access import find_league
from games.leagues.views.responses import answer_refusals, carry_out, require_player
from games.players.models import Player
from games.players.services.action_log import log_action
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
        changes = form.league_changes()
        _do_and_log(lambda: management.edit_league(code, founder, changes), league, founder, act)
        return redirect(MANAGEMENT, code=code)
    if act in COMMANDS:
        command = partial(COMMANDS[act], code, founder, now)
    elif act in PLAYER_COMMANDS:
        pk = parse_number(request.POST.get("who"), "league.no_entry", maximum=MAX_ROW_ID)
        command = partial(PLAYER_COMMANDS[act], code, founder, pk, now)
    else:
        raise InvalidRequest("form.text")
    return carry_out(request, code, lambda: _do_and_log(command, league, founder, act), MANAGEMENT)


def _do_and_log(command: Callable[[], None], league: League, founder: Player, act: str) -> None:
    command()
    log_action(founder.user_id, league, act)


COMMANDS: dict[str, Callable[[str, Player, datetime], None]] = {
    "close": management.close_league,
    "reopen": management.reopen_league,
}
PLAYER_COMMANDS: dict[str, Callable[[str, Player, int, datetime], None]] = {
    "remove": management.remove_player,
    "readmit": lambda code, founder, pk, _now: management.readmit_player(code, founder, pk),
}


def _fill_form(league: League) -> LeagueChangesForm:
    names = LeagueChangesForm.base_fields
    return LeagueChangesForm(initial={name: getattr(league, name) for name in names})


def _render(
    request: PageRequest, league: League, form: LeagueChangesForm, status: int = 200
) -> HttpResponse:
    context = {"view": build_management_view(league), "form": form}
    return render(request, "games/leagues/manage_league.html", context, status=status)
