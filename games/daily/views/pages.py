"""The pages of daily games: today's, earlier ones, one game, its results and its draws."""

from datetime import date

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.daily.perspective.daily_lists import build_daily_overview, build_earlier_daily_games
from games.daily.perspective.daily_views import build_daily_view
from games.daily.perspective.leaderboard import build_daily_leaderboard
from games.daily.perspective.wording import name_language
from games.daily.services.daily_attempts import settle_attempt
from games.daily.services.daily_games import (
    find_daily_game,
    is_published,
    read_published_secret,
)
from games.daily.services.draw_verification import serialize_daily_draws
from games.daily.views.turns import answer_daily_refusals
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages


@require_GET
@never_cache
def show_daily_games(request: PageRequest) -> HttpResponse:
    """Show today's games, the streak, and the hashes of tomorrow's games."""
    view = build_daily_overview(
        get_player(request), _list_browser_languages(request), timezone.now()
    )
    return render(request, "games/daily/todays_games.html", {"view": view})


@require_GET
@never_cache
def show_earlier_daily_games(request: PageRequest) -> HttpResponse:
    """Show the games of earlier days, or of those before the day ``before``."""
    try:
        before = date.fromisoformat(request.GET["before"]) if "before" in request.GET else None
    except ValueError:
        before = None
    cards = build_earlier_daily_games(
        get_player(request), _list_browser_languages(request), timezone.now(), before
    )
    return render(request, "games/daily/earlier_games.html", {"cards": cards})


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_daily_refusals
def show_daily_game(request: PageRequest, day: str, language: str) -> HttpResponse:
    """Show one game on its board."""
    now = timezone.now()
    game, player = find_daily_game(day, language, now), get_player(request)
    get_visitor_id(request)  # sets the visitor's cookie before the first action needs it
    settle_attempt(game, player, now)
    context = {
        "view": build_daily_view(game, player, now),
        "published": is_published(game, now),
    }
    return render(request, "games/daily/daily_game.html", context)


@require_GET
@never_cache
@answer_daily_refusals
def show_daily_results(request: PageRequest, day: str, language: str) -> HttpResponse:
    """Show the leaderboard to players who have finished the game; send others to the game."""
    now = timezone.now()
    game, player = find_daily_game(day, language, now), get_player(request)
    attempt = settle_attempt(game, player, now)
    if player is None or attempt is None or attempt.finished_at is None:
        return redirect(game)
    context = {
        "game": game,
        "language": name_language(game.language),
        "board": build_daily_leaderboard(game, player, now),
        "practice": attempt.practice,
        "published": is_published(game, now),
    }
    return render(request, "games/daily/results.html", context)


@require_GET
@never_cache
@answer_daily_refusals
def show_draw_check(request: PageRequest, day: str, language: str) -> HttpResponse:
    """Show the page on which the reader's browser repeats every draw of a published game."""
    now = timezone.now()
    game = find_daily_game(day, language, now)
    read_published_secret(game, now)
    context = {"game": game, "language": name_language(game.language)}
    return render(request, "games/daily/draw_check.html", context)


@require_GET
@never_cache
@answer_daily_refusals
def download_draws(request: PageRequest, day: str, language: str) -> HttpResponse:
    """Return the data of the check."""
    now = timezone.now()
    game = find_daily_game(day, language, now)
    return JsonResponse(serialize_daily_draws(game, read_published_secret(game, now)))


def _list_browser_languages(request: PageRequest) -> tuple[str, ...]:
    return read_languages(request.headers.get("Accept-Language", ""))
