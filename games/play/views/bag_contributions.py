"""Take the random bytes that a player's page contributes to the seed of the bag.

:mod:`games.records` shows how the draws of a finished game can be verified.
"""

import uuid

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest
from games.play.services import dealing, rooms
from games.play.views.responses import answer_changed, answer_refusals
from games.players.services.identity import get_player
from scrabble_site.shared.refusals import Forbidden, InvalidRequest


@require_POST
@answer_refusals
def contribute_to_seed(request: PageRequest, code: str) -> HttpResponse:
    """Take a page's 16 bytes. Answers 204 while others are missing, then with the dealt game."""
    rooms.require_admitted(code)
    player = get_player(request)
    if player is None:
        raise Forbidden("seat.not_yours")
    added = request.POST.get("added", "")
    if dealing.contribute(code, player, _parse_game_id(request), added, timezone.now()):
        return answer_changed(request, code)
    return HttpResponse(status=204)


def _parse_game_id(request: PageRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("game", ""))
    except ValueError:
        raise InvalidRequest("form.text") from None
