"""Pages of clubs: the list, a club, a season, a match, and calendars."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET

from games.clubs.perspective.calendars import list_club_entries, list_entries_of_player
from games.clubs.perspective.club_views import (
    build_club_view,
    find_calendar_token,
    list_clubs,
    list_own_clubs,
)
from games.clubs.perspective.match_views import build_match_view
from games.clubs.perspective.season_tables import build_season
from games.clubs.services.access import find_club, find_match
from games.clubs.services.calendars import find_calendar
from games.clubs.services.seasons import find_season
from games.clubs.terms.calendar_feed import CalendarEntry, write_calendar
from games.clubs.views.responses import answer_club_refusals
from games.common.form_keys import make_form_key
from games.common.requests import PageRequest
from games.players.services.identity import get_player, get_visitor_id

CALENDAR_TYPE = "text/calendar; charset=utf-8"


@require_GET
@never_cache
@ensure_csrf_cookie
def show_clubs(request: PageRequest) -> HttpResponse:
    """List all clubs that are listed, and the viewer's own with their calendar."""
    player = get_player(request)
    token = find_calendar_token(player) if player else ""
    path = reverse("games:clubs_calendar", args=[token]) if token else ""
    context = {
        "clubs": list_clubs(),
        "own": list_own_clubs(player) if player else (),
        "calendar": request.build_absolute_uri(path) if path else "",
    }
    return render(request, "games/clubs/clubs.html", context)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def show_club(request: PageRequest, code: str) -> HttpResponse:
    """Show a club's page."""
    get_visitor_id(request)
    view = build_club_view(find_club(code), get_player(request), timezone.now())
    feed = request.build_absolute_uri(reverse("games:club_calendar", args=[code]))
    context = {"view": view, "feed": feed, "key": make_form_key()}
    return render(request, "games/clubs/club.html", context)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def show_invite(request: PageRequest, code: str, invite: str) -> HttpResponse:
    """Show the page to which a club's link leads: one press joins the club."""
    get_visitor_id(request)
    club, player = find_club(code), get_player(request)
    view = build_club_view(club, player, timezone.now())
    if view.role:
        return redirect("games:club", code=code)
    return render(request, "games/clubs/invite.html", {"view": view, "invite": invite})


@require_GET
@never_cache
@answer_club_refusals
def show_season(request: PageRequest, code: str, season: int) -> HttpResponse:
    """Show the standings of a season."""
    club = find_club(code)
    context = {"club": club, "season": build_season(find_season(club, season))}
    return render(request, "games/clubs/season.html", context)


@require_GET
@never_cache
@ensure_csrf_cookie
@answer_club_refusals
def show_match(request: PageRequest, code: str, match: int) -> HttpResponse:
    """Show a match of a club: who is ready to play, and the boards."""
    view = build_match_view(find_match(code, match), get_player(request))
    context = {"view": view, "club": find_club(code)}
    return render(request, "games/clubs/match.html", context)


@require_GET
@answer_club_refusals
def download_club_calendar(request: PageRequest, code: str) -> HttpResponse:
    """Return a club's nights as a calendar."""
    club, now = find_club(code), timezone.now()
    entries = list_club_entries(club, now, _get_site(request))
    return _answer_calendar(club.title, entries)


@require_GET
@answer_club_refusals
def download_own_calendar(request: PageRequest, token: str) -> HttpResponse:
    """Return the nights of all clubs of a player as a calendar."""
    player = find_calendar(token).player
    entries = list_entries_of_player(player, timezone.now(), _get_site(request))
    return _answer_calendar("Tileroom", entries)


def _get_site(request: PageRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


def _answer_calendar(title: str, entries: list[CalendarEntry]) -> HttpResponse:
    text = write_calendar(title, entries, timezone.now())
    response = HttpResponse(text, content_type=CALENDAR_TYPE)
    response["Cache-Control"] = "private, max-age=900"
    return response
