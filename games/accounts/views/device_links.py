"""Continuing on another device: the page that shows the link, and the page the link opens."""

import segno
from django.contrib.auth import login, logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.services.device_links import (
    LINK_LIFETIME,
    create_device_token,
    get_link_owner,
    get_linked_room,
    may_use_links,
    use_device_link,
)
from games.accounts.services.login_hooks import LOGGED_IN_AT_KEY
from games.common.requests import PageRequest
from games.play.models import Room
from games.players.models import Player
from games.players.services.identity import get_player, log_in_as, log_out_visitor
from scrabble_site.shared.refusals import NotFound

AUTH_BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_GET
@never_cache
def show_device_link(request: PageRequest) -> HttpResponse:
    """Show a new link and its QR code, with the host name this page was reached by.

    Opened from a room (``?room=CODE``), the link leads to that room.
    """
    player, room = get_player(request), _find_room(request.GET.get("room", ""))
    if player is None or not may_use_links(player):
        return render(request, "games/accounts/device_link.html", {"player": None, "staff": player})
    path = reverse("games:follow_device_link", args=[create_device_token(player, room)])
    link = request.build_absolute_uri(path)
    picture = segno.make_qr(link, error="l").svg_inline(scale=1, border=3, omitsize=True)
    context = {
        "player": player,
        "link": link,
        "picture": picture,
        "minutes": LINK_LIFETIME.seconds // 60,
        "room": room,
    }
    return render(request, "games/accounts/device_link.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def follow_device_link(request: PageRequest, token: str) -> HttpResponse:
    """Ask on GET, log in on POST. Programs that prefetch links therefore do not use them up."""
    player, room = get_player(request), _find_room(get_linked_room(token))
    try:
        if request.method == "POST":
            _log_in_as(request, use_device_link(token, timezone.now()))
            return redirect("games:room", room) if room else redirect("games:lobby")
        owner = get_link_owner(token)
    except NotFound:
        return render(
            request, "games/accounts/follow_device_link.html", {"owner": None}, status=404
        )
    context = {"owner": owner, "here": player, "same": player == owner, "room": room}
    return render(request, "games/accounts/follow_device_link.html", context)


def _find_room(code: str) -> str:
    """Return the code if the room exists, otherwise ""."""
    return code if code and Room.objects.filter(code=code[:64]).exists() else ""


def _log_in_as(request: PageRequest, player: Player) -> None:
    """Switch this browser to the link's player. The session used before ends and is not merged,
    because a link may come from anyone."""
    logout(request)
    log_out_visitor(request)
    log_in_as(request, player)
    if player.user is not None:
        login(request, player.user, backend=AUTH_BACKEND)
        # Sensitive pages still ask for a real log-in.
        request.session.pop(LOGGED_IN_AT_KEY, None)
