"""The settings page and the change of name."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.services.login_hooks import start_member_session
from games.common.names import isolate_name
from games.common.requests import PageRequest
from games.play.perspective.wording import explain
from games.play.services.naming import get_or_create_player
from games.players.models import Player
from games.players.services.identity import get_player, get_visitor_id
from scrabble_site.shared.refusals import Refusal


@require_http_methods(["GET", "HEAD"])
@never_cache
def show_settings(request: PageRequest) -> HttpResponse:
    """Show all sections. An editor who has never played becomes a player by opening the page."""
    player = get_player(request)
    if request.user.is_authenticated and (player is None or player.user_id != request.user.pk):
        player = start_member_session(request, request.user)
    return _render_settings(request, player)


@require_POST
def change_name(request: PageRequest) -> HttpResponse:
    """Change the name at all tables at once. A refused name is explained next to the field."""
    wanted = request.POST.get("name", "")
    try:
        player = get_or_create_player(get_visitor_id(request), wanted)
    except Refusal as refusal:
        return _render_settings(
            request, get_player(request), explain(refusal), wanted, refusal.status
        )
    messages.success(
        request, _("Your name is now %(name)s.") % {"name": isolate_name(player.shown_name)}
    )
    return redirect("games:settings")


def _render_settings(
    request: PageRequest,
    player: Player | None,
    name_error: str = "",
    name: str | None = None,
    status: int = 200,
) -> HttpResponse:
    user = player.user if player else None
    context = {
        "player": player,
        "name": name if name is not None else player.shown_name if player else "",
        "name_error": name_error,
        "address": EmailAddress.objects.filter(user=user).order_by("-primary").first()
        if user
        else None,
        "has_password": user is not None and user.has_usable_password(),
        "passkeys": Authenticator.objects.filter(user=user).count() if user else 0,
        "sends_mail": settings.MAIL_ENABLED,
    }
    return render(request, "games/accounts/settings.html", context, status=status)
