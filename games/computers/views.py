"""Hints in games against computers: requested and polled by POST.

``step`` says how much to reveal: 1 the best score, 2 its place, 3 the play itself.
"""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.requests import PageRequest, forbid_caching, parse_number
from games.computers.live.fragments import render_hint
from games.computers.services.busy_notices import is_hint_delayed
from games.computers.services.hints import request_hint
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player
from scrabble_site.shared.refusals import InvalidRequest

REVIEWING_BY_ROOT = {"_hint": False, "_best": True}
"""The elements that show a hint, and whether it is for an earlier position."""


@require_POST
@answer_refusals
def show_hint(request: PageRequest, code: str) -> HttpResponse:
    """Show the hint for a position, or that it is being computed: the page then asks again."""
    turn = parse_number(request.POST.get("turn"), "form.turn")
    step = parse_number(request.POST.get("step", "1"), "form.turn", maximum=3)
    root = str(request.POST.get("root", "_hint"))
    if root not in REVIEWING_BY_ROOT or not step:
        raise InvalidRequest("form.turn")
    found = request_hint(code, get_player(request), turn, reviewing=REVIEWING_BY_ROOT[root])
    busy = is_hint_delayed(found, timezone.now())
    return forbid_caching(HttpResponse(render_hint(turn, step, found.plays, root, busy=busy)))
