"""One page for all that somebody may settle about themselves."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.entering import enter
from games.accounts.services.sessions import end_sessions
from games.common.refusals import Refusal
from games.common.requests import PageRequest
from games.play.services.naming import introduce
from games.play.wording import explain
from games.players.identity import become, forget, player_of, visitor_of
from games.players.models import Player
from games.players.names import isolate


@require_http_methods(["GET", "HEAD"])
@never_cache
def show(request: PageRequest) -> HttpResponse:
    """All sections. An editor who has not played so far becomes a player by looking."""
    player = player_of(request)
    if request.user.is_authenticated and (player is None or player.user_id != request.user.pk):
        player = enter(request, request.user)
    return _show(request, player)


@require_POST
def change_name(request: PageRequest) -> HttpResponse:
    """Another name, at all tables at once; what will not do is told where it was typed."""
    wanted = request.POST.get("name", "")
    try:
        player = introduce(visitor_of(request), wanted)
    except Refusal as refusal:
        return _show(request, player_of(request), explain(refusal), wanted, refusal.status)
    messages.success(request, _("You play as %(name)s.") % {"name": isolate(player.nickname)})
    return redirect("games:settings")


@require_POST
def end_all(request: PageRequest) -> HttpResponse:
    """End every session there is. A guest keeps this one: nothing else leads back to the games."""
    player = player_of(request)
    if player is None:
        return redirect("games:settings")
    end_sessions(player)
    if player.user_id is None:
        become(request, player)
        messages.success(request, _("Only this browser is you now."))
        return redirect("games:settings")
    logout(request)
    forget(request)
    messages.success(request, _("You are logged out everywhere."))
    return redirect("account_login")


def _show(
    request: PageRequest,
    player: Player | None,
    name_error: str = "",
    name: str | None = None,
    status: int = 200,
) -> HttpResponse:
    user = player.user if player else None
    context = {
        "player": player,
        "name": name if name is not None else player.nickname if player else "",
        "name_error": name_error,
        "address": EmailAddress.objects.filter(user=user).order_by("-primary").first()
        if user
        else None,
        "has_password": user is not None and user.has_usable_password(),
        "passkeys": Authenticator.objects.filter(user=user).count() if user else 0,
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "games/accounts/settings.html", context, status=status)
