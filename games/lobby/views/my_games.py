"""The "My games" page: all of a player's open games, in the order of the lobby."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.lobby.perspective import OpenGame, build_own_entries, list_open_games
from games.players.services.identity import get_player

GAMES_PER_PAGE = 24


@require_GET
@never_cache
def my_games(request: PageRequest) -> HttpResponse:
    player, now = get_player(request), timezone.now()
    open_games: list[OpenGame] = list_open_games(player, now) if player else []
    page = Paginator(open_games, GAMES_PER_PAGE).get_page(request.GET.get("page"))
    mine = (
        build_own_entries(player, list(page.object_list), now, previews=GAMES_PER_PAGE)
        if player
        else ()
    )
    return render(request, "games/lobby/my_games.html", {"mine": mine, "page": page})
