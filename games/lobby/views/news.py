"""Commands about a player's news, available on every page: invitations, notices, the next game.

Open pages are updated through the player's own topic (:mod:`games.lobby.live`).
"""

from django.contrib import messages
from django.core.validators import slug_re
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.requests import PageRequest
from games.live.broadcast import check_topic
from games.lobby.live import get_player_topic
from games.lobby.perspective import build_player_lists, choose_next_game
from games.lobby.services import news
from games.play.live.topics import publish_room
from games.play.services import invitations
from games.play.services.rooms import require_admitted
from games.play.views.responses import answer_refusals
from games.players.models import Player
from games.players.services.identity import get_known_id, get_player
from scrabble_site.shared.refusals import Forbidden, Refusal


@require_POST
@answer_refusals
def accept_invitation(request: PageRequest, code: str) -> HttpResponse:
    """Accept an invitation and redirect to the room."""
    require_admitted(code, get_known_id(request))
    news.accept_invitation(code, _require_player(request), timezone.now())
    publish_room(code)
    return redirect("games:room", code=code)


@require_POST
@answer_refusals
def decline_invitation(request: PageRequest, code: str) -> HttpResponse:
    require_admitted(code, get_known_id(request))
    invitations.decline_invitation(code, _require_player(request), timezone.now())
    publish_room(code)
    return _answer_done(request)


@require_GET
@never_cache
def go_to_next_game(request: PageRequest) -> HttpResponse:
    """Redirect to a game that waits for the player, but not the one they come ``from``.

    ``been`` lists the games in the order of the last visits, see :func:`choose_next_game`. If no
    other game waits, they stay in the room they came from. A script that accepts
    JSON gets the address as ``url``, null if no other game waits.
    """
    waiting = build_player_lists(get_player(request), timezone.now()).waiting
    came, been = request.GET.get("from", ""), request.GET.get("been", "").split(",")
    code = choose_next_game([entry.code for entry in waiting], came, been)
    found = next((entry for entry in waiting if entry.code == code), None)
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"url": found and found.url})
    if found is None:
        messages.info(request, _("No other game is waiting for you."))
        if _may_return(request, came):
            return redirect("games:room", code=came)
        return redirect("games:lobby")
    return redirect(found.url)


def _may_return(request: PageRequest, code: str) -> bool:
    """Return whether a text is the code of a room that is open to the visitor."""
    if not slug_re.match(code):
        return False
    try:
        require_admitted(code, get_known_id(request))
    except Refusal:
        return False
    return True


@require_POST
@answer_refusals
def mark_all_read(request: PageRequest) -> HttpResponse:
    news.mark_all_read(_require_player(request), timezone.now())
    return _answer_done(request)


@require_POST
@answer_refusals
def mark_one_read(request: PageRequest, number: int) -> HttpResponse:
    news.mark_one_read(_require_player(request), number, timezone.now())
    return _answer_done(request)


def _answer_done(request: PageRequest) -> HttpResponse:
    # Updates the bell on the player's other open pages as well.
    check_topic(get_player_topic(get_known_id(request)))
    return HttpResponse(status=204) if request.htmx else redirect("games:lobby")


def _require_player(request: PageRequest) -> Player:
    player = get_player(request)
    if player is None:
        raise Forbidden("player.nobody")
    return player
