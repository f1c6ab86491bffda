"""Pages of duplicate games: the list with the form for a new one, and the game itself with the form
to join it.
"""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_http_methods

from games.common.form_keys import make_form_key, parse_form_key
from games.common.requests import PageRequest, forbid_caching, set_retry_after
from games.duplicate.forms import DuplicateForm
from games.duplicate.live.topics import publish_duplicate, render_current_bundle
from games.duplicate.perspective.game_lists import (
    list_open_duplicate_games,
    list_own_duplicate_games,
)
from games.duplicate.perspective.views import build_duplicate_view
from games.duplicate.perspective.wording import explain
from games.duplicate.services.entry import enter_game
from games.duplicate.services.games import create_duplicate_game, find_duplicate_game
from games.duplicate.services.presence import note_visit
from games.duplicate.views.responses import answer_refusals, render_own
from games.play.services.naming import get_or_create_player
from games.players.services.identity import get_player, get_visitor_id
from lexicon.perspective.default_lexicon import read_languages
from scrabble_site.shared.refusals import Refusal

MAX_ANNOUNCED = 50
"""Up to this many players, open pages learn at once who has entered. In larger games they learn it
at the next pulse of their hub, since every entry would be sent to everyone."""


@require_GET
@never_cache
@ensure_csrf_cookie
def show_duplicate_games(request: PageRequest) -> HttpResponse:
    """Show the open games, one's own, and the form for a new one."""
    get_visitor_id(request)  # visitors get their id now, so the first command is already theirs
    return _render_games(request, DuplicateForm(languages=_read_languages(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
def create_duplicate(request: PageRequest) -> HttpResponse:
    """Make a game (POST). People who reload a page that showed a refusal get the form again."""
    if request.method != "POST":
        return redirect("games:duplicate_games")
    form = DuplicateForm(request.POST, languages=_read_languages(request))
    if not form.is_valid():
        return _render_games(request, form, status=422)
    try:
        player = get_or_create_player(get_visitor_id(request), _parse_name(request))
        chosen, key = form.duplicate_settings(), parse_form_key(request)
        game = create_duplicate_game(player, chosen, key, timezone.now())
    except Refusal as refusal:
        return _render_games(request, form, refusal, status=refusal.status)
    return redirect("games:duplicate_game", code=game.code)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_duplicate_game(request: PageRequest, code: str) -> HttpResponse:
    """Show the live page of a game."""
    return _render_game(request, code)


@require_http_methods(["GET", "HEAD", "POST"])
@answer_refusals
def enter_duplicate(request: PageRequest, code: str) -> HttpResponse:
    """Enter a game (POST), under the name that was typed if the visitor has none.

    People who reload a page that showed a refusal get the form again.
    """
    find_duplicate_game(code)
    if request.method == "POST":
        try:
            player = get_or_create_player(get_visitor_id(request), _parse_name(request))
            game = enter_game(code, player, timezone.now()).game
        except Refusal as refusal:
            return _render_game(request, code, refusal, status=refusal.status)
        if game.entrants.count() <= MAX_ANNOUNCED:
            publish_duplicate(code)
    return redirect("games:duplicate_game", code=code)


@require_GET
@never_cache
@answer_refusals
def show_duplicate_bundle(request: PageRequest, code: str) -> HttpResponse:
    """Return what everyone sees now, and the viewer's own parts, for a page that comes back."""
    bundle = render_current_bundle(code)
    return forbid_caching(HttpResponse(bundle + render_own(request, code)))


@require_GET
@never_cache
@answer_refusals
def show_own_parts(request: PageRequest, code: str) -> HttpResponse:
    """Return what only the viewer sees. Pages ask for it after each change of the turn."""
    return forbid_caching(HttpResponse(render_own(request, code)))


def _render_games(
    request: PageRequest, form: DuplicateForm, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    player, now = get_player(request), timezone.now()
    context: dict[str, Any] = {
        "form": form,
        "key": make_form_key(),
        "name": request.POST.get("name") or (player.shown_name if player else ""),
        "open_games": list_open_duplicate_games(now),
        "own_games": list_own_duplicate_games(player) if player else (),
        "refusal": explain(refusal) if refusal else "",
    }
    response = render(request, "games/duplicate/games.html", context, status=status)
    if refusal:
        set_retry_after(response, refusal)
    return response


def _render_game(
    request: PageRequest, code: str, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    game, player, now = find_duplicate_game(code), get_player(request), timezone.now()
    get_visitor_id(request)
    if player is not None:
        note_visit(code, player.pk, now)
    context = {
        "view": build_duplicate_view(game, player, now),
        "name": request.POST.get("name") or (player.shown_name if player else ""),
        "link": request.build_absolute_uri(reverse("games:duplicate_game", args=[code])),
        "refusal": explain(refusal) if refusal else "",
    }
    response = render(request, "games/duplicate/game.html", context, status=status)
    if refusal:
        set_retry_after(response, refusal)
    return response


def _parse_name(request: PageRequest) -> str:
    return request.POST.get("name", "")


def _read_languages(request: PageRequest) -> tuple[str, ...]:
    return read_languages(request.headers.get("Accept-Language", ""))
