"""Going on on another device: the page with the link, and what the link shows there."""

import segno
from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.services.devices import GOOD_FOR, follow, make_token, owner_of
from games.common.refusals import Missing
from games.common.requests import PageRequest
from games.players.identity import become, forget, player_of
from games.players.models import Player

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_GET
@never_cache
def offer(request: PageRequest) -> HttpResponse:
    """A fresh link and its picture. The address is the one this page was reached by."""
    player = player_of(request)
    if player is None:
        return render(request, "games/accounts/go_on.html", {"player": None})
    path = reverse("games:follow_link", args=[make_token(player)])
    link = request.build_absolute_uri(path)
    picture = segno.make_qr(link, error="l").svg_inline(scale=1, border=3, omitsize=True)
    context = {
        "player": player,
        "link": link,
        "picture": picture,
        "minutes": GOOD_FOR.seconds // 60,
    }
    return render(request, "games/accounts/go_on.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def follow_link(request: PageRequest, token: str) -> HttpResponse:
    """Looking asks; the button takes. Programs that look at every link use nothing up."""
    here = player_of(request)
    try:
        if request.method == "POST":
            _become(request, follow(token, timezone.now()))
            return redirect("games:lobby")
        owner = owner_of(token)
    except Missing:
        return render(request, "games/accounts/link.html", {"owner": None}, status=404)
    context = {"owner": owner, "here": here, "same": here == owner}
    return render(request, "games/accounts/link.html", context)


def _become(request: PageRequest, player: Player) -> None:
    """Whoever was here before is not handed over: a link may come from anybody."""
    forget(request)
    request.session.flush()
    become(request, player)
    if player.user is not None:
        login(request, player.user, backend=BACKEND)
