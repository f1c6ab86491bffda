"""Pages on which past games are found: one's own, somebody's, those of a room."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.refusals import Forbidden, Missing
from games.common.requests import PageRequest
from games.people.forms import PastForm, RoomPastForm
from games.people.perspective.past import PastPage, find_past_in, find_past_of
from games.people.perspective.profile import find_member, is_shown
from games.play.models import Room
from games.play.services.rooms import require_admitted
from games.play.views.answers import command
from games.players.identity import known_id, player_of


@require_GET
@never_cache
def mine(request: PageRequest) -> HttpResponse:
    """One's own games; a stranger has none."""
    player, form = player_of(request), PastForm(request.GET)
    page = find_past_of(player, form.search, _cursor(request)) if player else PastPage([], "")
    return _show(request, form, page, _("My past games"))


@require_GET
@never_cache
@command
def of_member(request: PageRequest, name: str) -> HttpResponse:
    """Those of a member, for whoever may see their page."""
    owner = find_member(name)
    if owner is None:
        raise Missing("player.unknown", name=name)
    if not is_shown(owner, player_of(request)):
        raise Forbidden("player.closed")
    form = PastForm(request.GET)
    page = find_past_of(owner, form.search, _cursor(request))
    title = _("Past games of %(name)s") % {"name": owner.nickname}
    return _show(request, form, page, title, owner.get_absolute_url())


@require_GET
@never_cache
@command
def in_room(request: PageRequest, code: str) -> HttpResponse:
    """Those of a room, for whom it is open to."""
    require_admitted(code, known_id(request))
    room = Room.objects.get(code=code)
    form = RoomPastForm(request.GET)
    page = find_past_in(room, form.search, _cursor(request))
    title = _("Past games in %(room)s") % {"room": room.title}
    return _show(request, form, page, title, f"/r/{code}/")


def _cursor(request: PageRequest) -> str:
    return request.GET.get("older", "")


def _show(
    request: PageRequest, form: PastForm, page: PastPage, title: str, back: str = ""
) -> HttpResponse:
    context = {"form": form, "page": page, "title": title, "back": back}
    return render(request, "games/people/past.html", context)
