"""All of one's open games, page by page, in the order of the lobby."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.lobby.perspective import Standing, look_at_standings, see_mine
from games.players.identity import player_of

A_PAGE = 24


@require_GET
@never_cache
def my_games(request: PageRequest) -> HttpResponse:
    player, now = player_of(request), timezone.now()
    standings: list[Standing] = look_at_standings(player, now) if player else []
    page = Paginator(standings, A_PAGE).get_page(request.GET.get("page"))
    mine = see_mine(player, list(page.object_list), now, drawn=A_PAGE) if player else ()
    return render(request, "games/lobby/my_games.html", {"mine": mine, "page": page})
