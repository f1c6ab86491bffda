"""Blocking a player on their page, and unblocking or unmuting in the settings."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.chat.services.mutes import unmute as unmute_person
from games.common.names import isolate_name
from games.common.requests import PageRequest
from games.play.services.naming import make_provisional_player
from games.play.views.responses import answer_refusals
from games.players.models import Player
from games.players.services import blocks
from games.players.services.identity import get_player, get_visitor_id


@require_POST
@answer_refusals
def block_player(request: PageRequest, player_id: UUID) -> HttpResponse:
    """Block a player. The visitor becomes a player if they are not one yet."""
    other = _get_other_player(player_id)
    with make_provisional_player(get_visitor_id(request)) as player:
        blocks.block_player(player, other, timezone.now())
    text = _("You blocked %(name)s. They won't be notified.")
    messages.success(request, text % {"name": isolate_name(other.shown_name)})
    return redirect("games:settings")


@require_POST
@answer_refusals
def unblock_player(request: PageRequest, player_id: UUID) -> HttpResponse:
    player, other = get_player(request), _get_other_player(player_id)
    if player is not None:
        blocks.unblock_player(player, other)
    return redirect("games:settings")


@require_POST
@answer_refusals
def unmute(request: PageRequest, player_id: UUID) -> HttpResponse:
    player, other = get_player(request), _get_other_player(player_id)
    if player is not None:
        unmute_person(player, other)
    return redirect("games:settings")


def _get_other_player(player_id: UUID) -> Player:
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise Http404
    return player
