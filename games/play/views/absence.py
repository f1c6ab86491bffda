"""Commands about a player who is away, and about pausing the clocks."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.request_arrivals import get_arrival_time
from games.common.requests import PageRequest
from games.play.services import absence, pauses
from games.play.views.responses import answer_changed, answer_refusals
from games.play.views.seats import parse_seat_number, parse_shown_game, require_player

MAX_CHOICE_LENGTH = 16


@require_POST
@answer_refusals
def vote_on_absence(request: PageRequest, code: str) -> HttpResponse:
    """Vote on what happens to the seat of an absent player. An empty ``choice`` withdraws the
    vote."""
    player, number = require_player(request, code), parse_seat_number(request)
    choice, shown = request.POST.get("choice", "")[:MAX_CHOICE_LENGTH], parse_shown_game(request)
    absence.cast_vote(code, player, number, choice, timezone.now(), shown=shown)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def request_pause(request: PageRequest, code: str) -> HttpResponse:
    player, arrived = require_player(request, code), get_arrival_time(request)
    pauses.request_pause(code, player, timezone.now(), arrived)
    return answer_changed(request, code)


@require_POST
@answer_refusals
def resume_clocks(request: PageRequest, code: str) -> HttpResponse:
    pauses.resume_clocks(code, require_player(request, code), timezone.now())
    return answer_changed(request, code)
