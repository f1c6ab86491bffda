"""What is told how: the page of all switches, and the short form that a room has."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts.forms import SoundForm, TellingForm
from games.common.refusals import Forbidden, Unsuitable
from games.common.requests import PageRequest
from games.play.views.answers import command
from games.players.identity import player_of
from games.players.services import tellings


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show(request: PageRequest) -> HttpResponse:
    """All switches; who has not done anything yet has none."""
    player = player_of(request)
    if player is None:
        return render(request, "games/accounts/tellings.html", {"player": None})
    form = TellingForm.of(tellings.telling_of(player))
    if request.method == "POST":
        form = TellingForm(request.POST)
        if form.is_valid():
            tellings.choose(player, **form.chosen())
            messages.success(request, _("Saved."))
            return redirect("games:tellings")
    kept = tellings.telling_of(player).pk is not None
    context = {"player": player, "form": form, "kept": kept}
    return render(
        request, "games/accounts/tellings.html", context, status=422 if form.errors else 200
    )


@require_POST
@command
def sound(request: PageRequest) -> HttpResponse:
    """The switch over all sounds and how loud they are."""
    player, form = player_of(request), SoundForm(request.POST)
    if player is None:
        raise Forbidden("player.nobody")
    if not form.is_valid():
        raise Unsuitable("form.text")
    tellings.choose_sound(player, **form.cleaned_data)
    return HttpResponse(status=204)
