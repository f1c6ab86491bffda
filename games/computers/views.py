"""Hints in games against the computer: asked for by POST, fetched when the worker has answered.

``step`` says how much to tell: 1 the best score to beat, 2 where it lies, 3 the play itself.
"""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.common.refusals import Unsuitable
from games.common.requests import PageRequest, read_number
from games.computers.fragments import render_hint
from games.computers.services.hints import ask_hint
from games.computers.services.waiting import is_kept_waiting
from games.play.views.answers import command
from games.players.identity import player_of

ROOTS = ("_hint", "_best")
"""The ids a hint may have on the page: for the position now, and for an earlier one."""


@require_POST
@command
def hint(request: PageRequest, code: str) -> HttpResponse:
    """The hint for a position, or a part that asks again in a moment."""
    turn = read_number(request.POST.get("turn"), "form.turn")
    step = read_number(request.POST.get("step", "1"), "form.turn", most=3)
    root = request.POST.get("root", ROOTS[0])
    if root not in ROOTS or not step:
        raise Unsuitable("form.turn")
    found = ask_hint(code, player_of(request), turn)
    busy = is_kept_waiting(found, timezone.now())
    response = HttpResponse(render_hint(code, turn, step, found.plays, root, busy=busy))
    response["Cache-Control"] = "no-store, private"
    return response
