"""The command of a device that the people at a table pass on."""

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest
from games.play.services import local_players
from games.play.views.responses import answer_changed, answer_refusals
from games.play.views.seats import parse_seat_number, parse_shown_game
from games.players.services.identity import get_known_id


@require_POST
@answer_refusals
def uncover_tiles(request: PageRequest, code: str) -> HttpResponse:
    """Show the tiles of the seat to move, once the person there has the device."""
    local_players.uncover_tiles(
        code, get_known_id(request), parse_seat_number(request), parse_shown_game(request)
    )
    return answer_changed(request, code)
