"""Downloading one's personal data and deleting one's account."""

from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.accounts.perspective.data_export import build_data_export
from games.accounts.services.account_deletion import delete_account
from games.accounts.services.login_hooks import log_out
from games.common.generated_names import restore_stored_name
from games.common.names import clean_title
from games.common.requests import PageRequest
from games.play.live.topics import publish_room
from games.play.perspective.wording import explain
from games.players.services.identity import get_player
from scrabble_site.shared.refusals import Refusal


@require_GET
@never_cache
def download_data(request: PageRequest) -> HttpResponse:
    """Return everything stored about the visitor as a JSON file."""
    player = get_player(request)
    if player is None:
        return redirect("games:settings")
    now = timezone.now()
    response = JsonResponse(build_data_export(player, now), json_dumps_params={"indent": 1})
    name = f"tileroom-{now:%Y-%m-%d}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _reauthenticate_members(view: Any) -> Any:
    """Ask members to log in again before the view runs. Guests have nothing to log in with."""
    strict = reauthentication_required(view)

    @wraps(view)
    def asking(request: PageRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        chosen = strict if request.user.is_authenticated else view
        answer: HttpResponse = chosen(request, *args, **kwargs)
        return answer

    return asking


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@_reauthenticate_members
def confirm_account_deletion(request: PageRequest) -> HttpResponse:
    """Ask the player to type their name, then delete the account."""
    player = get_player(request)
    if player is None:
        return redirect("games:settings")
    context: dict[str, Any] = {"player": player}
    if request.method != "POST":
        return render(request, "games/accounts/delete.html", context)
    typed = clean_title(request.POST.get("name", ""))
    # Typing the name prevents deleting an account by a stray click.
    # An earlier release stored the names of some guests in their own language.
    accepted = {typed.casefold(), restore_stored_name(typed).casefold()}
    if player.nickname.casefold() not in accepted:
        context |= {"typed": typed, "error": _("That doesn't match your name.")}
        return render(request, "games/accounts/delete.html", context, status=422)
    try:
        changed = delete_account(player, timezone.now())
    except Refusal as refusal:
        context |= {"typed": typed, "error": explain(refusal)}
        return render(request, "games/accounts/delete.html", context, status=refusal.status)
    # After the deletion: if that is refused, the player is still logged in.
    log_out(request)
    for code in changed:
        publish_room(code)
    messages.success(request, _("All your data has been deleted. Thank you for playing."))
    return redirect("games:lobby")
