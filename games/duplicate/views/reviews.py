"""The review of a duplicate game turn by turn, and its downloads."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest, forbid_caching
from games.duplicate.perspective.bag_record import serialize_bag
from games.duplicate.perspective.exports import write_game_json, write_game_text
from games.duplicate.perspective.reviews import build_review
from games.duplicate.services.games import find_duplicate_game
from games.duplicate.views.responses import answer_refusals
from games.players.services.identity import get_player
from scrabble_site.shared.refusals import Conflict


@require_GET
@never_cache
@answer_refusals
def show_review(request: PageRequest, code: str, number: int | None = None) -> HttpResponse:
    """Show a turn that is over; by default the last one."""
    game = find_duplicate_game(code)
    review = build_review(game, get_player(request), number)
    return render(request, "games/duplicate/review.html", {"view": review})


@require_GET
@never_cache
@answer_refusals
def download_json(_request: PageRequest, code: str) -> HttpResponse:
    """Return all closed turns as data."""
    game = find_duplicate_game(code)
    response = JsonResponse(write_game_json(game))
    return _offer_download(response, f"{code}.json")


@require_GET
@never_cache
@answer_refusals
def download_text(_request: PageRequest, code: str) -> HttpResponse:
    """Return all closed turns as plain text."""
    game = find_duplicate_game(code)
    response = HttpResponse(write_game_text(game), content_type="text/plain; charset=utf-8")
    return _offer_download(response, f"{code}.txt")


@require_GET
@never_cache
@answer_refusals
def show_bag_check(request: PageRequest, code: str) -> HttpResponse:
    """Show the page on which the browser draws every rack again."""
    game = find_duplicate_game(code)
    if not game.is_over:
        raise Conflict("duplicate.running")
    return render(request, "games/duplicate/bag_check.html", {"game": game})


@require_GET
@never_cache
@answer_refusals
def download_bag(_request: PageRequest, code: str) -> HttpResponse:
    """Return what is needed to draw every rack again."""
    return forbid_caching(JsonResponse(serialize_bag(find_duplicate_game(code))))


def _offer_download(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return forbid_caching(response)
