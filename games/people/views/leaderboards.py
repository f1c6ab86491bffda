"""The leaderboards of :mod:`games.ratings`, with links to the pages that are open."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.people.perspective.access import open_to
from games.players.identity import player_of
from games.ratings.models import PROVISIONAL, Ladder
from games.ratings.perspective import look_at_ladders, look_at_leaderboard, name_ladder


@require_GET
@never_cache
def leaderboards(request: PageRequest) -> HttpResponse:
    """Every ladder there is, and the busiest one's leaderboard."""
    busiest = Ladder.objects.filter(games__gt=0).order_by("-games", "pk").first()
    return _show(request, busiest)


@require_GET
@never_cache
def leaderboard(request: PageRequest, variant: str, language: str, speed: str) -> HttpResponse:
    ladder = Ladder.objects.filter(variant=variant, language=language, speed=speed).first()
    if ladder is None:
        raise Http404
    return _show(request, ladder)


def _show(request: PageRequest, ladder: Ladder | None) -> HttpResponse:
    viewer = player_of(request)
    context: dict[str, Any] = {
        "ladders": look_at_ladders(),
        "player": viewer,
        "provisional": PROVISIONAL,
    }
    if ladder is not None:
        page, lines = look_at_leaderboard(ladder, request.GET.get("page"))
        open_pages = open_to(viewer, [line.player for line in lines], "profile")
        context |= {"ladder": name_ladder(ladder), "page": page, "lines": lines, "open": open_pages}
    return render(request, "games/people/leaderboard.html", context)
