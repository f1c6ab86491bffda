"""Whether watchers see racks: the host's choice, and what those at the table agree to."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest
from games.play.services import racks
from games.play.views.answers import answer_changed, command
from games.play.views.seats import known_player


@require_POST
@command
def choose(request: PageRequest, code: str) -> HttpResponse:
    policy = request.POST.get("racks", "")[:8]
    racks.choose_policy(code, known_player(request, code), policy, timezone.now())
    return answer_changed(request, code)


@require_POST
@command
def agree(request: PageRequest, code: str) -> HttpResponse:
    """Agree, or with an empty ``on`` take it back."""
    player = known_player(request, code)
    racks.agree(code, player, agreed=bool(request.POST.get("on")))
    return answer_changed(request, code)
