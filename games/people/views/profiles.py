"""A member's page, by name; what of it is shown to whom."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.refusals import Unsuitable
from games.common.requests import PageRequest
from games.people.forms import PrivacyForm
from games.people.models import Openness
from games.people.perspective.profile import find_member, is_shown, look_at_profile
from games.people.services.privacy import choose_privacy
from games.play.views.answers import command
from games.players.identity import player_of

ABSENT = "games/people/absent.html"


@require_GET
@never_cache
def profile(request: PageRequest, name: str) -> HttpResponse:
    """The page of a member. Guests have none; a page may be closed to whoever asks."""
    owner, viewer = find_member(name), player_of(request)
    if owner is None:
        return render(request, ABSENT, {"name": name}, status=404)
    if owner.nickname != name:
        return redirect(owner)
    if not is_shown(owner, viewer):
        return render(request, "games/people/closed.html", {"owner": owner}, status=403)
    page = request.GET.get("page")
    context = look_at_profile(owner, viewer, page, timezone.now())
    return render(request, "games/people/profile.html", context | {"key": uuid4().hex})


@require_POST
@command
def privacy(request: PageRequest) -> HttpResponse:
    """Choose who may see one's page, and that one is here."""
    form = PrivacyForm(request.POST)
    if not form.is_valid():
        raise Unsuitable("form.text")
    chosen = {name: Openness(value) for name, value in form.cleaned_data.items()}
    choose_privacy(player_of(request), **chosen)
    messages.success(request, _("Saved."))
    return redirect("games:settings")
