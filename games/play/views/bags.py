"""What a page adds to the seed of the bag. What an ended game's draws are checked by: records."""

import uuid

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.refusals import Forbidden, Unsuitable
from games.common.requests import PageRequest
from games.play.services import dealing, rooms
from games.play.views.answers import answer_changed, command
from games.players.identity import player_of


@require_POST
@command
def contribute(request: PageRequest, code: str) -> HttpResponse:
    """Take a page's 16 bytes; 204 while others are awaited, the dealt game when they were last."""
    rooms.require_admitted(code)
    player = player_of(request)
    if player is None:
        raise Forbidden("seat.not_yours")
    added = request.POST.get("added", "")
    if dealing.contribute(code, player, _game_id(request), added, timezone.now()):
        return answer_changed(request, code)
    return HttpResponse(status=204)


def _game_id(request: PageRequest) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get("game", ""))
    except ValueError:
        raise Unsuitable("form.text") from None
