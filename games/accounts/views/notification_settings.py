"""Notification settings: the full page, and the short sound form inside a room."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.forms import NotificationSettingsForm, SoundForm
from games.common.requests import PageRequest
from games.mail.perspective import build_mail_settings
from games.play.views.responses import answer_refusals
from games.players.services import notification_settings
from games.players.services.identity import get_player
from games.players.services.time_zones import get_page_zone
from scrabble_site.shared.refusals import Forbidden, InvalidRequest


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit_notification_settings(request: PageRequest) -> HttpResponse:
    """Show and save all notification settings. A visitor who is not a player yet has none."""
    player = get_player(request)
    if player is None:
        return render(request, "games/accounts/notification_settings.html", {"player": None})
    mailing, preferences = (
        build_mail_settings(player),
        notification_settings.get_notification_settings(player),
    )
    data = request.POST if request.method == "POST" else None
    kinds = notification_settings.kinds_for(player)
    own_zone = get_page_zone(request.COOKIES, player)
    form = NotificationSettingsForm(
        preferences, data, kinds=kinds, own_zone=own_zone, mail=mailing.offered
    )
    if form.is_valid():
        notification_settings.save_settings(player, **form.chosen())
        messages.success(request, _("Saved."))
        return redirect("games:notification_settings")
    guesses_zone = not form.is_bound and not preferences.zone
    context = {"player": player, "form": form, "guesses_zone": guesses_zone, "mailing": mailing}
    return render(
        request,
        "games/accounts/notification_settings.html",
        context,
        status=422 if form.errors else 200,
    )


@require_POST
@answer_refusals
def edit_sound(request: PageRequest) -> HttpResponse:
    """Save the sound switch and the volume. Answers with 204."""
    player, form = get_player(request), SoundForm(request.POST)
    if player is None:
        raise Forbidden("player.nobody")
    if not form.is_valid():
        raise InvalidRequest("form.text")
    notification_settings.save_sound_settings(player, **form.cleaned_data)
    return HttpResponse(status=204)
