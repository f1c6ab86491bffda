"""Pages: a room, and the help page of each game."""

from typing import Any

import segno
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from games.common.fragment_rendering import render_fragment
from games.common.requests import PageRequest
from games.live.topics import Audience
from games.play.live.fragments import serialize_drafts
from games.play.live.topics import get_close_code, get_room_state, get_room_view, publish_room
from games.play.models import Room
from games.play.perspective import (
    build_game_help,
    build_presence_views,
    find_record_url,
    list_past_games,
)
from games.play.perspective.keyboard_help import KEYBOARD_HELP
from games.play.perspective.notification_texts import list_seat_notifications
from games.play.services.drafts import list_team_drafts
from games.play.services.local_players import cover_tiles
from games.play.services.notifications import mark_room_read
from games.play.services.presence import record_arrival
from games.play.services.rooms import require_admitted
from games.play.views.responses import answer_refusals, render_own_bundle
from games.players.services.identity import get_known_id, get_player, get_visitor_id
from games.rules.positions.variants import VARIANTS
from scrabble_site.shared.numbers import parse_small_number
from scrabble_site.shared.refusals import Forbidden


@require_GET
@never_cache
@answer_refusals
def show_room_qr(request: PageRequest, code: str) -> HttpResponse:
    """Return the link to a room as a QR code, an SVG element for the page's dialog."""
    require_admitted(code, get_known_id(request))
    link = request.build_absolute_uri(reverse("games:room", args=[code]))
    return HttpResponse(draw_qr_code(link))


def draw_qr_code(link: str) -> SafeString:
    """Return a link as a QR code, an SVG element."""
    picture = segno.make_qr(link, error="l").svg_inline(scale=1, border=3, omitsize=True)
    return mark_safe(picture)  # noqa: S308 - drawn by the library, without the link's text


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_room_page(request: PageRequest, code: str) -> HttpResponse:
    """Show the live page of a room; with ``?game``, redirect to the record of an earlier game."""
    return _show_room(request, code)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_refusals
def show_rack_page(request: PageRequest, code: str) -> HttpResponse:
    """Show the page of a room as a rack, for a phone beside a screen with the board and scores.

    It is the same page with less on it, so that tentative tiles, waiting moves and the connection
    are kept in the same way. Visitors who cannot sit down get the whole page.
    """
    return _show_room(request, code, as_rack=True)


def _show_room(request: PageRequest, code: str, *, as_rack: bool = False) -> HttpResponse:
    get_visitor_id(request)  # visitors get their id now, so the first command is already theirs
    player, now = get_player(request), timezone.now()
    if player is not None and record_arrival(code, player.pk, now) | cover_tiles(code, player.pk):
        publish_room(code)
    try:
        view = get_room_view(code, get_known_id(request))
    except Forbidden as refusal:
        if refusal.code == "match.hidden":
            return redirect("games:swapped_match", code=code)
        return render(request, "games/play/removed.html", status=403)
    if as_rack and view.seat is None and "sit" not in view.actions:
        return redirect("games:room", code=code)
    wanted = request.GET.get("game", "")
    if wanted != str(view.number) and (record := find_record_url(code, wanted)):
        move = parse_small_number(request.GET.get("move"))
        return redirect(record if move is None else f"{record}?move={move}")
    notifications = []
    if player is not None:
        # Marked before they are listed, so that none is marked that this page does not show.
        mark_room_read(player, Room.objects.get(code=code), now)
        notifications = list_seat_notifications(player, code, now)
    presence = build_presence_views({code: Audience()}, now)[code]
    drafts = None  # the seat cannot be shared
    if view.teams and player is not None and view.seat is not None:
        drafts = serialize_drafts(list_team_drafts(code, str(player.pk)))
    context: dict[str, Any] = {"view": view, "player": player, "presence": presence}
    context |= {"drafts": drafts, "notifications": notifications, "as_rack": as_rack}
    return render(request, "games/play/room.html", context)


@require_GET
@never_cache
@answer_refusals
def show_past_games(request: PageRequest, code: str) -> HttpResponse:
    """Return the list of the room's finished games, a fragment loaded when it is opened."""
    require_admitted(code, get_known_id(request))
    return HttpResponse(
        render_fragment("play/_past_games", {"games": list_past_games(code), "code": code})
    )


@require_GET
@answer_refusals
def show_bundle(request: PageRequest, code: str) -> HttpResponse:
    """Return the viewer's bundle, or 204 if the page already shows the newest state."""
    rendered = get_room_state(code)
    if str(rendered.stamp) == request.GET.get("stamp"):
        return HttpResponse(status=204)
    viewer = get_known_id(request)
    response = render_own_bundle(rendered, viewer)
    response.status_code = 403 if get_close_code(rendered.state, viewer) else 200
    return response


@require_GET
def show_game_help(request: PageRequest, variant: str) -> HttpResponse:
    """Explain how a game is played; with ``?part``, as a fragment for the dialog in a room."""
    if variant not in VARIANTS:
        raise Http404
    part = "part" in request.GET
    context = {
        "game": build_game_help(VARIANTS[variant]),
        "games": list(VARIANTS.values()),
        "keyboard": KEYBOARD_HELP,
    }
    return render(request, f"games/play/{'pieces/game_help' if part else 'help'}.html", context)
