"""The page for a screen that everyone at a table sees, such as a television."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.play.live.table_screen import build_screen_view, get_screen_state
from games.play.live.topics import get_close_code, get_room_views
from games.play.services.rooms import require_admitted
from games.play.views.pages import draw_qr_code
from games.play.views.responses import answer_refusals, render_own_bundle
from games.players.services.identity import get_known_id
from scrabble_site.shared.refusals import Forbidden


@require_GET
@never_cache
@answer_refusals
def show_table_screen(request: PageRequest, code: str) -> HttpResponse:
    """Show the board and the scores of a room, without controls and without anyone's rack."""
    try:
        require_admitted(code, get_known_id(request))
    except Forbidden as refusal:
        if refusal.code == "match.hidden":
            return redirect("games:swapped_match", code=code)
        return render(request, "games/play/removed.html", status=403)
    room = request.build_absolute_uri(reverse("games:room", args=[code]))
    rack = request.build_absolute_uri(reverse("games:rack", args=[code]))
    context = {
        "view": build_screen_view(get_room_views(code)),
        "address": room.partition("://")[2].rstrip("/"),  # short, since it is typed
        "qr_code": draw_qr_code(rack),
    }
    return render(request, "games/play/table_screen.html", context)


@require_GET
@never_cache
@answer_refusals
def show_screen_bundle(request: PageRequest, code: str) -> HttpResponse:
    """Return what the screen shows, or 204 if the page already shows the newest state."""
    rendered = get_screen_state(code)
    if str(rendered.stamp) == request.GET.get("stamp"):
        return HttpResponse(status=204)
    viewer = get_known_id(request)
    response = render_own_bundle(rendered, viewer)
    response.status_code = 403 if get_close_code(rendered.state, viewer) else 200
    return response
