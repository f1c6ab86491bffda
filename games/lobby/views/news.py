"""One's news, answered wherever on the site one is: invitations, notices, games that wait.

The page is told of what follows by the player's own topic (:mod:`games.lobby.topics`).
"""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Forbidden
from games.common.requests import PageRequest
from games.live.broadcast import wake
from games.lobby.perspective import look_at_own
from games.lobby.services import news
from games.lobby.topics import own_topic
from games.play.services import invitations
from games.play.services.rooms import require_admitted
from games.play.topics import publish_room
from games.play.views.answers import command
from games.players.identity import known_id, player_of
from games.players.models import Player


@require_POST
@command
def accept(request: PageRequest, code: str) -> HttpResponse:
    """Sit down where one is invited, and go there."""
    require_admitted(code, known_id(request))
    news.accept(code, _known(request), timezone.now())
    publish_room(code)
    return redirect("games:room", code=code)


@require_POST
@command
def decline(request: PageRequest, code: str) -> HttpResponse:
    require_admitted(code, known_id(request))
    invitations.decline(code, _known(request), timezone.now())
    publish_room(code)
    return _answered(request)


@require_GET
@never_cache
def next_game(request: PageRequest) -> HttpResponse:
    """To the game whose turn is due soonest, other than the one that somebody comes ``from``."""
    waiting = look_at_own(player_of(request), timezone.now()).waiting
    found = next((one for one in waiting if one.code != request.GET.get("from")), None)
    if found is None:
        messages.info(request, _("No other game waits for you just now."))
        return redirect("games:lobby")
    return redirect(found.url)


@require_POST
@command
def read_all(request: PageRequest) -> HttpResponse:
    news.read_all(_known(request), timezone.now())
    return _answered(request)


@require_POST
@command
def read_one(request: PageRequest, number: int) -> HttpResponse:
    news.read_one(_known(request), number, timezone.now())
    return _answered(request)


def _answered(request: PageRequest) -> HttpResponse:
    wake(own_topic(known_id(request)))
    return HttpResponse(status=204) if request.htmx else redirect("games:lobby")


def _known(request: PageRequest) -> Player:
    player = player_of(request)
    if player is None:
        raise Forbidden("player.nobody")
    return player
