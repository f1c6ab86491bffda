"""The first pages of the site's sections: games to watch, learning, the community, and the rest."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.lobby.live import get_lobby_stamp
from games.lobby.perspective import build_lobby_lists, build_player_lists
from games.lobby.terms.filters import parse_filter
from games.people.perspective.followed_members import build_followed_here
from games.players.services.identity import get_player
from games.rules.positions.variants import VARIANTS
from lexicon.perspective.access import find_blocking_games


@require_GET
@never_cache
@ensure_csrf_cookie
def show_games_to_watch(request: PageRequest) -> HttpResponse:
    """List the public games that are being played, with the lobby's filter."""
    now, player = timezone.now(), get_player(request)
    lists, own = build_lobby_lists(now), build_player_lists(player, now)
    chosen = parse_filter(request.GET)
    context = {
        "lists": lists,
        "own": own,
        "offers": lists.offers(chosen),
        "hidden": lists.hidden(chosen, own),
        "stamp": get_lobby_stamp(lists),
    }
    return render(request, "games/lobby/watch.html", context)


@require_GET
@never_cache
def show_learning(request: PageRequest) -> HttpResponse:
    """List what teaches the games: their rules, word study, dictionaries and analysis."""
    context = {"variants": VARIANTS.items(), "games": find_blocking_games(request)}
    return render(request, "games/lobby/learn.html", context)


@require_GET
@never_cache
def show_community(request: PageRequest) -> HttpResponse:
    """Show the way to leaderboards and members, and which followed members are online."""
    here = build_followed_here(get_player(request), timezone.now())
    return render(request, "games/lobby/community.html", here)


@require_GET
@never_cache
def show_more(request: PageRequest) -> HttpResponse:
    """List everything that has no place in a phone's navigation bar."""
    return render(request, "games/lobby/more.html")
