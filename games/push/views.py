"""Subscribing and unsubscribing a browser."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest
from games.play.views.responses import answer_refusals
from games.players.models import Player
from games.players.services.identity import get_player
from games.push.forms import BrowserForm, EndpointForm
from games.push.services import login_hooks, subscriptions
from scrabble_site.shared.refusals import Forbidden, InvalidRequest


@require_POST
@answer_refusals
def subscribe(request: PageRequest) -> HttpResponse:
    """Subscribe this browser. Answers with 204."""
    player, form = _require_player(request), BrowserForm(request.POST)
    if not form.is_valid():
        raise InvalidRequest("push.keys")
    endpoint_hash = subscriptions.add_subscription(player, **form.cleaned_data, now=timezone.now())
    login_hooks.remember_browser(request, endpoint_hash)
    return HttpResponse(status=204)


@require_POST
@answer_refusals
def unsubscribe(request: PageRequest) -> HttpResponse:
    """Unsubscribe this browser. It is no error if it was not subscribed."""
    player, form = _require_player(request), EndpointForm(request.POST)
    if form.is_valid():
        subscriptions.remove_subscription(player, form.cleaned_data["endpoint"])
    return HttpResponse(status=204)


def _require_player(request: PageRequest) -> Player:
    player = get_player(request)
    if player is None:
        raise Forbidden("player.nobody")
    return player
