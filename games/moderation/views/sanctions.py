"""The page where players see the sanctions against them."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.requests import PageRequest
from games.moderation.perspective.wording import describe_sanction
from games.players.services.identity import get_player

MAX_SANCTIONS_SHOWN = 20


@require_GET
@never_cache
def show_sanctions(request: PageRequest) -> HttpResponse:
    """List the visitor's latest sanctions, with which of them are in force."""
    player, now = get_player(request), timezone.now()
    sanctions = player.sanctions.select_related("player")[:MAX_SANCTIONS_SHOWN] if player else ()
    lines = [
        (one, describe_sanction(one), one.until is not None and one.until > now)
        for one in sanctions
    ]
    return render(request, "games/moderation/sanctions.html", {"sanctions": lines})
