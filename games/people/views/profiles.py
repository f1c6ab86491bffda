"""A member's page, found by name, and privacy settings."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from games.common.requests import PageRequest
from games.people.forms import PrivacyForm
from games.people.models import Visibility
from games.people.perspective.profile import build_profile, find_member, is_profile_visible
from games.people.services.privacy import save_privacy
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_player
from scrabble_site.shared.refusals import InvalidRequest

ABSENT_TEMPLATE = "games/people/no_such_member.html"


@require_GET
@never_cache
def show_profile(request: PageRequest, name: str) -> HttpResponse:
    """Show a member's page: 404 for guests, who have none, 403 if the visitor may not see it."""
    owner, viewer = find_member(name), get_player(request)
    if owner is None:
        return render(request, ABSENT_TEMPLATE, {"name": name}, status=404)
    if owner.nickname != name:
        # Spellings that differ only in case or look alike lead to one URL.
        return redirect(owner)
    if not is_profile_visible(owner, viewer):
        return render(request, "games/people/private_profile.html", {"owner": owner}, status=403)
    context = build_profile(owner, viewer, timezone.now())
    return render(request, "games/people/profile.html", context | {"key": uuid4().hex})


@require_POST
@answer_refusals
def edit_privacy(request: PageRequest) -> HttpResponse:
    """Save who may see the member's page and whether they are online."""
    form = PrivacyForm(request.POST)
    if not form.is_valid():
        raise InvalidRequest("form.text")
    chosen = {name: Visibility(value) for name, value in form.cleaned_data.items()}
    save_privacy(get_player(request), **chosen)
    messages.success(request, _("Saved."))
    return redirect("games:settings")
