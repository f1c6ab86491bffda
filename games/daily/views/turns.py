"""Playing a daily game: starting a turn, previewing and sending plays, ending the turn early."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.common.fragment_rendering import render_fragment
from games.common.rate_limits import enforce_rate_limit
from games.common.request_arrivals import get_arrival_time, get_round_trip
from games.common.requests import (
    PageRequest,
    forbid_caching,
    parse_notation,
    parse_number,
    set_retry_after,
)
from games.daily.live.fragments import render_daily_game
from games.daily.models import DailyGame
from games.daily.perspective.daily_views import build_daily_view, preview_daily_play
from games.daily.perspective.wording import explain
from games.daily.services.daily_attempts import end_turn, send_play, settle_attempt, start_turn
from games.daily.services.daily_games import find_daily_game
from games.play.live.fragments import render_message
from games.play.services.naming import make_provisional_player
from games.play.services.outages import ensure_reported_alive
from games.players.models import Player
from games.players.services.identity import get_player, get_visitor_id
from games.rules.equipment.errors import RuleError
from games.rules.equipment.tiles import TileSet
from games.rules.plays.acts import Play
from scrabble_site.shared.refusals import Conflict, Refusal

View = Callable[..., HttpResponse]


def answer_daily_refusals(view: View) -> View:
    """Turn a view's errors into a message, with the game's current state if it has moved on."""

    @wraps(view)
    def answer(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (Refusal, RuleError) as refusal:
            return _answer_refusal(request, refusal, **kwargs)

    return answer


@require_POST
@answer_daily_refusals
def begin_turn(request: PageRequest, day: str, language: str) -> HttpResponse:
    """Start the first or the next turn."""
    now = timezone.now()
    game = find_daily_game(day, language, now)
    turn = parse_number(request.POST.get("turn"), "form.turn")
    # A new visitor becomes a player only if the turn starts.
    with make_provisional_player(get_visitor_id(request)) as player:
        enforce_rate_limit("daily", player=player.pk)
        start_turn(game, player, turn, now)
    return _answer_game(request, game, player)


@require_POST
@answer_daily_refusals
def preview_tiles(request: PageRequest, day: str, language: str) -> HttpResponse:
    """Return the score of tentative tiles.

    An illegal placement is shown as such, not as an error.
    """
    now = timezone.now()
    game, player = find_daily_game(day, language, now), get_player(request)
    preview = preview_daily_play(game, player, lambda tiles: _parse_play(request, tiles), now)
    return forbid_caching(HttpResponse(render_fragment("play/_preview", {"preview": preview})))


@require_POST
@answer_daily_refusals
def send_tiles(request: PageRequest, day: str, language: str) -> HttpResponse:
    """Send a play for the running turn."""
    ensure_reported_alive()
    game = find_daily_game(day, language, timezone.now())
    player = _require_player(request)
    enforce_rate_limit("daily", player=player.pk)
    turn = parse_number(request.POST.get("turn"), "form.turn")
    arrived, trip = get_arrival_time(request), get_round_trip(request)
    send_play(game, player, lambda tiles: _parse_play(request, tiles), turn, arrived, trip)
    return _answer_game(request, game, player, _("Sent."))


@require_POST
@answer_daily_refusals
def close_turn(request: PageRequest, day: str, language: str) -> HttpResponse:
    """End the running turn with what was sent."""
    now = timezone.now()
    game, player = find_daily_game(day, language, now), _require_player(request)
    end_turn(game, player, parse_number(request.POST.get("turn"), "form.turn"), now)
    return _answer_game(request, game, player)


def _require_player(request: PageRequest) -> Player:
    """Return the player who sent the request.

    Raises ``Conflict`` for a visitor without a player, who cannot have started a turn.
    """
    player = get_player(request)
    if player is None:
        raise Conflict("daily.moved_on")
    return player


def _parse_play(request: PageRequest, tile_set: TileSet) -> Play:
    return Play.read(*parse_notation(request), tile_set)


def _answer_game(
    request: PageRequest, game: DailyGame, player: Player, text: str = ""
) -> HttpResponse:
    """Return the current state of the game, or redirect to its page if the browser has no
    script.
    """
    if not request.htmx:
        return redirect(game)
    message = render_message(text, "info") if text else ""
    return forbid_caching(HttpResponse(_render_current_state(game, player) + message))


def _answer_refusal(
    request: PageRequest, refusal: Refusal | RuleError, day: str, language: str
) -> HttpResponse:
    sentence, status = explain(refusal), getattr(refusal, "status", 422)
    if request.htmx:
        parts = ""
        if isinstance(refusal, Conflict):
            game = find_daily_game(day, language, timezone.now())
            parts = _render_current_state(game, get_player(request))
        response = HttpResponse(parts + render_message(sentence, "warning"), status=status)
    else:
        context = {"sentence": sentence, "status": status}
        response = render(request, "refusal.html", context, status=status)
    set_retry_after(response, refusal)
    return forbid_caching(response)


def _render_current_state(game: DailyGame, player: Player | None) -> str:
    """Return all parts of the page. A turn whose time ran out meanwhile is closed first."""
    now = timezone.now()
    settle_attempt(game, player, now)
    return render_daily_game(build_daily_view(game, player, now))
