"""A player's days off: how many are left, which are booked, and a form to book more."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.common.requests import PageRequest
from games.play.live.topics import publish_room
from games.play.perspective.wording import explain
from games.play.services import days_off_booking
from games.play.terms.days_off import MAX_A_YEAR, count_days_left, list_days_off
from games.play.views.responses import answer_refusals
from games.players.models import Player
from games.players.services.identity import get_player
from games.players.services.time_zones import get_page_zone
from scrabble_site.shared.instants import to_ms
from scrabble_site.shared.refusals import Forbidden, InvalidRequest, Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answer_refusals
def days_off(request: PageRequest) -> HttpResponse:
    """Show the days booked and left (GET), or book days (POST)."""
    player = get_player(request)
    if request.method != "POST" or player is None:
        return _render_days_off(request, player, status=403 if request.method == "POST" else 200)
    try:
        first, last = _parse_day(request, "first"), _parse_day(request, "last")
        zone = request.POST.get("zone", "") or _get_zone(request, player)
        rooms = days_off_booking.take_days_off(player, first, last, zone[:64], timezone.now())
    except Refusal as refusal:
        return _render_days_off(request, player, explain(refusal), refusal.status)
    return _redirect_back(rooms)


@require_POST
@answer_refusals
def end_days_off(request: PageRequest) -> HttpResponse:
    """Cancel the rest of a booked period."""
    player = get_player(request)
    if player is None:
        raise Forbidden("player.nobody")
    return _redirect_back(
        days_off_booking.give_back_days_off(player, _parse_day(request, "first"), timezone.now())
    )


def _render_days_off(
    request: PageRequest, player: Player | None, error: str = "", status: int = 200
) -> HttpResponse:
    now = timezone.now()
    taken = list_days_off(player) if player else []
    coming = [one for one in taken if one.off.end > to_ms(now)]
    context = {
        "player": player,
        "error": error,
        "left": [(year, count_days_left(taken, year)) for year in (now.year, now.year + 1)],
        "most": MAX_A_YEAR,
        "coming": [(one, one.off.begin <= to_ms(now)) for one in coming],
        "zone": _get_zone(request, player),
        "first": request.POST.get("first", ""),
        "last": request.POST.get("last", ""),
    }
    return render(request, "games/play/days_off.html", context, status=status)


def _get_zone(request: PageRequest, player: Player | None) -> str:
    """Return the name of the time zone whose days are booked, until the page's script names it."""
    return get_page_zone(request.COOKIES, player) or "UTC"


def _redirect_back(rooms: list[str]) -> HttpResponse:
    for code in rooms:  # days off move the deadlines of the player's games
        publish_room(code)
    return redirect("games:days_off")


def _parse_day(request: PageRequest, name: str) -> date:
    try:
        return date.fromisoformat(request.POST.get(name, ""))
    except ValueError as error:
        raise InvalidRequest("days_off.day") from error
