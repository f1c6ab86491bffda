"""Pages to look at: the lobby, a room, the record of a game that is over."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from games.forms import RoomForm
from games.gcg_export import export_gcg
from games.identity import player_of
from games.live.broadcast import render_all
from games.lobby import lobby_context
from games.models import Game, Room
from games.perspective import look, look_at_record
from games.rules.variants import VARIANTS
from games.services.notices import mark_read
from games.services.refusals import Missing
from games.verification import verify_game
from games.views.answers import command, own_bundle
from games.views.requests import PageRequest


@require_GET
@never_cache
@ensure_csrf_cookie
def lobby(request: PageRequest) -> HttpResponse:
    return render(request, "games/lobby.html", lobby_context(request, RoomForm()))


@require_GET
@never_cache
@ensure_csrf_cookie
@command
def room(request: PageRequest, code: str) -> HttpResponse:
    """The live page of a room, before, during and after its games."""
    player = player_of(request)
    view = look(code, player)
    if player is not None:
        mark_read(player, Room.objects.get(code=code), timezone.now())
    return render(request, "games/room.html", {"view": view, "player": player})


@require_GET
@command
def bundle(request: PageRequest, code: str) -> HttpResponse:
    """The asker's bundle, or 204 when the page already shows the newest state."""
    known = Room.objects.filter(code=code).values_list("stamp", flat=True).first()
    if known is None:
        raise Missing("room.unknown")
    if str(known) == request.GET.get("stamp"):
        return HttpResponse(status=204)
    return own_bundle(request, render_all(code))


@require_GET
@xframe_options_sameorigin
def record(request: PageRequest, game_id: uuid.UUID) -> HttpResponse:
    """The record of an ended game; the admin shows it beside a dispute. A running game is found
    in its room only."""
    return render(request, "games/record.html", {"view": look_at_record(_ended(game_id))})


@require_GET
def gcg(request: PageRequest, game_id: uuid.UUID) -> HttpResponse:
    """The record in GCG, for other programs."""
    response = HttpResponse(export_gcg(_ended(game_id)), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="tileroom-{game_id}.gcg"'
    return response


@require_GET
def verify_bag(request: PageRequest, game_id: uuid.UUID) -> HttpResponse:
    """Recompute every draw of an ended game from its published seed."""
    game = _ended(game_id)
    context = {"report": verify_game(game), "game": game}
    template = "games/parts/_bag_report.html" if request.htmx else "games/bag.html"
    return render(request, template, context)


@require_GET
def help_panel(request: PageRequest, variant: str) -> HttpResponse:
    if variant not in VARIANTS:
        raise Http404
    return render(request, f"games/help/{variant}.html")


def _ended(game_id: uuid.UUID) -> Game:
    game = Game.objects.select_related("room").filter(pk=game_id, status=Game.Status.OVER).first()
    if game is None or game.state is None:
        raise Http404
    return game
