"""One's days off: how many are left, which are taken, and a form for more."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.common.instants import to_ms
from games.common.refusals import Forbidden, Refusal, Unsuitable
from games.common.requests import PageRequest
from games.play.calendars import MOST_A_YEAR, days_left, days_off_of
from games.play.services import daysoff
from games.play.topics import publish_room
from games.play.views.answers import command
from games.play.wording import explain
from games.players.identity import player_of
from games.players.models import Player


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@command
def days_off(request: PageRequest) -> HttpResponse:
    """GET what is taken and left; POST to take days."""
    player = player_of(request)
    if request.method != "POST" or player is None:
        return _show(request, player, status=403 if request.method == "POST" else 200)
    try:
        first, last = _day(request, "first"), _day(request, "last")
        zone = request.POST.get("zone", "") or "UTC"
        rooms = daysoff.take_days(player, first, last, zone[:64], timezone.now())
    except Refusal as refusal:
        return _show(request, player, explain(refusal), refusal.status)
    return _done(rooms)


@require_POST
@command
def end_days_off(request: PageRequest) -> HttpResponse:
    """Give back what is left of some."""
    player = player_of(request)
    if player is None:
        raise Forbidden("player.nobody")
    return _done(daysoff.end_days(player, _day(request, "first"), timezone.now()))


def _show(
    request: PageRequest, player: Player | None, error: str = "", status: int = 200
) -> HttpResponse:
    now = timezone.now()
    taken = days_off_of(player) if player else []
    coming = [one for one in taken if one.off.end > to_ms(now)]
    context = {
        "player": player,
        "error": error,
        "left": [(year, days_left(taken, year)) for year in (now.year, now.year + 1)],
        "most": MOST_A_YEAR,
        "coming": [(one, one.off.begin <= to_ms(now)) for one in coming],
        "first": request.POST.get("first", ""),
        "last": request.POST.get("last", ""),
    }
    return render(request, "games/play/days_off.html", context, status=status)


def _done(rooms: list[str]) -> HttpResponse:
    for code in rooms:
        publish_room(code)
    return redirect("games:days_off")


def _day(request: PageRequest, name: str) -> date:
    try:
        return date.fromisoformat(request.POST.get(name, ""))
    except ValueError as error:
        raise Unsuitable("days_off.day") from error
