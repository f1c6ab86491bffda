"""Whom one keeps away from: blocking somebody on their page, and taking it back in the settings."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.chat.services.muting import unmute as unmute_person
from games.common.requests import PageRequest
from games.play.services.naming import introduced
from games.play.views.answers import command
from games.players.identity import player_of, visitor_of
from games.players.models import Player
from games.players.names import isolate
from games.players.services import blocks


@require_POST
@command
def block(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Keep away from somebody."""
    other = _other(player_id)
    with introduced(visitor_of(request)) as player:
        blocks.block(player, other, timezone.now())
    said = _("You and %(name)s are kept apart from now on. They are not told.")
    messages.success(request, said % {"name": isolate(other.nickname)})
    return redirect("games:settings")


@require_POST
@command
def unblock(request: PageRequest, player_id: UUID) -> HttpResponse:
    player, other = player_of(request), _other(player_id)
    if player is not None:
        blocks.unblock(player, other)
    return redirect("games:settings")


@require_POST
@command
def unmute(request: PageRequest, player_id: UUID) -> HttpResponse:
    player, other = player_of(request), _other(player_id)
    if player is not None:
        unmute_person(player, other)
    return redirect("games:settings")


def _other(player_id: UUID) -> Player:
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise Http404
    return player
