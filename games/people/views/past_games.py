"""Searching past games: one's own, a member's, or those of a room."""

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.common.names import isolate_name
from games.common.requests import PageRequest
from games.people.forms import PastGamesForm, RoomPastGamesForm
from games.people.perspective.past_games import (
    PastGamesPage,
    PastGamesQuery,
    find_past_games_in,
    find_past_games_of,
)
from games.people.perspective.profile import find_member, is_profile_visible
from games.play.models import Room
from games.play.services.rooms import require_admitted
from games.play.views.responses import answer_refusals
from games.players.services.identity import get_known_id, get_player
from games.players.services.time_zones import get_page_zone
from scrabble_site.shared.refusals import Forbidden, NotFound


@require_GET
@never_cache
def list_own_past_games(request: PageRequest) -> HttpResponse:
    """List the visitor's own games. A visitor who is not a player has none."""
    player, form = get_player(request), PastGamesForm(request.GET)
    page = (
        find_past_games_of(player, _read_search(request, form), _get_cursor(request), player)
        if player
        else PastGamesPage([], "")
    )
    return _render_past_games(request, form, page, _("My past games"))


@require_GET
@never_cache
@answer_refusals
def list_past_games_of(request: PageRequest, name: str) -> HttpResponse:
    """List a member's games, if the visitor may see their page."""
    owner = find_member(name)
    if owner is None:
        raise NotFound("player.unknown", name=name)
    viewer = get_player(request)
    if not is_profile_visible(owner, viewer):
        raise Forbidden("player.closed")
    form = PastGamesForm(request.GET)
    page = find_past_games_of(owner, _read_search(request, form), _get_cursor(request), viewer)
    title = _("Past games of %(name)s") % {"name": isolate_name(owner.shown_name)}
    return _render_past_games(request, form, page, title, owner.get_absolute_url())


@require_GET
@never_cache
@answer_refusals
def list_past_games_in(request: PageRequest, code: str) -> HttpResponse:
    """List a room's games, if the visitor may enter it."""
    require_admitted(code, get_known_id(request))
    room = Room.objects.get(code=code)
    form = RoomPastGamesForm(request.GET)
    page = find_past_games_in(room, _read_search(request, form), _get_cursor(request))
    title = _("Past games in %(room)s") % {"room": isolate_name(room.shown_title)}
    return _render_past_games(request, form, page, title, f"/r/{code}/")


def _read_search(request: PageRequest, form: PastGamesForm) -> PastGamesQuery:
    """Return the search, whose days are those of the reader's time zone."""
    return replace(form.search, zone=get_page_zone(request.COOKIES, get_player(request)))


def _get_cursor(request: PageRequest) -> str:
    return request.GET.get("older", "")


def _render_past_games(
    request: PageRequest, form: PastGamesForm, page: PastGamesPage, title: str, back: str = ""
) -> HttpResponse:
    context = {"form": form, "page": page, "title": title, "back": back}
    return render(request, "games/people/past_games.html", context)
