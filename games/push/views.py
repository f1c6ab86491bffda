"""A browser asks to be told, or not to be any more."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.refusals import Forbidden, Unsuitable
from games.common.requests import PageRequest
from games.play.views.answers import command
from games.players.identity import player_of
from games.players.models import Player
from games.push import entering
from games.push.forms import BrowserForm, EndpointForm
from games.push.services import subscriptions


@require_POST
@command
def subscribe(request: PageRequest) -> HttpResponse:
    """Tell this browser from now on."""
    player, form = _player(request), BrowserForm(request.POST)
    if not form.is_valid():
        raise Unsuitable("push.keys")
    mark = subscriptions.subscribe(player, **form.cleaned_data, now=timezone.now())
    entering.remember(request, mark)
    return HttpResponse(status=204)


@require_POST
@command
def unsubscribe(request: PageRequest) -> HttpResponse:
    """Tell it nothing more; one that was not told is no error."""
    player, form = _player(request), EndpointForm(request.POST)
    if form.is_valid():
        subscriptions.unsubscribe(player, form.cleaned_data["endpoint"])
    return HttpResponse(status=204)


def _player(request: PageRequest) -> Player:
    player = player_of(request)
    if player is None:
        raise Forbidden("player.nobody")
    return player
