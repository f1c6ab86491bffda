"""What moderators have decided about whoever asks, and why."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.moderation.services.settling import tell_sanction
from games.players.identity import player_of

MOST = 20


@require_GET
@never_cache
def standing(request: PageRequest) -> HttpResponse:
    player, now = player_of(request), timezone.now()
    sanctions = player.sanctions.select_related("player")[:MOST] if player else ()
    told = [
        (one, tell_sanction(one), one.until is not None and one.until > now) for one in sanctions
    ]
    return render(request, "games/moderation/standing.html", {"sanctions": told})
