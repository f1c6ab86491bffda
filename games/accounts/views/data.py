"""What is kept of somebody, to take away or to have taken away."""

from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.export import export
from games.accounts.services.leaving import leave_for_good
from games.common.refusals import Refusal
from games.common.requests import PageRequest
from games.play.topics import publish_room
from games.play.wording import explain
from games.players.identity import forget, player_of
from games.players.names import clean_title


@require_GET
@never_cache
def download(request: PageRequest) -> HttpResponse:
    """A file of all that is kept of whoever asks."""
    player = player_of(request)
    if player is None:
        return redirect("games:settings")
    now = timezone.now()
    response = JsonResponse(export(player, now), json_dumps_params={"indent": 1})
    name = f"tileroom-{now:%Y-%m-%d}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _fresh_for_members(view: Any) -> Any:
    """A member proves once more who it is; a guest has nothing to prove it with."""
    strict = reauthentication_required(view)

    @wraps(view)
    def asking(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        chosen = strict if request.user.is_authenticated else view
        answer: HttpResponse = chosen(request, *args, **kwargs)
        return answer

    return asking


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@_fresh_for_members
def delete(request: PageRequest) -> HttpResponse:
    """Ask for the name once more, then take everything away."""
    player = player_of(request)
    if player is None:
        return redirect("games:settings")
    context: dict[str, Any] = {"player": player}
    if request.method != "POST":
        return render(request, "games/accounts/delete.html", context)
    typed = clean_title(request.POST.get("name", ""))
    if typed.casefold() != player.nickname.casefold():
        context |= {"typed": typed, "error": _("That is not your name.")}
        return render(request, "games/accounts/delete.html", context, status=422)
    try:
        changed = leave_for_good(player, timezone.now())
    except Refusal as refusal:
        context |= {"typed": typed, "error": explain(refusal)}
        return render(request, "games/accounts/delete.html", context, status=refusal.status)
    logout(request)
    forget(request)
    for code in changed:
        publish_room(code)
    messages.success(request, _("Everything of yours is gone. Thank you for playing."))
    return redirect("games:lobby")
