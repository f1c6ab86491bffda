"""Whether spectators see racks: the host's policy and the players' consent."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest
from games.play.services import rack_visibility
from games.play.views.responses import answer_changed, answer_refusals
from games.play.views.seats import require_player


@require_POST
@answer_refusals
def choose_rack_policy(request: PageRequest, code: str) -> HttpResponse:
    policy = request.POST.get("racks", "")[:8]
    rack_visibility.choose_rack_policy(code, require_player(request, code), policy, timezone.now())
    return answer_changed(request, code)


@require_POST
@answer_refusals
def agree_to_show_rack(request: PageRequest, code: str) -> HttpResponse:
    """Agree to show the player's rack; with an empty ``on``, withdraw the consent."""
    player = require_player(request, code)
    rack_visibility.agree_to_show_rack(code, player, agreed=bool(request.POST.get("on")))
    return answer_changed(request, code)
