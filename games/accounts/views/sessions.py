"""The list of browsers where a member is logged in, and logging out one or all of them."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.services.login_hooks import log_out
from games.accounts.services.sessions import end_session, log_out_everywhere
from games.common.requests import PageRequest
from games.players.services.identity import get_claim, get_player, log_in_as


@require_http_methods(["GET", "HEAD"])
@never_cache
def list_sessions(request: PageRequest) -> HttpResponse:
    """List a member's sessions, most recently used first."""
    player = get_player(request)
    if player is None or player.user_id is None:
        return redirect("games:settings")
    context = {
        "player": player,
        "sessions": player.sessions.all(),
        "here": get_claim(request).number,
    }
    return render(request, "games/accounts/sessions.html", context)


@require_POST
def end_one_session(request: PageRequest, number: int) -> HttpResponse:
    """End one of the member's sessions; ending the current one is a log-out.

    Answers 404 if the session has ended or belongs to another member.
    """
    player = get_player(request)
    if player is None or player.user_id is None:
        raise Http404
    if number == get_claim(request).number:
        log_out(request)
        return redirect("account_login")
    if not end_session(player, number):
        raise Http404
    messages.success(request, _("That device is logged out."))
    return redirect("games:sessions")


@require_POST
def end_all_sessions(request: PageRequest) -> HttpResponse:
    """End every session. A guest keeps this one, because nothing else leads back to their games."""
    player = get_player(request)
    if player is None:
        return redirect("games:settings")
    log_out_everywhere(player, timezone.now())
    if player.user_id is None:
        # The epoch has changed, so this browser needs a new cookie.
        log_in_as(request, player)
        messages.success(request, _("You're logged out on all other devices."))
        return redirect("games:settings")
    log_out(request)
    messages.success(request, _("You're logged out on all devices."))
    return redirect("account_login")
