"""Pages without controls: boards for streams and for other sites, and the tables of an event.

Other sites may frame the pages shown as ``EMBED``, and no other page. These contain nothing that
acts for the viewer, and browsers send them no cookies inside of another site.
"""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET

from games.broadcasts.perspective.annotated_views import build_annotated_view
from games.broadcasts.perspective.featured_tables import build_broadcast_view
from games.broadcasts.services.access import find_annotated_game
from games.broadcasts.views.responses import answer_broadcast_refusals
from games.common.requests import PageRequest
from games.events.services.access import find_event
from games.play.live.table_screen import build_screen_view
from games.play.live.topics import get_room_views
from games.play.services.rooms import require_admitted
from games.players.services.identity import get_known_id
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import Forbidden

EMBED, STREAM, PAGE = "embed", "stream", "whole"
"""How a screen is shown: in a frame of another site, transparent over a video, or as a page."""
BOARD_COUNTS = (1, 2, 4)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_room_sharing(request: PageRequest, code: str) -> HttpResponse:
    """Show how to show a room in a stream or on another site."""
    require_admitted(code, get_known_id(request))
    view = build_screen_view(get_room_views(code))
    return render(request, "games/broadcasts/room_sharing.html", {"view": view})


@require_GET
@never_cache
@answer_broadcast_refusals
def show_room_embed(request: PageRequest, code: str) -> HttpResponse:
    """Show the board and the scores of a room, for frames of other sites."""
    return _show_room(request, code, EMBED)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_room_stream(request: PageRequest, code: str) -> HttpResponse:
    """Show the board and the scores of a room without a background."""
    return _show_room(request, code, STREAM)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_annotated_embed(request: PageRequest, code: str) -> HttpResponse:
    """Show an annotated game, for frames of other sites."""
    return _show_annotated(request, code, EMBED)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_annotated_stream(request: PageRequest, code: str) -> HttpResponse:
    """Show an annotated game without a background."""
    return _show_annotated(request, code, STREAM)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_event_broadcast(request: PageRequest, code: str) -> HttpResponse:
    """Show several tables of an event side by side."""
    return _show_event(request, code, PAGE)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_event_stream(request: PageRequest, code: str) -> HttpResponse:
    """Show the most exciting tables of an event without a background."""
    return _show_event(request, code, STREAM)


@require_GET
@never_cache
@answer_broadcast_refusals
def show_event_embed(request: PageRequest, code: str) -> HttpResponse:
    """Show the most exciting tables of an event, for frames of other sites."""
    return _show_event(request, code, EMBED)


def _show_room(request: PageRequest, code: str, style: str) -> HttpResponse:
    try:
        require_admitted(code, get_known_id(request))
    except Forbidden as refusal:
        if refusal.code == "match.hidden":
            return redirect("games:swapped_match", code=code)
        return render(request, "games/play/removed.html", status=403)
    return _render(request, "room_screen", style, {"view": build_screen_view(get_room_views(code))})


def _show_annotated(request: PageRequest, code: str, style: str) -> HttpResponse:
    view = build_annotated_view(find_annotated_game(code))
    return _render(request, "annotated_screen", style, {"view": view})


def _show_event(request: PageRequest, code: str, style: str) -> HttpResponse:
    view = build_broadcast_view(find_event(code), timezone.now())
    asked = parse_small_number(request.GET.get("boards", ""))
    boards = asked if asked in BOARD_COUNTS else 1 if style != PAGE else 2
    context = {"view": view, "stamp": view.stamp, "boards": boards, "board_counts": BOARD_COUNTS}
    return _render(request, "broadcast", style, context)


def _render(
    request: PageRequest, name: str, style: str, context: dict[str, object]
) -> HttpResponse:
    show = xframe_options_exempt(render) if style == EMBED else render
    return show(request, f"games/broadcasts/{name}.html", context | {"style": style})
