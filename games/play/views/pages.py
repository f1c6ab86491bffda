"""Pages to look at: a room, and how each game is played."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from games.common.refusals import Forbidden
from games.common.rendering import render_part
from games.common.requests import PageRequest
from games.live.topics import Company
from games.play.fragments import tell_drafts
from games.play.models import Room
from games.play.perspective import describe_game, find_record, look_at_earlier, look_at_presence
from games.play.services.drafts import look_at_drafts
from games.play.services.notices import mark_read
from games.play.services.presence import note_here
from games.play.services.rooms import require_admitted
from games.play.topics import bars, publish_room, show_room, view_room
from games.play.views.answers import command, own_bundle
from games.play.wording import KEYBOARD
from games.players.identity import known_id, player_of, visitor_of
from games.rules.variants import VARIANTS
from lexicon.numbers import read_small


@require_GET
@never_cache
@ensure_csrf_cookie
@command
def room(request: PageRequest, code: str) -> HttpResponse:
    """The live page of a room, before, during and after its games; with ``?game`` that of an
    earlier one's record."""
    visitor_of(request)  # whoever comes is somebody before the first deed
    player, now = player_of(request), timezone.now()
    if player is not None and note_here(code, player.pk, now):
        publish_room(code)
    try:
        view = view_room(code, known_id(request))
    except Forbidden:
        return render(request, "games/play/removed.html", status=403)
    wanted = request.GET.get("game", "")
    if wanted != str(view.number) and (record := find_record(code, wanted)):
        move = read_small(request.GET.get("move"))
        return redirect(record if move is None else f"{record}?move={move}")
    if player is not None:
        mark_read(player, Room.objects.get(code=code), now)
    presence = look_at_presence({code: Company()}, now)[code]
    drafts = None  # where nobody could share the rack
    if view.teams and player is not None and view.seat is not None:
        drafts = tell_drafts(look_at_drafts(code, str(player.pk)))
    context = {"view": view, "player": player, "presence": presence, "drafts": drafts}
    return render(request, "games/play/room.html", context)


@require_GET
@never_cache
@command
def earlier(request: PageRequest, code: str) -> HttpResponse:
    """The games that have ended in a room, with their records: a part, asked for when looked at."""
    require_admitted(code, known_id(request))
    return HttpResponse(
        render_part("play/_earlier", {"games": look_at_earlier(code), "code": code})
    )


@require_GET
@command
def bundle(request: PageRequest, code: str) -> HttpResponse:
    """The asker's bundle, or 204 when the page already shows the newest state."""
    shown = show_room(code)
    if str(shown.stamp) == request.GET.get("stamp"):
        return HttpResponse(status=204)
    viewer = known_id(request)
    response = own_bundle(shown, viewer)
    response.status_code = 403 if bars(shown.picture, viewer) else 200
    return response


@require_GET
def help_page(request: PageRequest, variant: str) -> HttpResponse:
    """How a game goes; with ``?part`` as it stands in the dialog of a room."""
    if variant not in VARIANTS:
        raise Http404
    part = "part" in request.GET
    context = {
        "game": describe_game(VARIANTS[variant]),
        "games": list(VARIANTS.values()),
        "keyboard": KEYBOARD,
    }
    return render(request, f"games/play/{'pieces/manual' if part else 'help'}.html", context)
