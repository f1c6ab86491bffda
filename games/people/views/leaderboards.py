"""The leaderboards of :mod:`games.ratings`, with links to members' pages the visitor may see."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.people.perspective.visibility import filter_visible_owners
from games.players.services.identity import get_player
from games.ratings.models import PROVISIONAL_GAMES, Ladder
from games.ratings.perspective import build_ladder_label, build_leaderboard, list_ladders
from games.ratings.services.game_weights import MONTHLY_ALLOWANCE, YEARLY_ALLOWANCE


@require_GET
@never_cache
def show_leaderboards(request: PageRequest) -> HttpResponse:
    """List all ladders and show the leaderboard of the busiest one."""
    busiest = Ladder.objects.filter(games__gt=0).order_by("-games", "pk").first()
    return _render_leaderboard(request, busiest)


@require_GET
@never_cache
def show_leaderboard(request: PageRequest, variant: str, language: str, speed: str) -> HttpResponse:
    ladder = Ladder.objects.filter(variant=variant, language=language, speed=speed).first()
    if ladder is None:
        raise Http404
    return _render_leaderboard(request, ladder)


def _render_leaderboard(request: PageRequest, ladder: Ladder | None) -> HttpResponse:
    viewer = get_player(request)
    context: dict[str, Any] = {
        "ladders": list_ladders(),
        "player": viewer,
        "provisional": PROVISIONAL_GAMES,
        "month": MONTHLY_ALLOWANCE,
        "year": YEARLY_ALLOWANCE,
    }
    if ladder is not None:
        page, lines = build_leaderboard(ladder, request.GET.get("page"))
        open_pages = filter_visible_owners(viewer, [line.player for line in lines], "profile")
        context |= {
            "ladder": build_ladder_label(ladder),
            "page": page,
            "lines": lines,
            "open": open_pages,
        }
    return render(request, "games/people/leaderboard.html", context)
